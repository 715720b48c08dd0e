// The searches on the boards of chess and of its variants. They are many, so CMake compiles those
// on each board in a file of its own, search/run/chess_board.cpp.in. It reads the boards from the
// lists of generators in gen/chess/registry.h and gen/fairy/fairy.h.
#pragma once

#include "gen/chess/registry.h"
#include "gen/fairy/fairy.h"
#include "search/run/run.h"

namespace plylab::search {

/// Whether these files have the searches of the game.
template <Game G>
inline constexpr bool searched_by_board = false;
template <>
inline constexpr bool searched_by_board<chess::Chess> = true;
template <>
inline constexpr bool searched_by_board<fairy::Stationary> = true;

/// Runs the job on a board of such a game; the job's generator does not matter.
template <Game G, class Board>
Result<G> run_on_chess_board(const typename G::Start& start, const Job& job,
                             const RootContext<MoveOf<G>>& context);

}  // namespace plylab::search
