// Solving: does a search find what a record asks for, when, and does it keep it?
#pragma once

#include "search/run.h"
#include "suites/solve/criteria.h"

namespace plylab::suites {

/// One record as a search answered it.
struct Solution {
  Assessment assessment;
  search::Result search;
};

/// Searches the record's position and judges the answers.
Solution solve(const Record& record, const Goal& goal, const search::Job& job);

}  // namespace plylab::suites
