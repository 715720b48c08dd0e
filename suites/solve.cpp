#include "suites/solve.h"

#include <algorithm>
#include <utility>

#include "gen/chess/mailbox.h"

namespace plylab::suites {
namespace {

bool contains(const std::vector<chess::Move>& moves, chess::Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

}  // namespace

bool Goal::met_by(chess::Move move, search::Value value) const {
  if (best.empty() && avoid.empty())
    return mate && search::is_mate(value) && value > 0 &&
           static_cast<std::uint64_t>(search::mate_in(value)) <= *mate;
  return (best.empty() || contains(best, move)) && !contains(avoid, move);
}

Goal goal_of(const Record& record, std::vector<std::string>& problems) {
  const auto legal = chess::Mailbox(chess::Setup(record.fen)).generate();
  const auto take = [&](ResolvedMoves resolved) {
    problems.insert(problems.end(), resolved.problems.begin(), resolved.problems.end());
    return std::move(resolved.moves);
  };
  return {take(best_moves(record, legal)), take(avoid_moves(record, legal)),
          record.mate_distance()};
}

Solution solve(const Record& record, const Goal& goal, const search::Job& job) {
  Solution solution;
  solution.search = search::run(chess::Setup(record.fen), job);
  for (const auto& change : solution.search.changes) {
    const bool met = goal.met_by(change.move, change.value);
    if (met && !solution.first_found) {
      solution.first_found = change;
      solution.kept = true;
    }
    solution.kept &= met;
    solution.solved = met;
  }
  return solution;
}

}  // namespace plylab::suites
