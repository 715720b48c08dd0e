// What generators disagree about that have worked on the same count, in words.
#pragma once

#include <string>

#include "perft/cluster/plan.h"

namespace plylab::perft::cluster {

/// "at ply 3 there are 120 and 119 positions": what the frontiers of two plans that were to be the
/// same differ in. Empty if they do not.
std::string disagreement(const Plan& first, const Plan& second);

/// "unit 3 has 217 and 259 leaves below b1c3": what two counts of a unit of the plan differ in.
/// Empty if they do not.
std::string disagreement(const Plan& plan, const Unit& first, const Unit& second);

}  // namespace plylab::perft::cluster
