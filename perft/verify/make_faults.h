// Faults of making moves, each with its forms.
#pragma once

#include <span>

#include "perft/verify/fault_models.h"

namespace plylab::perft::verify {

/// Each fault in general, then in its forms.
std::span<const FaultModel> make_faults();

}  // namespace plylab::perft::verify
