// Whether an experiment has all the runs of an earlier one.
#pragma once

#include <string>

#include "search/lab/experiment.h"

namespace plylab::search::lab {

/// What an earlier experiment has that this one has not or has otherwise, in words: "its depth 5 in
/// the group chess". Empty if this one extends it: it has the same name and limits, and each run of
/// the earlier one is one of its runs.
std::string what_is_lost(const Experiment& earlier, const Experiment& now);

}  // namespace plylab::search::lab
