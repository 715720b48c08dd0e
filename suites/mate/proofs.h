// One mate for each position, and how well it is known.
#pragma once

#include <vector>

#include "suites/mate/options.h"

namespace plylab::suites::mate {

/// Has each solver look for the mate of each task and publishes what they find.
void look_for_mates(const Options& options, const std::vector<MateTask>& tasks,
                    reports::Session& session);

}  // namespace plylab::suites::mate
