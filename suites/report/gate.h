// Conditions under which a comparison fails: "nodes > 1.02 baseline", "solved < baseline",
// "seconds > 1.5 baseline above 0.1 in pvs-soft".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/report/comparison.h"

namespace plylab::suites::report {

/// MEASURE OPERATOR [FACTOR] baseline [above COST] [in GROUP]. The baseline is A.
struct Gate {
  std::string text = {};        ///< as it was given
  std::string measure = {};     ///< a column of costs, or "solved"
  std::string comparison = {};  ///< one of < <= > >=
  double factor = 1;
  double above = 0;        ///< rows that cost at most this in both A and B do not count
  std::string group = {};  ///< only groups with this text in their name; empty: all

  bool fails(double value, double baseline) const;
};

/// Throws InputError for anything else.
Gate parse_gate(std::string_view text);

/// The data that gates examine.
struct Gated {
  std::vector<CostRatio> ratios;
  std::vector<Solved> solved = {};
  std::vector<Coverage> coverage = {};
  bool complete = true;    ///< whether B's job was completed
  std::string apart = {};  ///< why some tables have no comparable rows, if so
};

/// A row for each gate and group: the ratio of costs and the factor, or the numbers solved. These
/// rows come first, and always fail:
/// - a row for each table of positions in both of which B lacks rows that A has;
/// - a row if B's job is incomplete.
///
/// Adds a check for each row. Throws InputError for a measure that does not exist.
reports::Table gates_table(const std::vector<Gate>& gates, const Gated& gated,
                           std::vector<reports::Check>& checks);

}  // namespace plylab::suites::report
