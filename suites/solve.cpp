#include "suites/solve.h"

#include <algorithm>

namespace plylab::suites {
namespace {

Answer answer_of(int depth, chess::Move move, search::Value value) {
  Answer answer{depth, move};
  if (search::is_mate(value))
    answer.mate = search::mate_in(value);
  else
    answer.centipawns = value;
  return answer;
}

}  // namespace

History history_of(const search::Result& result) {
  History history;
  for (const auto& change : result.changes) {
    history.push_back(answer_of(change.depth, change.move, change.value));
    history.back().nodes = change.nodes;
    history.back().seconds = change.seconds;
  }
  std::uint64_t nodes = 0;
  double seconds = 0;
  for (const auto& iteration : result.iterations) {
    nodes += iteration.stats.nodes() + iteration.stats.quiescence_nodes;
    seconds += iteration.seconds;
    if (iteration.line.empty()) continue;
    Answer answer = answer_of(iteration.depth, iteration.line.front(), iteration.value);
    answer.line = iteration.line;
    // An iteration ends after all its changes.
    const auto after = std::find_if(history.begin(), history.end(),
                                    [&](const Answer& one) { return one.depth > iteration.depth; });
    if (after != history.begin()) {
      nodes = std::max(nodes, std::prev(after)->nodes);
      seconds = std::max(seconds, std::prev(after)->seconds);
    }
    answer.nodes = nodes;
    answer.seconds = seconds;
    history.insert(after, std::move(answer));
  }
  return history;
}

Solution solve(const Record& record, const Goal& goal, const search::Job& job) {
  const chess::Setup position(record.fen);
  search::Result result = search::run(position, job);
  Assessment assessment = assess(goal, position, history_of(result));
  return {std::move(assessment), std::move(result)};
}

}  // namespace plylab::suites
