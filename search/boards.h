// The chess boards that searches are compiled for, each in a file of its own.
#pragma once

#include "gen/chess/registry.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/run.h"

namespace plylab::search {

/// Runs the job on a board of this type; job.generator does not matter.
template <chess::ChessPosition P>
Result run_on_board(const chess::ValidSetup& position, const Job& job);

extern template Result run_on_board<chess::Mailbox>(const chess::ValidSetup&, const Job&);
extern template Result run_on_board<chess::X88>(const chess::ValidSetup&, const Job&);
extern template Result run_on_board<chess::Bitboard<chess::Pext>>(const chess::ValidSetup&,
                                                                  const Job&);
extern template Result run_on_board<chess::Bitboard<chess::Magic>>(const chess::ValidSetup&,
                                                                   const Job&);

}  // namespace plylab::search
