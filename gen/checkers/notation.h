// Moves of checkers as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gen/checkers/board.h"
#include "gen/checkers/setup.h"
#include "gen/game/move_list.h"

namespace plylab::checkers {

using Moves = MoveList<Move, most_moves>;

/// "11-15", "15x22", "15x22x29": all squares that the piece comes to.
std::string to_string(Move move);

/// The move that a text says, among all that are legal: with all its squares, or the first and the
/// last where these say it. Where routes are merged any of them will do.
std::optional<Move> find_move(const Moves& legal, Routes routes, std::string_view text);

/// A move's text, and the way back, for all generators.
template <class P>
requires std::same_as<typename P::Move, Move> std::string move_text(const P&, Move move) {
  return to_string(move);
}
template <class P>
requires std::same_as<typename P::Move, Move> std::optional<Move> move_from_text(
    const P& position, std::string_view text) {
  return find_move(position.generate(), position.routes(), text);
}

/// For the ordering `ranked`: captures first, of many pieces before those of few, then crownings.
template <class P>
requires std::same_as<typename P::Move, Move>
int move_rank(const P& position, Move move) {
  return 2 * static_cast<int>(move.jumps()) + (position.promotes(move) ? 1 : 0);
}

/// A checkers generator as it appears in the registry.
template <class P>
concept CheckersPosition = Position<P> && std::same_as<typename P::Move, Move> &&
    requires(const P position) {
  { position.routes() } -> std::same_as<Routes>;
  { position.promotes(Move()) } -> std::same_as<bool>;  // a man becomes a king
  { position.pieces() } -> std::same_as<Pieces>;
};

}  // namespace plylab::checkers
