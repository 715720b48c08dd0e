// The contestants that solve suites: built-in searches and external engines.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gen/engines/move_session.h"
#include "search/run/run.h"
#include "suites/play/player.h"

namespace plylab::suites::solve {

/// A contestant's name in the tables, and its definition.
struct Contestant {
  std::string search;           ///< the algorithm, or the engine's name
  std::string generator = {};   ///< empty for an engine
  std::string definition = {};  ///< everything except the limits that determines its answers
};

/// All contestants, one set for each thread: built-in searches first, then engines.
class Contestants {
 public:
  /// Starts all engines. Throws InputError if one cannot be started, does not support the limits,
  /// or has the name of another contestant, and EngineFault if `stop` is set meanwhile.
  Contestants(const std::vector<search::Job>& jobs, const std::vector<engines::EngineSpec>& engines,
              const search::Limits& limits, std::size_t threads, const std::atomic<bool>& stop);

  const std::vector<Contestant>& list() const { return list_; }
  play::Player& player(std::size_t thread, std::size_t contestant) {
    return *teams_[thread][contestant];
  }

 private:
  void add_engine(engines::EngineSpec spec, const search::Limits& limits,
                  const std::atomic<bool>& stop);

  std::vector<Contestant> list_;
  std::vector<std::vector<std::unique_ptr<play::Player>>> teams_;
};

}  // namespace plylab::suites::solve
