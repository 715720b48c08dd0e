// The options by which commands name engines that play.
#pragma once

#include <string>
#include <vector>

#include "suites/play/engine_spec.h"

namespace CLI {
class App;
}

namespace plylab::play {

/// Any number of engines, and how they are set.
struct EngineOptions {
  std::vector<std::string> engines = {}, options = {}, protocols = {};
  int hash = 0;     ///< MiB; 0: the engines' own
  int threads = 1;  ///< of each engine
  double patience = 60;
  bool fresh = false;

  /// --engine, --option, --protocol, --engine-hash, --threads, --timeout and --fresh.
  void add_to(CLI::App& command);

  /// The engines as they are to be started. Throws InputError.
  std::vector<EngineSpec> specs() const;
};

}  // namespace plylab::play
