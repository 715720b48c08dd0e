// Verifying a generator on many positions, with several of it at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/count.h"
#include "gen/chess/board/setup.h"
#include "gen/engines/generator_under_test.h"
#include "gen/epd/epd.h"
#include "perft/verify/diagnosis.h"

namespace plylab::perft::verify {

/// A position to ask about.
struct Task {
  std::string name;
  chess::Setup setup;
  int depth = 1;
  std::vector<epd::PerftCount> stated = {};  ///< what a suite says, for depths up to that one
  std::string file = {};                     ///< the suite's path; empty if it is of none
  std::size_t line = 0;                      ///< of that file
};

/// How deep to ask.
struct Depths {
  int otherwise = 3;  ///< plies, for records that state no count within the limits
  int most = 60;      ///< of the counts that a record states the deepest up to here …
  std::uint64_t most_leaves = 200'000;  ///< … and of no more paths than this
};

/// A task for each record, named by its id or its line.
std::vector<Task> tasks_of(const std::vector<epd::Record>& records, Depths depths = {});

/// The depths for a user's depth; 0 leaves it to us, which is less for random positions.
Depths chosen_depths(int depth, bool are_random);

/// random_positions() as records, with ids.
std::vector<epd::Record> random_records(std::size_t number, std::uint64_t seed, bool chess960,
                                        const std::function<bool(std::size_t drawn)>& goes_on = {});

/// How a generator did on a task.
enum class Verdict : std::uint8_t {
  unasked,  ///< we were stopped, or had seen enough faults
  agrees,
  differs,
  failed,      ///< no usable answer
  unsupported  ///< the generator cannot be asked: no Chess960
};

/// "unasked", "agrees", "differs", "failed", "unsupported".
std::string_view name_of(Verdict verdict);

/// What happened with a task.
struct Outcome {
  Verdict verdict = Verdict::unasked;
  int depth = 0;  ///< of the last question; they begin at 1, 0 is that it did not start
  Count right = 0;
  std::vector<Count> right_at = {};  ///< the same for the depths 1, 2, … up to that one
  std::optional<Count> reported = {};
  double seconds = 0;  ///< until its answers, or until there was none, summed
  /// For what differs; none if the answer is that to another question.
  std::optional<Diagnosis> diagnosis = {};
  /// "its answer is the one for …", or why the search for the cause ended early.
  std::string remark = {};
  std::optional<engines::EngineFault> error = {};  ///< for what failed
};

/// A count that a suite states, and the right one, which is another.
struct WrongStatement {
  epd::PerftCount stated;
  Count right;
};

/// Those of the task at the depths that were asked for.
std::vector<WrongStatement> wrong_statements(const Task& task, const Outcome& outcome);

/// How to verify.
struct VerificationOptions {
  std::function<std::unique_ptr<engines::GeneratorUnderTest>()> start;  ///< may throw EngineFault
  int jobs = 1;                  ///< how many generators run at once
  std::size_t most_faults = 10;  ///< ends after this many tasks that differ or failed; 0: never
  const std::atomic<bool>* stop = nullptr;
  std::function<void(double share)> progress = {};  ///< by one thread at a time
};

/// The outcomes in the order of the tasks. Throws EngineFault if no generator can be started; where
/// only some of several can, those that cannot have failed their tasks.
std::vector<Outcome> verify(const std::vector<Task>& tasks, const VerificationOptions& options);

}  // namespace plylab::perft::verify
