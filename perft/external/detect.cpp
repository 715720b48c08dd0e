#include "perft/external/detect.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "gen/engines/engine_command.h"
#include "gen/engines/process.h"
#include "perft/external/engine.h"
#include "perft/external/generator_under_test.h"
#include "perft/external/perft_protocols.h"

namespace plylab::perft::external {
namespace {

using engines::EngineFault;
using engines::FaultKind;

/// At most so long an answer is waited for, and the start, which takes a loaded machine some
/// seconds if the engine reads a network.
constexpr engines::Seconds longest_wait(6);
constexpr std::string_view kiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Whether the answers make sense together. A tool that does not understand may write a number that
/// is no count, but then always the same.
bool credible(const PerftProtocol& protocol, const PerftAnswer& array, const PerftAnswer& other) {
  return array.total && other.total &&
         (protocol.reading != Reading::any_number || array.total != other.total);
}

/// What became of trying a protocol.
struct Trial {
  bool fits = false;
  bool divides = false;
  bool started = false;  // it has greeted, or is one that is called
  EngineFault reason{FaultKind::malformed, "its counts do not depend on the position"};
};

Trial attempt(const std::string& command, const PerftProtocol& protocol, engines::Seconds timeout,
              const std::atomic<bool>& stop) {
  Trial trial;
  try {
    Engine engine(command, protocol, std::min(timeout, longest_wait), stop);
    trial.started = true;
    const PerftAnswer array =
        engine.ask({.start = chess::parse_fen(chess::startpos_fen), .depth = 2});
    const PerftAnswer other = engine.ask({.start = chess::parse_fen(kiwipete), .depth = 1});
    trial.fits = credible(protocol, array, other);
    trial.divides = !array.branches.empty();
  } catch (const EngineFault& error) {
    if (error.kind() == FaultKind::stopped) throw;
    trial.reason = error;
  }
  return trial;
}

}  // namespace

PerftProtocol detect_protocol(const std::string& command, engines::Seconds timeout,
                              const std::atomic<bool>& stop) {
  const std::vector<std::string> words = engines::command_words(command);
  if (words.empty())
    throw EngineFault(FaultKind::cannot_start, "cannot be started: no program named");
  if (!engines::find_engine(words.front()))
    throw EngineFault(FaultKind::cannot_start, "cannot be started: no such program");
  std::string tried;
  std::vector<std::string> output;
  std::vector<std::string> deaf_to;  // a greeting
  bool sessions = true;
  for (const PerftProtocol& protocol : protocols()) {
    const bool session = protocol.launch == Launch::session;
    if (protocol.reading == Reading::exit_status) continue;
    if (session && (!sessions || (!deaf_to.empty() && protocol.handshake.greeting == deaf_to)))
      continue;
    const Trial trial = attempt(command, protocol, timeout, stop);
    if (trial.fits) {
      PerftProtocol found = protocol;
      found.divides = trial.divides;
      return found;
    }
    if (session && (!trial.started || trial.reason.output().empty()))
      deaf_to = protocol.handshake.greeting;
    if (session && !trial.started) sessions = trial.reason.kind() != FaultKind::cannot_start;
    if (!trial.reason.output().empty()) output = trial.reason.output();
    tried +=
        fmt::format("{}{} ({})", tried.empty() ? "" : ", ", protocol.name, trial.reason.what());
  }
  throw EngineFault(FaultKind::cannot_start,
                    fmt::format("answers by no known protocol; tried {}", tried), output);
}

}  // namespace plylab::perft::external
