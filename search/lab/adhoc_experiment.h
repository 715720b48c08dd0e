// plylab search with lists: the experiment that a command line describes.
#pragma once

#include "reports/game_options.h"
#include "search/lab/run_command.h"
#include "search/run/options.h"

namespace plylab::search::lab {

/// The options of plylab search that only an experiment understands.
struct AdhocOptions {
  SharedOptions shared;

  void add_to(reports::Command command);

  /// Whether the command line describes an experiment: more than one evaluation, ordering, switch
  /// set or depth, positions drawn by seeds, the variant minimal, or anything about comparing and
  /// keeping runs.
  bool asked_for(const Options& options, const reports::GameOptions& positions) const;

  /// Runs it. Throws InputError.
  void run(Options options, const reports::GameOptions& positions, const SearchableGame& game,
           reports::Session& session) const;
};

}  // namespace plylab::search::lab
