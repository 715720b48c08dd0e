// The chess boards that searches are compiled for, each in a file of its own.
#pragma once

#include "gen/chess/registry.h"
#include "search/run/run.h"

namespace plylab::search {

/// Runs the job on a board of this type; the job's generator does not matter.
template <Game G, class Board>
Result<G> run_on_board(const typename G::Start& start, const Job& job,
                       const RootContext<MoveOf<G>>& context);

using ChessContext = RootContext<chess::Move>;

extern template Result<chess::Chess> run_on_board<chess::Chess, chess::Mailbox>(
    const chess::ValidSetup&, const Job&, const ChessContext&);
extern template Result<chess::Chess> run_on_board<chess::Chess, chess::X88>(
    const chess::ValidSetup&, const Job&, const ChessContext&);
extern template Result<chess::Chess> run_on_board<chess::Chess, chess::Bitboard<chess::Pext>>(
    const chess::ValidSetup&, const Job&, const ChessContext&);
extern template Result<chess::Chess> run_on_board<chess::Chess, chess::Bitboard<chess::Magic>>(
    const chess::ValidSetup&, const Job&, const ChessContext&);

}  // namespace plylab::search
