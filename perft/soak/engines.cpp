#include "perft/soak/engines.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "gen/engines/engine_fault.h"
#include "perft/verify/comparison.h"
#include "perft/verify/generator.h"

namespace plylab::perft::soak {

Engines::Engines(const std::string& command, const std::string& protocol, engines::Seconds timeout,
                 int number, const std::atomic<bool>& stop)
    : start_([=, &stop] { return external::start_engine(command, protocol, timeout, stop); }) {
  for (int i = 0; i < number; ++i) engines_.push_back(start_());
}

std::optional<EngineAnswer> Engines::ask(std::size_t number, const chess::Setup& setup) {
  constexpr int depth = 2;
  external::Engine& engine = *engines_[number];
  if (needs_chess960(setup) && !engine.abilities().chess960) return std::nullopt;
  try {
    const auto right = verify::reference_divide(setup, depth);
    const external::PerftQuestion question{setup, {}, depth, verify::total_of(right)};
    if (verify::compare(setup, engine.ask(question), right).agrees()) return EngineAnswer();
    std::vector<std::string> lines = verify::report_on(setup, depth, start_);
    if (lines.empty()) lines.emplace_back("asked again in a new process, it is right");
    return EngineAnswer{"counts otherwise", std::move(lines)};
  } catch (const engines::EngineFault& fault) {
    if (fault.kind() == engines::FaultKind::stopped) return std::nullopt;
    return EngineAnswer{fmt::format("has failed: {} {}", engine.name(), fault.what())};
  }
}

}  // namespace plylab::perft::soak
