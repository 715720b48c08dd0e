// Solving: whether and when a player meets a record's goal, and whether it keeps its answer.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/engines/move_session.h"
#include "search/run/run.h"
#include "suites/players/built_in.h"
#include "suites/solve/criteria.h"
#include "suites/solve/solution_store.h"

namespace plylab::suites::solve {

/// All contestants, one set for each thread: built-in searches first, then engines.
class Contestants {
 public:
  /// Starts all engines; with `identified` their contestants have a text for their programs. Throws
  /// InputError if one cannot be started, does not support the limits, or has the name of another
  /// contestant, and EngineFault if `stop` is set meanwhile.
  Contestants(const std::vector<players::SearchSpec>& searches,
              const std::vector<engines::EngineSpec>& engines, const search::Limits& limits,
              std::size_t threads, const std::atomic<bool>& stop, bool identified = false);

  const std::vector<Contestant>& list() const { return list_; }
  players::Player& player(std::size_t thread, std::size_t contestant) {
    return *teams_[thread][contestant];
  }

 private:
  /// Throws InputError if there is another contestant of that name and generator.
  void add(Contestant contestant, std::string_view given, std::string_view otherwise);
  void add_engine(engines::EngineSpec spec, const search::Limits& limits,
                  const std::atomic<bool>& stop, bool identified);

  std::vector<Contestant> list_;
  std::vector<std::vector<std::unique_ptr<players::Player>>> teams_;
};

/// A player's answer to a record.
struct Solution {
  engines::Reply reply;
  std::optional<Assessment> assessment;  ///< none after a fault: then there is no answer to judge
};

/// Asks the player about the record's position, as a new game, and judges the answers. Passes on
/// the player's exceptions.
Solution solve(const epd::Record& record, const Goal& goal, players::Player& player,
               const search::Limits& limits);

/// The same with a built-in search, within the job's limits.
Solution solve(const epd::Record& record, const Goal& goal, const search::Job& job);

/// The move that was played, in SAN; there must be one.
std::string played_san(const epd::Record& record, const engines::Reply& reply);

/// A record with something to solve.
struct Puzzle {
  const epd::Record* record;
  Goal goal;

  const std::string& name() const { return record->name; }
};

/// The solutions of a puzzle by contestant; none where the run was stopped before.
using Solutions = std::vector<std::optional<Solution>>;

/// Lets every contestant solve every puzzle, several at a time, each on one thread. Uses the
/// replies in the store, if there is one, and adds new ones to it. Calls finished(done) after each
/// solution, one thread at a time. `solutions` holds all solutions so far, also after an exception.
void solve_all(const std::vector<Puzzle>& puzzles, Contestants& contestants,
               const search::Limits& limits, int threads, SolutionStore* store,
               const std::function<void(std::size_t done)>& finished,
               std::vector<Solutions>& solutions);

/// A score for the operation ce (PGN standard 16.2.5): centipawns for the side to move; 32767 minus
/// the plies to mate if it mates, −32767 plus the plies if it is mated.
std::optional<int> centipawn_evaluation(const engines::EngineLine& line);

/// The record with these operations replaced from the reply: acd (the last finished iteration), acn
/// (nodes), pm (the move played), and its ce and pv (in SAN) by that iteration. Unknown ones are
/// omitted. Other operations stay unchanged.
epd::Record with_analysis(epd::Record record, const engines::Reply& reply);

}  // namespace plylab::suites::solve
