// How commands run an experiment: options that they share, and the report.
#pragma once

#include <string>
#include <vector>

#include "search/lab/comparison_options.h"
#include "search/lab/experiment.h"

namespace plylab::reports {
class Command;
class Session;
}  // namespace plylab::reports

namespace plylab::search::lab {

/// What is said beside the experiment itself.
struct SharedOptions : ComparisonOptions {
  std::string runs = {};  ///< the journal
  int threads = 1;

  void add_to(reports::Command command);

  /// Whether any of them was given.
  bool given() const;
};

/// How an experiment is run.
struct RunSettings {
  std::string runs;  ///< the journal's path; empty: none
  int threads = 1;
  const std::vector<SearchableGame>& games;  ///< those of the starts among them
  std::string kernel;  ///< of generators that have several; empty: the fastest
};

/// Runs the experiment, or what is left of it in the journal, and publishes its tables. Notes a
/// difference if searches that must agree do not. Throws InputError.
void run_command(const Experiment& experiment, const ComparisonSpec& comparison,
                 const RunSettings& how, reports::Session& session);

}  // namespace plylab::search::lab
