// What generators that break a rule usually do wrong.
#pragma once

#include <string_view>

#include "perft/verify/diagnosis.h"

namespace plylab::perft::verify {

/// Where to look first, in a line, such as "the king still stands in the occupancy when its flight
/// squares are tested".
std::string_view usual_cause(Wrong wrong, chess::Rule rule);

/// The same of a mistake as a whole; empty if nothing points to one cause.
std::string_view usual_cause(const Diagnosis& diagnosis);

}  // namespace plylab::perft::verify
