// From suites to questions.
#pragma once

#include <vector>

#include "suites/epd.h"
#include "suites/verify/run.h"

namespace plylab::suites {

/// How deep to ask.
struct Depths {
  int most = 60;      ///< of the counts that a record states the deepest up to here
  int otherwise = 3;  ///< for records that state none so shallow
};

/// A task for each record, named by its id or its line.
std::vector<Task> tasks_of(const std::vector<Record>& records, Depths depths = {});

}  // namespace plylab::suites
