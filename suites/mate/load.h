// The tasks that the command line names.
#pragma once

#include <vector>

#include "suites/mate/options.h"
#include "suites/mate/task.h"

namespace plylab::suites::mate {

/// The positions of --fen, --suite and --popeye, with their twins and with the sides exchanged if
/// that is asked for, and all that is to be found in each. What a suite has that cannot be used is
/// printed on standard error; the rest is used. Throws InputError if nothing is left, or for a bad
/// FEN or Popeye input.
std::vector<MateTask> load(const Options& options);

}  // namespace plylab::suites::mate
