#include "perft/soak/engines.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "gen/engines/process.h"
#include "perft/verify/compare.h"
#include "perft/verify/reference_divide.h"
#include "perft/verify/run.h"
#include "perft/verify/text_report.h"

namespace plylab::perft::soak {

Engines::Engines(const std::string& command, const std::string& protocol, engines::Seconds timeout,
                 int number, const std::atomic<bool>& stop)
    : start_([=, &stop] { return engines::start_engine(command, protocol, timeout, stop); }) {
  for (int i = 0; i < number; ++i) engines_.push_back(start_());
}

std::optional<EngineAnswer> Engines::ask(std::size_t number, const chess::Setup& setup) {
  constexpr int depth = 2;
  engines::Engine& engine = *engines_[number];
  if (needs_chess960(setup) && !engine.abilities().chess960) return std::nullopt;
  try {
    const auto right = verify::reference_divide(setup, depth);
    const engines::PerftQuestion question{setup, {}, depth, verify::total_of(right)};
    if (verify::compare(setup, engine.ask(question), right).agrees()) return EngineAnswer();
    verify::VerificationOptions options;
    options.start = start_;
    verify::VerificationResult result{engine.name(), {{to_string(setup), setup, depth}}, {}, {}};
    result.outcomes = verify::verify(result.tasks, options);
    std::vector<std::string> lines = text_report(result);
    if (lines.empty()) lines.emplace_back("asked again by an engine of its own, it is right");
    return EngineAnswer{"counts otherwise", std::move(lines)};
  } catch (const engines::EngineFault& fault) {
    if (fault.kind() == engines::FaultKind::stopped) return std::nullopt;
    return EngineAnswer{fmt::format("has failed: {} {}", engine.name(), fault.what())};
  }
}

}  // namespace plylab::perft::soak
