#include "suites/solve/contestants.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/base/input_error.h"
#include "suites/play/built_in.h"
#include "suites/play/engine_player.h"

namespace plylab::suites::solve {

Contestants::Contestants(const std::vector<search::Job>& jobs,
                         const std::vector<engines::EngineSpec>& engines,
                         const search::Limits& limits, std::size_t threads,
                         const std::atomic<bool>& stop)
    : teams_(threads) {
  for (const search::Job& job : jobs) {
    const search::SearchableGame& chess = search::searchable_chess();
    list_.push_back(
        {job.algorithm, job.generator, definition(play::SearchSpec{job.algorithm, job}, chess)});
    for (auto& team : teams_)
      team.push_back(std::make_unique<play::BuiltIn>(play::SearchSpec{job.algorithm, job}, chess));
  }
  for (const engines::EngineSpec& spec : engines) add_engine(spec, limits, stop);
}

void Contestants::add_engine(engines::EngineSpec spec, const search::Limits& limits,
                             const std::atomic<bool>& stop) {
  std::string name, own_name;
  for (auto& team : teams_) {
    auto player = play::start_engine(spec, stop);
    player->check(limits);
    spec.protocol = player->protocol();  // need not be detected again
    name = player->name();
    own_name = player->own_name();
    team.push_back(std::move(player));
  }
  if (std::any_of(list_.begin(), list_.end(),
                  [&](const Contestant& other) { return other.search == name; }))
    throw InputError(
        fmt::format("--engine '{}': there is a '{}' already; name it: --engine NAME=COMMAND",
                    spec.command, name));
  list_.push_back({name, "", definition(spec, own_name)});
}

}  // namespace plylab::suites::solve
