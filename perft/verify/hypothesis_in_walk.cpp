// What is left of a move that was taken back, as the branches after it show.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"
#include "perft/verify/state_hypothesis.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// How much of a walk a hypothesis must explain. Chance explains a wrong count or two.
enum class Evidence {
  some,  ///< two wrong counts, if there are as many: captured pieces are lost one after the other
  half,
  all  ///< all wrong counts, and at least two
};

/// A state that a faulty unmake may leave behind.
struct Remnant {
  StateHypothesis hypothesis;
  Evidence needed;
};

/// Every state that a faulty unmake of the move may leave behind.
class Remains {
 public:
  Remains(const Setup& before, Move move)
      : before_(before), after_(chess::after(before, move)), move_(move) {}

  std::vector<Remnant> list() {
    side();
    castling();
    en_passant();
    captured();
    castled();
    promoted();
    moved();
    return std::move(remnants_);
  }

 private:
  template <class... Args>
  void add(Evidence needed, StatePart part, const Setup& setup, fmt::format_string<Args...> format,
           Args&&... args) {
    if (setup == before_) return;
    const std::string when = fmt::format("when {} is taken back, ", long_text(before_, move_));
    remnants_.push_back(
        {{part, setup, when + fmt::format(format, std::forward<Args>(args)...)}, needed});
  }

  std::string what_is_on(Square square) const {
    return fmt::format("the {} on {}", name(before_.squares[square]), to_string(square));
  }

  void side() {
    Setup setup = before_;
    setup.side = !setup.side;
    add(Evidence::all, StatePart::side, setup, "{} is still taken to be on move", name(setup.side));
  }

  void castling() {
    Setup setup = before_;
    setup.castling = after_.castling;
    add(Evidence::half, StatePart::castling, setup,
        "the castling rights that it ended are not given back");
  }

  void en_passant() {
    Setup setup = before_;
    setup.en_passant = no_square;
    add(Evidence::half, StatePart::en_passant, setup, "the e.p. square {} is not set again",
        to_string(before_.en_passant));
    if (move_.kind() != MoveKind::double_push) return;
    setup.en_passant = forward(before_.side, move_.from());
    add(Evidence::half, StatePart::en_passant, setup, "its e.p. square {} stays",
        to_string(setup.en_passant));
  }

  void captured() {
    if (!move_.is_capture()) return;
    Setup setup = before_;
    setup.squares[move_.captured_on()] = no_piece;
    add(Evidence::some, StatePart::pieces, setup, "{} is not put back",
        what_is_on(move_.captured_on()));
    const Piece captured = before_.squares[move_.captured_on()];
    setup.squares[move_.captured_on()] = make_piece(before_.side, type_of(captured));
    add(Evidence::some, StatePart::pieces, setup, "{} is put back in the other colour",
        what_is_on(move_.captured_on()));
    setup.squares[move_.captured_on()] = no_piece;
    if (!move_.is_en_passant()) return;
    setup.squares[move_.to()] = before_.squares[move_.captured_on()];
    add(Evidence::some, StatePart::pieces, setup, "{} is put back on {}",
        what_is_on(move_.captured_on()), to_string(move_.to()));
  }

  void castled() {
    if (!move_.is_castle()) return;
    Setup setup = before_;
    const Square goal = castled_rook(before_.side, move_.castling_side());
    std::swap(setup.squares[goal], setup.squares[move_.to()]);
    add(Evidence::half, StatePart::pieces, setup, "the rook stays on {}", to_string(goal));
    setup.squares[move_.to()] = before_.squares[move_.to()];
    add(Evidence::half, StatePart::pieces, setup, "a rook stays on {}", to_string(goal));
  }

  void promoted() {
    if (!move_.is_promotion()) return;
    Setup setup = before_;
    setup.squares[move_.from()] = make_piece(before_.side, move_.promoted());
    add(Evidence::half, StatePart::pieces, setup, "the {} does not become a pawn again",
        name(move_.promoted()));
  }

  void moved() {
    if (move_.is_castle()) return;
    Setup setup = before_;
    setup.squares[move_.to()] = after_.squares[move_.to()];
    add(Evidence::all, StatePart::pieces, setup, "a piece stays on {}", to_string(move_.to()));
    setup.squares[move_.from()] = no_piece;
    add(Evidence::all, StatePart::pieces, setup, "{} does not go back", what_is_on(move_.from()));
  }

  const Setup& before_;
  const Setup after_;
  const Move move_;
  std::vector<Remnant> remnants_;
};

/// perft by the slow rules, which bear any position with kings; none if it takes more moves than
/// are left, or a king can be taken, as in a position that is only supposed.
std::optional<Count> slow_perft(const Setup& setup, int depth, std::uint64_t& moves_left) {
  if (chess::find_king(setup.squares, setup.side) == chess::no_square) return std::nullopt;
  const auto moves = legal_moves(setup);
  if (depth <= 1) return moves.size();
  if (moves_left < moves.size()) return std::nullopt;
  moves_left -= moves.size();
  Count total;
  for (const Move move : moves) {
    const auto below = slow_perft(chess::after(setup, move), depth - 1, moves_left);
    if (!below) return std::nullopt;
    total += *below;
  }
  return total;
}

/// A walk with the counts reported for its branches, in their order.
class ReportedWalk {
 public:
  explicit ReportedWalk(const Counterexample& walk)
      : root_(ValidSetup(walk.reached.position()).setup()), depth_(walk.depth) {
    const Comparison& comparison = walk.comparison;
    for (const Move move : comparison.order) branches_.push_back({move, {}});
    for (auto& [move, reported] : branches_)
      for (const Miscount& miscount : comparison.miscounts)
        if (miscount.move == move) reported = miscount.reported;
    first_ = static_cast<std::size_t>(
        std::find_if(branches_.begin(), branches_.end(), [](auto& b) { return b.second; }) -
        branches_.begin());
    miscounts_ = comparison.miscounts.size();
  }

