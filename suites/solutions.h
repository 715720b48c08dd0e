// Solutions as records.
#pragma once

#include <string>

#include "reports/record.h"
#include "suites/epd.h"
#include "suites/solve.h"

namespace plylab::suites {

/// An empty table for add_solution().
reports::Table solutions_table();

/// Adds one record's solution by one search.
void add_solution(reports::Table& table, const Record& record, const Goal& goal,
                  const search::Job& job, const Solution& solution);

/// The goal in the words of EPD: "bm Nd5 a4", "am Qxb2", "dm 3".
std::string to_string(const Record& record, const Goal& goal);

}  // namespace plylab::suites
