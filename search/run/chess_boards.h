// The boards of chess and its variants that searches are compiled for, each in a file of its own.
#pragma once

#include "gen/chess/registry.h"
#include "gen/fairy/fairy.h"
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

extern template Result<fairy::Stationary>
run_on_board<fairy::Stationary, chess::MailboxOf<chess::Fairy>>(const chess::VariantSetup&,
                                                                const Job&, const ChessContext&);
extern template Result<fairy::Stationary>
run_on_board<fairy::Stationary, chess::X88Of<chess::Fairy>>(const chess::VariantSetup&, const Job&,
                                                            const ChessContext&);
extern template Result<fairy::Stationary>
run_on_board<fairy::Stationary, chess::Bitboard<chess::FairyMagic>>(const chess::VariantSetup&,
                                                                    const Job&,
                                                                    const ChessContext&);

}  // namespace plylab::search
