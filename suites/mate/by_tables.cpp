#include "suites/mate/by_tables.h"

#include <algorithm>
#include <chrono>

#include "gen/chess/board/reference.h"
#include "gen/chess/endgames/table.h"

namespace plylab::suites::mate {
namespace {

using chess::RatedMove;
using search::mate::longest_mate;
using search::mate::MateAnswer;
using search::mate::MateProblem;
using search::mate::MateStatus;
using search::mate::ShortestMate;

ShortestMate shortest_mate(DistanceValue value, const std::vector<RatedMove>& moves,
                           int max_moves) {
  const int bound = max_moves == 0 ? longest_mate : max_moves;
  const int needed = value.is_win() ? static_cast<int>(value.moves()) : bound + 1;
  ShortestMate mate{.refuted = std::min(bound, needed - 1), .complete = true};
  if (needed > bound) return mate;
  mate.moves = needed;
  for (const RatedMove& one : moves)
    if (one.value == value) mate.keys.push_back(one.move);
  return mate;
}

}  // namespace

std::optional<ShortestMate> shortest_mate(const chess::EndgameTables& tables,
                                          const chess::ValidSetup& position, int max_moves) {
  const auto moves = rated_moves(tables, position);
  const auto value = probe(tables, position, moves);
  if (!value) return std::nullopt;
  return shortest_mate(*value, moves, max_moves);
}

std::optional<MateAnswer> answer_by_tables(const chess::EndgameTables& tables,
                                           const MateProblem& problem) {
  const auto start = std::chrono::steady_clock::now();
  auto moves = rated_moves(tables, problem.position);
  MateAnswer answer{.nodes = moves.size()};
  if (const auto value = probe(tables, problem.position, moves)) {
    const ShortestMate mate = shortest_mate(*value, moves, problem.max_moves);
    answer.moves = mate.moves;
    answer.refuted = mate.refuted;
    answer.status = mate.moves > 0 ? MateStatus::shortest : MateStatus::none_within;
  } else if (!moves.empty() && moves.front().value.exists() && moves.front().value.is_win() &&
             static_cast<int>(moves.front().value.moves()) <= problem.bound()) {
    answer.moves = static_cast<int>(moves.front().value.moves());
    answer.status = MateStatus::line_valid;
  } else {
    return std::nullopt;
  }
  if (answer.mates()) {
    chess::ValidSetup position = problem.position;
    while (!moves.empty()) {
      answer.line.push_back(moves.front().move);
      position = chess::ValidSetup(chess::after(position.setup(), moves.front().move));
      moves = rated_moves(tables, position);
      answer.nodes += moves.size();
    }
  }
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return answer;
}

}  // namespace plylab::suites::mate
