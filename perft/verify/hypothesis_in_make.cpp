// What a generator forgets whenever it makes a move, as its total tells: for those that can neither
// be led to a position by moves nor say more than a number.
#include <fmt/format.h>

#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"
#include "perft/verify/state_hypothesis.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// A mistake in making moves: the position that it leaves after a move.
struct Slip {
  StatePart part;
  std::string_view what;
  Setup (*after)(const Setup&, Move);
};

/// Gives the rights back that the move has ended, if `keeps(rook's square)`.
Setup with_rights(const Setup& before, Move move, bool (*keeps)(const Setup&, Move, Square)) {
  Setup setup = chess::after(before, move);
  for (unsigned color = 0; color < 2; ++color)
    for (unsigned castling_side = 0; castling_side < 2; ++castling_side)
      if (const Square rook_square = before.castling[color][castling_side];
          rook_square != no_square && keeps(before, move, rook_square))
        setup.castling[color][castling_side] = rook_square;
  return setup;
}

Setup with_en_passant(const Setup& before, Move move, Square square) {
  Setup setup = chess::after(before, move);
  setup.en_passant = square;
  return setup;
}

bool is_of_moving_king(const Setup& before, Move move, Square rook_square) {
  return type_of(before.squares[move.from()]) == king &&
         color_of(before.squares[rook_square]) == before.side;
}

const Slip slips[] = {
    {StatePart::castling, "a castling right stays when its rook is captured",
     [](const Setup& setup, Move move) {
       return with_rights(setup, move, [](const Setup&, Move m, Square rook_square) {
         return m.is_capture() && m.to() == rook_square;
       });
     }},
    {StatePart::castling, "a castling right stays when its rook moves",
     [](const Setup& setup, Move move) {
       return with_rights(setup, move, [](const Setup&, Move m, Square rook_square) {
         return m.from() == rook_square;
       });
     }},
    {StatePart::castling, "the castling rights stay when the king moves",
     [](const Setup& setup, Move move) {
       return with_rights(setup, move, [](const Setup& before, Move m, Square rook_square) {
         return !m.is_castle() && is_of_moving_king(before, m, rook_square);
       });
     }},
    {StatePart::castling, "the castling rights stay when the king castles",
     [](const Setup& setup, Move move) {
       return with_rights(setup, move, [](const Setup& before, Move m, Square rook_square) {
         return m.is_castle() && is_of_moving_king(before, m, rook_square);
       });
     }},
    {StatePart::en_passant, "the e.p. square is not set",
     [](const Setup& setup, Move move) { return with_en_passant(setup, move, no_square); }},
    {StatePart::en_passant, "the e.p. square stays for another move",
     [](const Setup& setup, Move move) {
       const Setup right = chess::after(setup, move);
       return with_en_passant(setup, move,
                              right.en_passant == no_square ? setup.en_passant : right.en_passant);
     }},
    {StatePart::pieces, "a pawn captured e.p. stays on the board",
     [](const Setup& setup, Move move) {
       Setup next = chess::after(setup, move);
       if (move.is_en_passant())
         next.squares[move.captured_on()] = setup.squares[move.captured_on()];
       return next;
     }},
    {StatePart::pieces, "the rook does not move in castling",
     [](const Setup& setup, Move move) {
       Setup next = chess::after(setup, move);
       if (move.is_castle())
         std::swap(next.squares[move.to()],
                   next.squares[castled_rook(setup.side, move.castling_side())]);
       return next;
     }},
    {StatePart::pieces, "a pawn that promotes stays a pawn", [](const Setup& setup, Move move) {
       Setup next = chess::after(setup, move);
       if (move.is_promotion()) next.squares[move.to()] = setup.squares[move.from()];
       return next;
     }}};

/// perft with a slip in every move made; the first move after which it mattered is noted.
class SlippingWalk {
 public:
  explicit SlippingWalk(const Slip& slip) : slip_(slip) {}

  Count count(const Setup& setup, int depth) {
    const auto moves = legal_moves(setup);
    visited_ += moves.size();
    if (depth == 1 || !patient()) return moves.size();
    Count total;
    for (const Move move : moves) {
      const Setup next = slip_.after(setup, move);
      if (!example_ && next != chess::after(setup, move)) example_ = {setup, move};
      total += count(next, depth - 1);
    }
    return total;
  }

  bool patient() const { return visited_ < 50'000; }
  const auto& example() const { return example_; }

 private:
  const Slip& slip_;
  std::size_t visited_ = 0;
  std::optional<std::pair<Setup, Move>> example_;
};

}  // namespace

std::optional<StateHypothesis> hypothesis_in_make(const Counterexample& walk,
                                                  const std::function<bool(Count)>& is_reported) {
  const Setup root = ValidSetup(walk.reached.position()).setup();
  for (const Slip& slip : slips) {
    SlippingWalk slipping(slip);
    const Count total = slipping.count(root, walk.depth);
    if (!slipping.patient()) return std::nullopt;
    if (total == walk.comparison.right || !slipping.example() || !is_reported(total)) continue;
    const auto& [before, move] = *slipping.example();
    return StateHypothesis{slip.part, slip.after(before, move),
                           fmt::format("{}, as after {}", slip.what, long_text(before, move))};
  }
  return std::nullopt;
}

}  // namespace plylab::perft::verify
