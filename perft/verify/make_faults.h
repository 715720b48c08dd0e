// Faults of making moves, each with its forms.
#pragma once

#include <span>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "perft/verify/fault_models.h"

namespace plylab::perft::verify {

/// Whether a pawn captures, but not e.p., while there is an e.p. square.
bool is_other_capture(const chess::Setup& before, chess::Move move);

/// Each fault in general, then in its forms.
std::span<const FaultModel> make_faults();

}  // namespace plylab::perft::verify
