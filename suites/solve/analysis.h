// What a search or an engine found, as EPD tells it.
#pragma once

#include <optional>

#include "gen/epd/epd.h"
#include "suites/play/player.h"

namespace plylab::suites::solve {

/// A score as the operation ce has it (PGN standard 16.2.5): centipawns for the side to move; 32767
/// less the plies where it mates, and −32767 and the plies where it is mated.
std::optional<int> centipawn_evaluation(const engines::EngineLine& line);

/// The record with what the reply says in place of what it said about that: acd (the last
/// iteration), acn (nodes), ce, pm (the move that was played) and pv (its line, in SAN). What is
/// not known is left out. Everything else stays as it is.
epd::Record with_analysis(epd::Record record, const engines::Reply& reply);

}  // namespace plylab::suites::solve
