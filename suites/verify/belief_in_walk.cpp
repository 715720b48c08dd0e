// What is left of a move that was taken back, as the branches after it show.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gen/chess/explain.h"
#include "gen/chess/explain/men.h"
#include "gen/chess/rulebook.h"
#include "suites/verify/belief.h"

namespace plylab::suites {
namespace {

using namespace chess;

/// Every state that a faulty unmake of the move may leave behind.
class Remains {
 public:
  Remains(const Fen& before, Move move)
      : before_(before), after_(chess::after(before, move)), move_(move) {}

  std::vector<Belief> list() {
    side();
    castling();
    en_passant();
    captured();
    castled();
    promoted();
    moved();
    return std::move(beliefs_);
  }

 private:
  template <class... Args>
  void add(StatePart part, const Fen& fen, fmt::format_string<Args...> format, Args&&... args) {
    if (fen == before_) return;
    beliefs_.push_back({part, fen,
                        fmt::format("when {} is taken back, ", long_text(before_, move_)) +
                            fmt::format(format, std::forward<Args>(args)...)});
  }

  std::string what_is_on(Square square) const {
    const Piece piece = before_.squares[square];
    return fmt::format("the {} {} on {}", color_of(piece) == white ? "white" : "black",
                       chess::name(type_of(piece)), to_string(square));
  }

  void side() {
    Fen fen = before_;
    fen.side = !fen.side;
    add(StatePart::side, fen, "{} is still taken to be on move",
        fen.side == white ? "White" : "Black");
  }

  void castling() {
    Fen fen = before_;
    fen.castling = after_.castling;
    add(StatePart::castling, fen, "the castling rights that it ended are not given back");
  }

  void en_passant() {
    Fen fen = before_;
    fen.en_passant = no_square;
    add(StatePart::en_passant, fen, "the e.p. square {} is not set again",
        to_string(before_.en_passant));
    if (move_.kind() != MoveKind::double_push) return;
    fen.en_passant = forward(before_.side, move_.from());
    add(StatePart::en_passant, fen, "its e.p. square {} stays", to_string(fen.en_passant));
  }

  void captured() {
    if (!move_.is_capture()) return;
    Fen fen = before_;
    fen.squares[move_.captured_on()] = no_piece;
    add(StatePart::pieces, fen, "{} is not put back", what_is_on(move_.captured_on()));
    if (!move_.is_en_passant()) return;
    fen.squares[move_.to()] = before_.squares[move_.captured_on()];
    add(StatePart::pieces, fen, "{} is put back on {}", what_is_on(move_.captured_on()),
        to_string(move_.to()));
  }

  void castled() {
    if (!move_.is_castle()) return;
    Fen fen = before_;
    const Square goal = castled_rook(before_.side, move_.wing());
    std::swap(fen.squares[goal], fen.squares[move_.to()]);
    add(StatePart::pieces, fen, "the rook stays on {}", to_string(goal));
    fen.squares[move_.to()] = before_.squares[move_.to()];
    add(StatePart::pieces, fen, "a rook stays on {}", to_string(goal));
  }

  void promoted() {
    if (!move_.is_promotion()) return;
    Fen fen = before_;
    fen.squares[move_.from()] = make_piece(before_.side, move_.promoted());
    add(StatePart::pieces, fen, "the {} does not become a pawn again",
        chess::name(move_.promoted()));
  }

  void moved() {
    if (move_.is_castle()) return;
    Fen fen = before_;
    fen.squares[move_.to()] = after_.squares[move_.to()];
    add(StatePart::pieces, fen, "a man stays on {}", to_string(move_.to()));
    fen.squares[move_.from()] = no_piece;
    add(StatePart::pieces, fen, "{} does not go back", what_is_on(move_.from()));
  }

  const Fen& before_;
  const Fen after_;
  const Move move_;
  std::vector<Belief> beliefs_;
};

/// perft by the slow rules, which bear any position; none if it grows beyond their patience.
std::optional<perft::Count> slow_perft(const Fen& fen, int depth, std::uint64_t& patience) {
  const auto moves = legal_moves(fen);
  if (depth <= 1) return moves.size();
  if (patience < moves.size()) return std::nullopt;
  patience -= moves.size();
  perft::Count total;
  for (const Move move : moves) {
    const auto below = slow_perft(chess::after(fen, move), depth - 1, patience);
    if (!below) return std::nullopt;
    total += *below;
  }
  return total;
}

/// A walk as its branches were told, in their order.
class ToldWalk {
 public:
  explicit ToldWalk(const Witness& walk)
      : root_(Setup(walk.place.position()).fen()), depth_(walk.depth) {
    const Comparison& comparison = walk.comparison;
    for (const Move move : comparison.order) branches_.push_back({move, {}});
    for (auto& [move, told] : branches_)
      for (const Miscount& miscount : comparison.miscounts)
        if (miscount.move == move) told = miscount.told;
    first_ = static_cast<std::size_t>(
        std::find_if(branches_.begin(), branches_.end(), [](auto& b) { return b.second; }) -
        branches_.begin());
    miscounts_ = comparison.miscounts.size();
  }

