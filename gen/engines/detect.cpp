#include "gen/engines/detect.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "gen/engines/engine.h"
#include "gen/engines/generator_under_test.h"
#include "gen/engines/process.h"
#include "gen/engines/protocols.h"

namespace plylab::engines {
namespace {

constexpr Seconds short_patience(2);
constexpr std::string_view kiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Whether the answers make sense together. A tool that does not understand may write a number that
/// is no count, but then always the same.
bool credible(const Protocol& protocol, const Answer& array, const Answer& other) {
  return array.total && other.total &&
         (protocol.reading != Reading::any_number || array.total != other.total);
}

/// What became of trying a protocol.
struct Trial {
  bool fits = false;
  bool divides = false;
  bool started = false;  // it has greeted, or is one that is called
  SubjectError reason{Failure::rubbish, "its counts do not depend on the position"};
};

Trial attempt(const std::string& command, const Protocol& protocol, const std::atomic<bool>& stop) {
  Trial trial;
  try {
    Engine engine(command, protocol, short_patience, stop);
    trial.started = true;
    const Answer array = engine.ask({.start = chess::parse_fen(chess::startpos_fen), .depth = 2});
    const Answer other = engine.ask({.start = chess::parse_fen(kiwipete), .depth = 1});
    trial.fits = credible(protocol, array, other);
    trial.divides = !array.branches.empty();
  } catch (const SubjectError& error) {
    if (error.failure() == Failure::stopped) throw;
    trial.reason = error;
  }
  return trial;
}

}  // namespace

Protocol detect_protocol(const std::string& command, const std::atomic<bool>& stop) {
  const std::vector<std::string> words = command_words(command);
  if (words.empty())
    throw SubjectError(Failure::cannot_start, "cannot be started: no program named");
  if (!find_engine(words.front()))
    throw SubjectError(Failure::cannot_start, "cannot be started: no such program");
  std::string tried;
  std::vector<std::string> output;
  std::vector<std::string> deaf_to;  // a greeting
  bool talks = true;
  for (const Protocol& protocol : protocols()) {
    const bool talk = protocol.launch == Launch::talk;
    if (protocol.reading == Reading::exit_status) continue;
    if (talk && (!talks || (!deaf_to.empty() && protocol.greeting == deaf_to))) continue;
    const Trial trial = attempt(command, protocol, stop);
    if (trial.fits) {
      Protocol found = protocol;
      found.divides = trial.divides;
      return found;
    }
    if (talk && (!trial.started || trial.reason.output().empty())) deaf_to = protocol.greeting;
    if (talk && !trial.started) talks = trial.reason.failure() != Failure::cannot_start;
    if (!trial.reason.output().empty()) output = trial.reason.output();
    tried +=
        fmt::format("{}{} ({})", tried.empty() ? "" : ", ", protocol.name, trial.reason.what());
  }
  throw SubjectError(Failure::cannot_start,
                     fmt::format("answers by no known protocol; tried {}", tried), output);
}

}  // namespace plylab::engines
