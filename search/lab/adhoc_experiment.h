// plylab search with lists: the experiment that a command line describes.
#pragma once

#include <string>
#include <vector>

#include "reports/position_options.h"
#include "search/lab/run_command.h"
#include "search/options.h"

namespace plylab::search::lab {

/// The options of plylab search that only an experiment understands.
struct AdhocOptions {
  std::vector<std::string> trees;
  std::vector<std::string> seeds;
  std::string game;
  SharedOptions shared;

  void add_to(reports::Command command);

  /// Whether the command line describes an experiment: starts outside chess, more than one
  /// evaluation, ordering, switch set or depth, or anything about comparing and keeping runs.
  bool asked_for(const Options& options) const;

  /// Runs it; with `trace` the visits of trees are shown, and nothing is compared. Throws
  /// InputError.
  void run(const Options& options, const reports::PositionOptions& positions, bool trace,
           reports::Session& session) const;
};

}  // namespace plylab::search::lab
