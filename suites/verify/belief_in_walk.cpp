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

/// Whether the belief gives the count that the subject told below the move.
bool foretells(const Belief& belief, const Miscount& miscount, int depth) {
  const Piece mover = belief.fen.squares[miscount.move.from()];
  if (mover == no_piece || color_of(mover) != belief.fen.side) return false;
  std::uint64_t patience = 2'000;
  const auto below = slow_perft(chess::after(belief.fen, miscount.move), depth - 1, patience);
  return below && below == miscount.told;
}

}  // namespace

std::optional<Belief> believed_in_walk(const Witness& walk) {
  if (walk.comparison.miscounts.empty()) return std::nullopt;
  const Miscount& first = walk.comparison.miscounts.front();
  const auto& order = walk.comparison.order;
  const Fen position = walk.place.position();
  // The nearest of the moves before it first: what an earlier one had left would show earlier.
  const auto place = std::find(order.begin(), order.end(), first.move);
  for (auto earlier = std::make_reverse_iterator(place); earlier != order.rend(); ++earlier)
    for (Belief& belief : Remains(position, *earlier).list())
      if (foretells(belief, first, walk.depth)) return std::move(belief);
  return std::nullopt;
}

}  // namespace plylab::suites
