// External engines that are asked for mates, and what their announcements are worth.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "search/mate/problem.h"
#include "suites/mate/mate.h"
#include "suites/players/engine_player.h"

namespace plylab::suites::mate {

/// What plylab's solvers say of an engine's announcement that there is a mate in so many moves.
enum class Claim : std::uint8_t {
  none,     ///< no engine, or one that announces no mate
  open,     ///< not decided within the limits of an answer
  proved,   ///< there is such a mate, or a shorter one
  refuted,  ///< there is none
};

/// "open", …
std::string_view name_of(Claim claim);

/// What is wrong with the line of an announced mate, as matetrack names it: "too short" or "too
/// long" for a mate in so many moves, or "no mate" at its end. Empty for nothing.
std::string_view fault_of_line(const search::mate::MateAnswer& announced,
                               const MateQuestion& question, const chess::ValidSetup& position);

/// Has a solver look for a mate: a question, and the solver's name.
using AskSolver =
    std::function<search::mate::MateAnswer(const MateQuestion& question, std::string_view solver)>;

/// Proves or refutes what an engine has announced: dfpn looks for a mate of that length, and then
/// exhaustive, each within the limits of an answer.
Claim examine(const search::mate::MateAnswer& announced, const MateQuestion& question,
              const AskSolver& ask);

/// The engines of a call, with a process of each for each job.
class MateEngines {
 public:
  /// Starts them. Throws InputError if one cannot be started or has the name of another engine or
  /// of a solver, and EngineFault if `stop` is set meanwhile.
  MateEngines(const Options& options, const std::atomic<bool>& stop);

  std::size_t number() const { return engines_.size(); }
  /// Its name in tables.
  const std::string& name(std::size_t engine) const { return engines_[engine].name; }
  /// All that its answers depend on, apart from the question.
  const std::string& settings(std::size_t engine) const { return engines_[engine].settings; }

  /// The mate that the engine's last score announces, with its line: of the status `found` if the
  /// line ends in a mate of that length, otherwise `announced`. If it announces that the side which
  /// is to mate is mated itself, `moves` is less than 0, and the status `unknown`. Throws
  /// EngineFault; the engine can be asked again. Each job must call with its own number.
  search::mate::MateAnswer ask(std::size_t engine, std::size_t job, const MateQuestion& question,
                               const chess::ValidSetup& position);

 private:
  struct Engine {
    std::string name, settings;
    std::vector<std::unique_ptr<players::EnginePlayer>> processes;
  };

  bool plain_;
  const std::atomic<bool>& stop_;
  std::vector<Engine> engines_;
};

}  // namespace plylab::suites::mate
