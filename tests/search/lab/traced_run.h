// A run whose visits can be recorded.
#pragma once

#include <string>

#include "gen/base/names.h"
#include "search/lab/experiment.h"
#include "search/run/registry.h"
#include "search/run/searchable_game.h"
#include "tests/search/search_jobs.h"

namespace plylab::testing {

/// A search of a position on the game's board that can be traced.
inline search::lab::Run traced_run(const std::string& game, const std::string& position,
                                   const std::string& algorithm, int depth,
                                   const std::string& with = "no-deepening") {
  const search::SearchableGame& searched = find_game(search::searchable_games(), game);
  search::lab::Run run{game, &searched, {position, searched.info.parse(position)}, {}, {}};
  run.job = search_job(algorithm, "canonical", depth, with);
  run.job.generator = search::traced_generator(searched);
  run.name = algorithm;
  return run;
}

}  // namespace plylab::testing
