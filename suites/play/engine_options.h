// The options by which commands choose engines that play: shared by solve and match.
#pragma once

#include <string>
#include <vector>

#include "reports/command_line/command_line.h"
#include "suites/play/engine_spec.h"

namespace plylab::suites::play {

/// Engines with all that can be said about them on a command line.
struct EngineOptions {
  std::vector<std::string> engines = {};    ///< as parse_engine() reads them
  std::vector<std::string> options = {};    ///< as give_option() reads them
  std::vector<std::string> protocols = {};  ///< as give_protocol() reads them
  bool restart = false;
  double timeout = 60;  ///< seconds

  void add_to(reports::Command whole);

  /// The engines; with a table of so many MiB each if `hash` is not 0. Throws InputError.
  std::vector<EngineSpec> specs(int hash) const;
};

}  // namespace plylab::suites::play
