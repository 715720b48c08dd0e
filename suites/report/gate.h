// Conditions under which a comparison fails: "nodes > 1.02 baseline", "solved < baseline".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/report/comparison.h"

namespace plylab::suites::report {

/// MEASURE OPERATOR [FACTOR] baseline. The baseline is A.
struct Gate {
  std::string text = {};        ///< as it was given
  std::string measure = {};     ///< a column of costs, or "solved"
  std::string comparison = {};  ///< one of < <= > >=
  double factor = 1;

  bool fails(double value, double baseline) const;
};

/// Throws InputError for anything else.
Gate parse_gate(std::string_view text);

/// A row for each gate and group: the ratio of costs against the factor, or the numbers of what was
/// solved. `failed` tells whether one does. Throws InputError for a measure that is not there.
reports::Table gates_table(const std::vector<Gate>& gates, const std::vector<CostRatio>& ratios,
                           const std::vector<Solved>& solved, bool& failed);

}  // namespace plylab::suites::report
