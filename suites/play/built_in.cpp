#include "suites/play/built_in.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "suites/play/move_request.h"

namespace plylab::suites::play {
namespace {

Answer answer_of(int depth, chess::Move move, search::Value value) {
  Answer answer{depth, move};
  if (search::is_mate(value))
    answer.mate = search::mate_in(value);
  else
    answer.centipawns = value;
  return answer;
}

/// The line behind a root change: that of the latest iteration up to its own which came to the same
/// move and value. Empty if the change was itself improved on before its iteration ended.
std::vector<chess::Move> line_of(const search::RootChange<chess::Move>& change,
                                 const search::Result<chess::Chess>& result) {
  std::vector<chess::Move> line;
  for (const auto& iteration : result.iterations)
    if (iteration.depth <= change.depth && iteration.value == change.value &&
        !iteration.line.empty() && iteration.line.front() == change.move)
      line = iteration.line;
  return line;
}

/// Something to play where a limit came before the first answer: the first move in canonical order.
std::optional<chess::Move> any_move(const Turn& turn) {
  const auto legal = board_of(turn).generate();
  if (legal.empty()) return std::nullopt;
  return *std::min_element(legal.begin(), legal.end());
}

}  // namespace

History history_of(const search::Result<chess::Chess>& result) {
  History history;
  for (const auto& change : result.changes) {
    history.push_back(answer_of(change.depth, change.move, change.value));
    history.back().line = line_of(change, result);
    history.back().nodes = change.nodes;
    history.back().seconds = change.seconds;
  }
  std::uint64_t nodes = 0;
  double seconds = 0;
  for (const auto& iteration : result.iterations) {
    nodes += iteration.stats.nodes() + iteration.stats[search::Event::quiescence];
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
    if (after == history.begin() || *std::prev(after) != answer)
      history.insert(after, std::move(answer));
  }
  return history;
}

Reply BuiltIn::play(const Turn& turn) {
  search::Job job = job_;
  job.limits = turn.limits;
  if (turn.clocks)
    job.limits.seconds = std::min(
        job.limits.seconds, search::thinking_time(*turn.clocks, board_of(turn).side_to_move()));
  const auto result = search::run<chess::Chess>(turn.start, job, {.played = turn.moves});
  Reply reply{.history = history_of(result), .nodes = result.visited, .seconds = result.seconds};
  const chess::Move* best = result.best_move();
  reply.move = best != nullptr ? *best : any_move(turn);
  if (const auto* last = result.last_complete()) reply.depth = last->depth;
  return reply;
}

}  // namespace plylab::suites::play
