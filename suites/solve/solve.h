// Solving: whether a player finds what a record asks for, when, and whether it keeps to it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "search/run/run.h"
#include "suites/play/player.h"
#include "suites/solve/contestants.h"
#include "suites/solve/criteria.h"
#include "suites/solve/solution_store.h"

namespace plylab::suites::solve {

/// One record as a player answered it.
struct Solution {
  Assessment assessment;
  engines::Reply reply;
};

/// Asks the player about the record's position, as a new game, and judges the answers. Throws
/// what the player throws.
Solution solve(const epd::Record& record, const Goal& goal, play::Player& player,
               const search::Limits& limits);

/// The same with a built-in search, within the job's limits.
Solution solve(const epd::Record& record, const Goal& goal, const search::Job& job);

/// The move that was played, in SAN; there must be one.
std::string played_san(const epd::Record& record, const engines::Reply& reply);

/// A record with something to solve.
struct Puzzle {
  const epd::Record* record;
  Goal goal;
};

/// The solutions of a puzzle, contestant by contestant; empty where the run was stopped before.
using Solutions = std::vector<std::optional<Solution>>;

/// Lets every contestant solve every puzzle, several at a time, each on one thread. Replies that
/// the store has, if there is one, are not asked for again; new ones are added to it.
/// finished(done) is called after each solution, by one thread at a time. `solutions` has what has
/// been solved, also after an exception.
void solve_all(const std::vector<Puzzle>& puzzles, Contestants& contestants,
               const search::Limits& limits, int threads, SolutionStore* store,
               const std::function<void(std::size_t done)>& finished,
               std::vector<Solutions>& solutions);

/// A score as the operation ce has it (PGN standard 16.2.5): centipawns for the side to move; 32767
/// less the plies where it mates, and −32767 and the plies where it is mated.
std::optional<int> centipawn_evaluation(const engines::EngineLine& line);

/// The record with these operations replaced by what the reply says: acd (the last iteration), acn
/// (nodes), ce, pm (the move that was played) and pv (its line, in SAN). What is not known is left
/// out. Everything else stays as it is.
epd::Record with_analysis(epd::Record record, const engines::Reply& reply);

}  // namespace plylab::suites::solve
