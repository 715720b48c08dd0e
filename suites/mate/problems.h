// Problems solved completely, and whether they are sound.
#pragma once

#include <vector>

#include "suites/mate/options.h"

namespace plylab::suites::mate {

/// Solves each task and publishes all solutions, and what they say of the problem.
void solve_problems(const Options& options, const std::vector<MateTask>& tasks,
                    reports::Session& session);

}  // namespace plylab::suites::mate
