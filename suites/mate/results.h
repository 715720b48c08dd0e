// What records state about mates beside what the solvers find.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "search/mate/composition.h"
#include "suites/mate/task.h"

namespace plylab::suites::mate {

/// One solver's answer to a question.
struct MateResult {
  std::string name;
  std::string_view solver;
  search::mate::MateAnswer answer;
  std::string key = {}, line = {};     ///< in SAN
  bool stated = false;                 ///< a record states something about it
  std::optional<bool> as_stated = {};  ///< whether it is what the record states
};

/// Whether it says something about a mate; points do not.
bool states_something(const solve::Goal& stated);

/// Whether the answer is what the record states: a mate of dm moves (of at most dm where the solver
/// does not look for the shortest), its key one of bm and none of am. Nothing if the record states
/// nothing about mates, or if the answer says nothing about what it states.
std::optional<bool> as_stated(const solve::Goal& stated, const search::mate::MateAnswer& answer);

/// The same for all solutions: dm is their number of moves, each first move one of bm.
std::optional<bool> as_stated(const solve::Goal& stated, const search::mate::Solution& solution);

/// Status, moves, key, nodes and time; a row each.
reports::Table table_of(const std::vector<MateResult>& results, bool quiet_captures);

/// The lines in SAN; a row each.
reports::Table lines_of(const std::vector<MateResult>& results);

/// Each solver's sums.
reports::Table summary_of(const std::vector<MateResult>& results);

}  // namespace plylab::suites::mate
