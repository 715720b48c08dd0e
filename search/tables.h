// Search results as tables.
#pragma once

#include <string>
#include <vector>

#include "reports/game_options.h"
#include "reports/tables/table.h"
#include "search/run/searchable_game.h"

namespace plylab::search {

/// The wall time of all iterations, as an experiment counts it: without that between them, in which
/// lines are completed.
double iteration_seconds(const TextResult& result);

/// The tables of a search report; each row begins with position, search and generator.
class Tables {
 public:
  Tables();

  /// Adds the result of one search.
  void add(const GameInfo& game, const reports::NamedPosition& start, const Job& job,
           const TextResult& result);

  /// Adds every visit of a search, in the order in which they began: node, window, what the visit
  /// returned, whether a move's value reached beta.
  void add_visits(const std::string& position, const Job& job, const TextResult& result);

  reports::Table summary, effort, counters, table_use, selectivity, minimal, iterations, cut_index,
      trace, visits;
};

}  // namespace plylab::search
