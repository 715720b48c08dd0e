// Slider attacks for evaluations and exchanges, for any board.
#pragma once

#include "gen/chess/bitboard/sliders.h"

namespace plylab::search {

/// What chess::attackers() asks of a kernel, on any CPU.
struct Sliders : chess::MagicSliders<Sliders> {};

}  // namespace plylab::search
