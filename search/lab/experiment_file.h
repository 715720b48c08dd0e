// An experiment as a TOML file; EXPERIMENTS.md documents the format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/lab/comparison.h"
#include "search/lab/experiment.h"

namespace plylab::search::lab {

/// The content of a file.
struct ExperimentFile {
  Experiment experiment;
  ComparisonSpec comparison;
  std::string runs;  ///< where the runs are stored; may be empty
};

/// Reads the text of a file; `path` is only used in messages. Its groups are of these games, by
/// default the first. Throws InputError, "file:line: key: what".
ExperimentFile parse_experiment(std::string_view text, const std::string& path,
                                const std::vector<SearchableGame>& games);

/// Reads a file by path, or by name from the shipped suites ("classical"). Throws InputError.
ExperimentFile load_experiment(const std::string& name, const std::vector<SearchableGame>& games);

}  // namespace plylab::search::lab
