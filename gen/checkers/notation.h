// Text of checkers positions (the FEN tag of PDN) and of moves.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gen/checkers/board.h"
#include "gen/game/moves.h"

namespace plylab::checkers {

/// Whether captures of the same pieces between the same squares by different paths are one move or
/// several.
enum class Routes : bool { paths, merged };

/// A checked position read from text.
struct Setup {
  Pieces pieces;
  Side side = Side::first;
  Routes routes = Routes::paths;
};

/// The normal starting array; Black moves first.
inline constexpr std::string_view starting_array =
    "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

/// The FEN tag of PDN (Portable Draughts Notation 3.0, "The FEN tag"): the side to move, then the
/// squares of both sides in either order, with K before those of kings, 1-12 for a range, and an
/// optional full stop at the end. "startpos" is the starting array. The word "merged" may follow
/// for Routes::merged. Throws InputError for any other text, and for pieces on squares that they
/// cannot occupy.
Setup parse_setup(std::string_view text);

/// White's squares before Black's, in ascending order, without ranges.
std::string to_string(const Setup& setup);

using Moves = MoveList<Move, max_moves>;

/// "11-15", "15x22", "15x22x29": all squares on which the piece lands.
std::string to_string(Move move);

/// The legal move that a text names: with all its squares, or only the first and the last if these
/// identify it. With merged routes the text may give any of the routes.
std::optional<Move> find_move(const Moves& legal, Routes routes, std::string_view text);

/// The text of a move, and the move of a text, for all generators.
template <class P>
requires std::same_as<typename P::Move, Move> std::string move_text(const P&, Move move) {
  return to_string(move);
}
template <class P>
requires std::same_as<typename P::Move, Move> std::optional<Move> move_from_text(
    const P& position, std::string_view text) {
  return find_move(position.generate(), position.routes(), text);
}

/// For the ordering `ranked`: captures first, those of more pieces before those of fewer, then
/// crownings.
template <class P>
requires std::same_as<typename P::Move, Move>
int move_rank(const P& position, Move move) {
  return 2 * static_cast<int>(move.jumps()) + (position.promotes(move) ? 1 : 0);
}

/// The concept of a checkers generator.
template <class P>
concept CheckersPosition = Position<P> && std::same_as<typename P::Move, Move> &&
    requires(const P position) {
  { position.routes() } -> std::same_as<Routes>;
  { position.promotes(Move()) } -> std::same_as<bool>;  // a man becomes a king
  { position.pieces() } -> std::same_as<Pieces>;
};

/// The rows of the board. See GameInfo::rows.
std::string board_rows(const Setup& setup);

}  // namespace plylab::checkers
