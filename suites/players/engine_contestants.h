// External chess engines beside the searches of plylab search and plylab experiment.
#pragma once

#include <memory>

#include "search/lab/side_by_side.h"

namespace plylab::suites::players {

/// The engines of --engine, for commands of the floor below.
std::shared_ptr<search::lab::OtherContestants> engine_contestants();

}  // namespace plylab::suites::players
