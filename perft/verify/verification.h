// Verifies a generator on many positions, with several processes at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/count.h"
#include "gen/chess/board/setup.h"
#include "gen/engines/generator_under_test.h"
#include "gen/epd/epd.h"
#include "perft/verify/diagnosis.h"
#include "perft/verify/judgement.h"

namespace plylab::perft::verify {

/// A position to ask about.
struct Task {
  std::string name;
  chess::Setup setup;
  int depth = 1;
  std::vector<epd::PerftCount> stated = {};  ///< the suite's counts up to that depth
  bool states_deeper = false;                ///< the suite has counts, all of greater depths
  std::string file = {};                     ///< the suite's path; empty without one
  std::size_t line = 0;                      ///< of that file
  /// The record's pv: a generator that plays moves is asked about the position after them, too.
  std::vector<chess::Move> moves = {};
};

/// The depths to ask for.
struct Depths {
  int otherwise = 3;                   ///< plies, for records that state no count within the limits
  int most = 60;                       ///< largest depth to use of a record's counts …
  std::uint64_t max_leaves = 200'000;  ///< … and their largest number of paths
};

/// A task for each record, named by its id or its line.
std::vector<Task> tasks_of(const std::vector<epd::Record>& records, Depths depths = {});

/// The depths for the user's choice; 0 means the default, which is smaller for random positions.
Depths chosen_depths(int depth, bool are_random);

/// random_positions() as records, with ids.
std::vector<epd::Record> random_records(std::size_t number, std::uint64_t seed, bool chess960,
                                        const std::function<bool(std::size_t drawn)>& goes_on = {});

/// Where a generator dies.
struct PlaceOfDeath {
  ReachedPosition way;  ///< to the position, from the task's or the last one set up
  int depth = 1;        ///< of the question there, in plies
  /// If the generator has played the moves of the way: whether it is right by FEN.
  std::optional<bool> is_right_by_fen = {};
};

/// The outcome of a task.
struct Outcome : Judgement {
  /// For a difference; none if the generator answered another question, or gave no answer during
  /// the search for the cause. For a generator that died: of a wrong answer on the way to where it
  /// dies, if there is one.
  std::optional<Diagnosis> diagnosis = {};
  /// The smallest case, without a diagnosis; none if it dies at once, at depth 1.
  std::optional<PlaceOfDeath> death = {};
  /// For the first death of its kind: with as few men as possible, where it still dies by FEN.
  std::optional<chess::Setup> dies_with_fewest = {};
  std::string evidence = {};             ///< Oddity::evidence
  std::vector<Miscount> miscounts = {};  ///< of the answer for which a cause was sought
  std::vector<Answered> answers = {};    ///< all, if a cause was found
  std::vector<int> right_depths = {};    ///< at which it was asked about the position and was right
};

/// A wrong count in a suite, and the right one.
struct WrongStatement {
  epd::PerftCount stated;
  Count right;
};

/// The wrong counts of a task's record, at the depths asked for.
std::vector<WrongStatement> wrong_statements(const Task& task, const Outcome& outcome);

/// The default patience: this part of the time that an answer may take.
inline constexpr double patience_of_timeout = 0.1;

/// How to verify.
struct VerificationOptions : RunOptions {
  std::function<std::unique_ptr<engines::GeneratorUnderTest>()> start;  ///< may throw EngineFault
  double patience = std::numeric_limits<double>::infinity();            ///< see Pace
  /// After so many seconds, no other cause is sought where those that were found in
  /// FaultLimit::positions_per_fault positions explain a whole list of moves.
  double presume_after = FaultLimit::long_run / 3;
};

/// The outcomes in the order of the tasks. Those with the fewest leaves are asked first: a slow
/// generator soon shows its faults. Throws EngineFault if no generator can be started. If
/// only some can be started, the tasks of the others fail.
std::vector<Outcome> verify(const std::vector<Task>& tasks, const VerificationOptions& options);

}  // namespace plylab::perft::verify
