// Engines that are asked beside the generators, one for each thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/chess/board/setup.h"
#include "gen/engines/engine.h"
#include "perft/soak/soak.h"

namespace plylab::perft::soak {

/// Copies of one engine.
class Engines {
 public:
  /// Starts them. Throws InputError about the protocol and EngineFault about the engine.
  Engines(const std::string& command, const std::string& protocol, engines::Seconds timeout,
          int number, const std::atomic<bool>& stop);

  /// Asks one for the paths of two moves: whether they are not right, or what befell the engine. No
  /// answer if the engine does not take the position, or if waiting was stopped.
  std::optional<EngineAnswer> ask(std::size_t number, const chess::Setup& setup);

  std::string name() const { return engines_.front()->name(); }

 private:
  std::vector<std::unique_ptr<engines::Engine>> engines_;
  std::function<std::unique_ptr<engines::Engine>()> start_;
};

}  // namespace plylab::perft::soak