  const Setup& root() const { return root_; }
  std::size_t miscounts() const { return miscounts_; }
  /// The place of the first branch that is wrong.
  std::size_t first() const { return first_; }
  Move move(std::size_t place) const { return branches_[place].first; }

  /// How many wrong counts the hypothesis predicts; 0 if the first one is not among them, or if
  /// they are too few.
  std::size_t predicted_by(const StateHypothesis& hypothesis, Evidence needed) const {
    if (first_ == branches_.size() || !predicts(hypothesis, branches_[first_])) return 0;
    std::size_t number = 0;
    for (const auto& branch : branches_) number += branch.second && predicts(hypothesis, branch);
    const std::size_t least = needed == Evidence::some   ? std::min<std::size_t>(2, miscounts_)
                              : needed == Evidence::half ? (miscounts_ + 1) / 2
                                                         : std::max<std::size_t>(2, miscounts_);
    return number < least ? 0 : number;
  }

 private:
  using ReportedCount = std::pair<Move, std::optional<Count>>;

  bool predicts(const StateHypothesis& hypothesis, const ReportedCount& branch) const {
    const auto& [move, reported] = branch;
    const Piece mover = hypothesis.setup.squares[move.from()];
    if (mover == no_piece || color_of(mover) != root_.side) return false;
    Setup before = hypothesis.setup;  // whose side to move may be the wrong one
    before.side = root_.side;
    Setup next = chess::after(before, move);
    next.side = !hypothesis.setup.side;
    std::uint64_t moves_left = 2'000;
    const auto below = slow_perft(next, depth_ - 1, moves_left);
    return below && below == reported;
  }

  Setup root_;
  int depth_;
  std::vector<ReportedCount> branches_;  ///< the count only where it is wrong
  std::size_t first_;
  std::size_t miscounts_;
};

/// The hypothesis about the root, if what is left behind after a move remains when that move is
/// taken back rightly.
StateHypothesis at_root(const StateHypothesis& below, const Setup& child, const Setup& root,
                        Move move) {
  StateHypothesis hypothesis = below;
  hypothesis.setup = root;
  for (int s = a1; s <= h8; ++s)
    if (const auto square = static_cast<Square>(s);
        below.setup.squares[square] != child.squares[square])
      hypothesis.setup.squares[square] = below.setup.squares[square];
  for (unsigned color = 0; color < 2; ++color)
    for (unsigned castling_side = 0; castling_side < 2; ++castling_side)
      if (below.setup.castling[color][castling_side] != child.castling[color][castling_side])
        hypothesis.setup.castling[color][castling_side] =
            below.setup.castling[color][castling_side];
  hypothesis.sentence += fmt::format(" (below {})", long_text(root, move));
  return hypothesis;
}

/// Castling rights that several moves below the root have ended for good.
std::vector<StateHypothesis> lost_rights(const Setup& root) {
  std::vector<StateHypothesis> hypotheses = {
      {StatePart::castling, root, "castling rights are not given back:"}};
  for (unsigned color = 0; color < 2; ++color)
    for (unsigned castling_side = 0; castling_side < 2; ++castling_side)
      for (std::size_t i = 0, size = hypotheses.size(); i < size; ++i) {
        if (root.castling[color][castling_side] == no_square) continue;
        StateHypothesis hypothesis = hypotheses[i];
        hypothesis.setup.castling[color][castling_side] = no_square;
        (hypothesis.sentence += ' ') +=
            letter(static_cast<Color>(color), static_cast<CastlingSide>(castling_side));
        hypotheses.push_back(std::move(hypothesis));
      }
  hypotheses.erase(hypotheses.begin());
  return hypotheses;
}

}  // namespace

std::optional<StateHypothesis> hypothesis_in_walk(const Counterexample& walk) {
  const ReportedWalk reported(walk);
  std::optional<StateHypothesis> best;
  std::size_t most = 0;
  const auto conclude = [&] {
    if (best && most < reported.miscounts())
      best->sentence +=
          fmt::format(", which gives {} of the {} wrong counts", most, reported.miscounts());
    return best;
  };
  const auto consider = [&](const StateHypothesis& hypothesis, Evidence needed) {
    const std::size_t number = reported.predicted_by(hypothesis, needed);
    // Castling rights and e.p. square before pieces, which may seem to explain anything.
    if (number < most || number == 0 || (number == most && hypothesis.part >= best->part)) return;
    most = number;
    best = hypothesis;
  };
  // The nearest of the moves before it first: what an earlier one had left would show earlier.
  for (std::size_t place = reported.first(); place-- > 0;)
    for (const auto& [hypothesis, needed] : Remains(reported.root(), reported.move(place)).list())
      consider(hypothesis, needed);
  for (const StateHypothesis& hypothesis : lost_rights(reported.root()))
    consider(hypothesis, Evidence::half);
  if (best || reported.first() == 0) return conclude();
  const Move before = reported.move(reported.first() - 1);
  const Setup child = chess::after(reported.root(), before);
  for (const Move reply : legal_moves(child))
    for (const auto& [hypothesis, needed] : Remains(child, reply).list())
      if (const StateHypothesis moved = at_root(hypothesis, child, reported.root(), before);
          moved.setup != reported.root())
        consider(moved, Evidence::all);
  return conclude();
}

}  // namespace plylab::perft::verify
