#include "search/lab/comparison_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reports/command_line/command_line.h"
#include "search/run/registry.h"

namespace plylab::search::lab {

void ComparisonOptions::add_to(reports::Command command) {
  command.add_option("--compare", factor,
                     fmt::format("Factor to compare: {} (default: the file's, or the last of these "
                                 "that has several values)",
                                 fmt::join(factor_names, ", ")));
  command.add_option(
      "--baseline", baseline,
      "What the others are compared with, or all for all pairs (default: the first)");
  command
      .add_option("--measure", measures,
                  fmt::format("Costs to compare: {} (default: the file's, or nodes)",
                              fmt::join(measure_names(), ", ")))
      .delimiter(',');
}

bool ComparisonOptions::given() const {
  return !factor.empty() || !baseline.empty() || !measures.empty();
}

void ComparisonOptions::overrule(ComparisonSpec& comparison, const Experiment& experiment) const {
  if (!factor.empty()) {
    comparison.factor = factor_of("--compare", factor);
    comparison.baseline.clear();
  }
  if (!baseline.empty())
    comparison.baseline = comparison.factor == Factor::variant ? exact_name(baseline) : baseline;
  if (!measures.empty()) comparison.measures = measures;
  check(comparison, experiment, "--");
}

}  // namespace plylab::search::lab
