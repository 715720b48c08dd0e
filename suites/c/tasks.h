// The tasks that the C functions and the Python module share: from names and texts to typed tables.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/engines/generator_under_test.h"
#include "perft/games/countable_game.h"
#include "reports/tables/table.h"
#include "search/run/searchable_game.h"
#include "suites/program.h"

namespace plylab::suites::c {

/// Called about twenty times a second while a task runs, on the thread that started it; returning
/// false ends the task early. `share` is the share of the work done, 0 if unknown. An exception
/// also ends the task, and is rethrown.
using GoesOn = std::function<bool(double share)>;

/// A position with everything that counts and searches in its game. Cheap to copy.
struct Position {
  /// Throws InputError for a game that does not exist, and for a text that is no position of it.
  Position(std::string_view game, std::string_view text);

  const GameInfo& info() const { return counts->info; }
  /// The position after one or more moves, as players write them. Throws InputError.
  Position after(std::string_view moves) const;
  /// The legal moves: columns move, in the game's move notation, and words, as players write it.
  reports::Table moves() const;
  /// How the game has ended here: columns ending, winner; no row if it has not ended.
  reports::Table end() const;

  const perft::CountableGame* counts;
  const search::SearchableGame* searches;
  AnyStart start;
};

/// Runs a command of the program: suites/program.h.
CommandRun run(const std::vector<std::string>& arguments, const GoesOn& goes_on);

/// A count. Its stop flag and progress are not used.
struct PerftTask {
  perft::Job job = {};
  bool statistics = false;
  std::string convention = {};  ///< for statistics; empty for the usual one
};

struct PerftAnswer {
  reports::Table total;       ///< one row: leaves, early, seconds, kernel, complete
  reports::Table divide;      ///< columns move, leaves
  reports::Table statistics;  ///< columns name, count; no rows unless asked for
};

/// Throws InputError as perft::run does.
PerftAnswer perft(const Position& position, PerftTask task, const GoesOn& goes_on);

/// Sets the limits that are not 0. Throws InputError if all are 0, if one is negative, and for a
/// depth beyond the greatest.
void set_limits(search::Limits& limits, int depth, std::uint64_t nodes, double seconds);

/// A search. Throws InputError as SearchableGame::run does.
search::TextResult search(const Position& position, search::Job job, const GoesOn& goes_on);

/// The iterations of a result: columns depth, value, line, nodes, leaves, cutoffs,
/// first_move_cutoffs, researches, quiescence, table_cutoffs, seconds, complete, obstacle. One that
/// is not complete has no value; its line is that of the best move found, and its obstacle why it
/// ended, unless because of a limit.
reports::Table iterations(const search::ResultOf<std::string>& result);

/// Solves EPD records by a search. The text is the name or path of a suite, or, if it has a line
/// break or both a slash and a blank, the records themselves. Columns record, fen, goal, solved,
/// move, depth, nodes, seconds; no row for records not reached. Throws InputError, also if there is
/// nothing to solve.
reports::Table solve(const std::string& suite_or_records, search::Job job, int threads,
                     const GoesOn& goes_on);

/// A question to a mate solver (search/mate/solvers.h).
struct MateTask {
  std::string solver = "exhaustive";
  int max_moves = 0;  ///< 0: as long as the limits allow
  std::uint64_t nodes = 0;
  double seconds = 0;  ///< 0 for no limit, as for nodes
  std::size_t hash_mib = 64;
};

/// One row: status, moves, refuted, line, nodes, seconds. Throws InputError, also for a game that
/// is neither chess nor a variant of it, and for a task without a limit.
reports::Table mate(const Position& position, const MateTask& task, const GoesOn& goes_on);

/// The positions for verify(): those given, those of a suite, and random ones.
struct VerifyTask {
  std::string suite = {};              ///< empty: the suite verify, unless positions are given
  std::vector<std::string> fens = {};  ///< positions
  std::size_t random = 0;
  std::uint64_t seed = 1;
  bool chess960 = false;  ///< random games are those of Chess960
  int depth = 0;          ///< 0: the depths of the suite's counts; else 3, or 2 if random
  std::size_t max_faults = 10;
  int jobs = 1;
};

/// The tables of VERIFY.md; `summary` has one more column, report: the diagnosis in lines.
struct Verification {
  std::vector<reports::Table> tables;

  /// The table of that name, which must exist.
  const reports::Table& table(std::string_view name) const;
};

/// The moves of a question in UCI.
std::vector<std::string> moves_of(const engines::PerftQuestion& question);

/// A user's counting function as the generator under test. Answers with branches need no total.
class CountingFunction : public engines::GeneratorUnderTest {
 public:
  using Function = std::function<engines::PerftAnswer(const engines::PerftQuestion&)>;

  CountingFunction(std::string name, bool chess960, Function count)
      : name_(std::move(name)), chess960_(chess960), count_(std::move(count)) {}

  std::string name() const override { return name_; }
  engines::Abilities abilities() const override {
    return {.divides = divides_, .chess960 = chess960_};
  }
  engines::PerftAnswer ask(const engines::PerftQuestion& question) override;
  void restart() override {}

 private:
  std::string name_;
  bool chess960_;
  bool divides_ = false;  // it has answered with branches
  Function count_;
};

/// Verifies a chess generator. `start` makes one. Other threads than the caller's call `start` and
/// the generators, but only one thread at a time uses each generator. Throws InputError, and
/// EngineFault if no generator can be started.
Verification verify(const VerifyTask& task,
                    const std::function<std::unique_ptr<engines::GeneratorUnderTest>(
                        const std::atomic<bool>& stop)>& start,
                    const GoesOn& goes_on);

}  // namespace plylab::suites::c
