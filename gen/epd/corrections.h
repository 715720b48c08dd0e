// A second file laid over a suite: what is wrong in the first is put right without touching it.
#pragma once

#include <vector>

#include "gen/epd/epd.h"

namespace plylab::epd {

/// Lays the records of `corrections` over those of the suite, in their order.
///
/// A correction belongs to the records with its id if there are any; otherwise to those with its
/// position (clocks and an e.p. square that nobody can use do not matter). Each of its opcodes
/// replaces all operations of that opcode, or is added; an opcode without operands ("am;") takes
/// them away. The position becomes the correction's, the clocks only if it states other ones than 0
/// and 1. Returns an issue, placed in the corrections, for each that belongs to no record.
std::vector<Issue> apply(const Suite& corrections, Suite& suite);

}  // namespace plylab::epd
