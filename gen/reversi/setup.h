// Text of reversi positions and moves.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "gen/reversi/board.h"

namespace plylab::reversi {

/// A checked position read from text.
struct Setup {
  Discs discs = starting_array;
  Side side = Side::first;
};

/// A board of 64 squares from a1 to h8, row by row, X for Black, O for White and - for an empty
/// one, then the side to move, X or O; or the moves from the starting array without passes, such as
/// "f5d6c3"; or "startpos". Throws InputError for any other text, and for boards on which one of
/// the four squares in the middle is empty.
Setup parse_setup(std::string_view text);

/// The position as a board of 64 squares and the side to move.
std::string to_string(const Setup& setup);

/// "f5", "pass".
std::string to_string(Move move);

/// The square of a move's text, or `pass`; none for any other text.
std::optional<Move> parse_move(std::string_view text);

/// The text of a move, and the move of a text, for all generators.
template <class P>
std::string move_text(const P&, Move move) {
  return to_string(move);
}
template <class P>
std::optional<Move> move_from_text(const P& position, std::string_view text) {
  const auto move = parse_move(text);
  if (move)
    for (const Move legal : position.generate())
      if (legal == *move) return move;
  return std::nullopt;
}

/// For the ordering `ranked`: corners first, the squares diagonally next to them last.
template <class P>
int move_rank(const P&, Move move) {
  constexpr Bits next_to_corners = 0x0042000000004200;
  if (move == pass) return 0;
  return (corners & bit(move)) != 0 ? 1 : (next_to_corners & bit(move)) != 0 ? -1 : 0;
}

/// The concept of a reversi generator.
template <class P>
concept ReversiPosition = Position<P> && std::same_as<typename P::Move, Move> &&
    requires(const P position, Side side) {
  { position.discs() } -> std::same_as<Discs>;
  { position.placements(side) } -> std::same_as<Bits>;  // where the side could put a disc down
};

/// The rows of the board. See GameInfo::rows.
std::string board_rows(const Setup& setup);

}  // namespace plylab::reversi
