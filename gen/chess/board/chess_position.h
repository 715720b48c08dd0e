// What chess offers beyond Position: the hooks that notation, statistics and evaluations use.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "gen/chess/board/fen.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/notation.h"
#include "gen/game/position.h"

namespace plylab::chess {

/// A chess generator as it appears in the registry.
template <class P>
concept ChessPosition = Position<P> && Board<P> && std::constructible_from<P, const ValidSetup&> &&
    requires(const P c, void visit(Piece, Square)) {
  { c.halfmove_clock() } -> std::same_as<unsigned>;
  { c.for_each_piece(visit) } -> std::same_as<void>;  // in no particular order
};

}  // namespace plylab::chess
