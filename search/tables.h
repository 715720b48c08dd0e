// Search results as tables.
#pragma once

#include <string>
#include <vector>

#include "gen/chess/fen.h"
#include "reports/record.h"
#include "search/run.h"

namespace plylab::search {

/// The tables of a search report; each row begins with position, search and generator.
class Tables {
 public:
  Tables();

  /// Adds the result of one search. `position` is its name.
  void add(const std::string& position, const chess::ValidSetup& setup, const Job& job,
           const Result& result);

  reports::Table summary, effort, counters, table_use, selectivity, minimal, iterations, cut_index,
      trace;
};

}  // namespace plylab::search
