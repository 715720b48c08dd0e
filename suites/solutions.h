// Solutions as records.
#pragma once

#include <string>

#include "reports/record.h"
#include "suites/epd.h"
#include "suites/solve.h"

namespace plylab::suites {

/// What was found, and what it cost: two tables, so that each fits a terminal.
struct SolutionTables {
  reports::Table solutions;
  reports::Table costs;

  SolutionTables();

  /// Adds one record's solution by one search.
  void add(const Record& record, const Goal& goal, const search::Job& job,
           const Solution& solution);
};

/// The goal in the words of EPD: "bm Nd5 a4", "am Qxb2", "dm 3".
std::string to_string(const Record& record, const Goal& goal);

}  // namespace plylab::suites