  const Fen& root() const { return root_; }
  /// The place of the first branch that is wrong.
  std::size_t first() const { return first_; }
  Move move(std::size_t place) const { return branches_[place].first; }

  /// How many wrong counts the belief foretells; 0 if the first one is not among them, or if they
  /// are so few that it may be chance. Captured men are lost one after the other, so that a belief
  /// about one of them soon goes wrong too.
  std::size_t foretold_by(const Belief& belief, bool of_a_capture) const {
    if (first_ == branches_.size() || !foretells(belief, branches_[first_])) return 0;
    std::size_t number = 0;
    for (const auto& branch : branches_) number += branch.second && foretells(belief, branch);
    const std::size_t needed =
        of_a_capture ? std::min<std::size_t>(2, miscounts_) : (miscounts_ + 1) / 2;
    return number < needed ? 0 : number;
  }

 private:
  using ToldCount = std::pair<Move, std::optional<perft::Count>>;

  bool foretells(const Belief& belief, const ToldCount& branch) const {
    const auto& [move, told] = branch;
    const Piece mover = belief.fen.squares[move.from()];
    if (mover == no_piece || color_of(mover) != root_.side) return false;
    Fen next = chess::after(belief.fen, move);
    std::uint64_t patience = 2'000;
    const auto below = slow_perft(next, depth_ - 1, patience);
    return below && below == told;
  }

  Fen root_;
  int depth_;
  std::vector<ToldCount> branches_;  ///< the count only where it is wrong
  std::size_t first_;
  std::size_t miscounts_;
};

/// The belief about the root, if what is left behind after a move remains when that move is taken
/// back rightly.
Belief at_root(const Belief& below, const Fen& child, const Fen& root, Move move) {
  Belief belief = below;
  belief.fen = root;
  for (int s = a1; s <= h8; ++s)
    if (const auto square = static_cast<Square>(s);
        below.fen.squares[square] != child.squares[square])
      belief.fen.squares[square] = below.fen.squares[square];
  for (unsigned color = 0; color < 2; ++color)
    for (unsigned wing = 0; wing < 2; ++wing)
      if (below.fen.castling[color][wing] != child.castling[color][wing])
        belief.fen.castling[color][wing] = below.fen.castling[color][wing];
  belief.sentence += fmt::format(" (below {})", long_text(root, move));
  return belief;
}

/// Castling rights that several moves below the root have ended for good.
std::vector<Belief> lost_rights(const Fen& root) {
  std::vector<Belief> beliefs = {
      {StatePart::castling, root, "castling rights are not given back:"}};
  for (unsigned color = 0; color < 2; ++color)
    for (unsigned wing = 0; wing < 2; ++wing)
      for (std::size_t i = 0, size = beliefs.size(); i < size; ++i) {
        if (root.castling[color][wing] == no_square) continue;
        Belief belief = beliefs[i];
        belief.fen.castling[color][wing] = no_square;
        (belief.sentence += ' ') += "QKqk"[2 * color + wing];
        beliefs.push_back(std::move(belief));
      }
  beliefs.erase(beliefs.begin());
  return beliefs;
}

}  // namespace

std::optional<Belief> believed_in_walk(const Witness& walk) {
  const ToldWalk told(walk);
  std::optional<Belief> best;
  std::size_t most = 0;
  const auto consider = [&](const Belief& belief, bool of_a_capture) {
    if (const std::size_t number = told.foretold_by(belief, of_a_capture); number > most) {
      most = number;
      best = belief;
    }
  };
  // The nearest of the moves before it first: what an earlier one had left would show earlier.
  for (std::size_t place = told.first(); place-- > 0;)
    for (const Belief& belief : Remains(told.root(), told.move(place)).list())
      consider(belief, told.move(place).is_capture());
  for (const Belief& belief : lost_rights(told.root())) consider(belief, false);
  if (best || told.first() == 0) return best;
  const Move before = told.move(told.first() - 1);
  const Fen child = chess::after(told.root(), before);
  for (const Move reply : legal_moves(child))
    for (const Belief& belief : Remains(child, reply).list())
      if (const Belief moved = at_root(belief, child, told.root(), before);
          moved.fen != told.root())
        consider(moved, false);
  return best;
}

}  // namespace plylab::suites
