#include "suites/play/built_in.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace plylab::suites::play {
namespace {

EngineLine engine_line(int depth, const std::string& move, search::Value value) {
  EngineLine line{depth, move};
  if (search::is_mate(value))
    line.mate = search::mate_in(value);
  else
    line.centipawns = value;
  return line;
}

/// The line behind a root change: that of the latest iteration up to its own which came to the same
/// move and value. Empty if the change was itself improved on before its iteration ended.
std::vector<std::string> pv_of(const search::RootChange<std::string>& change,
                               const search::TextResult& result) {
  std::vector<std::string> line;
  for (const auto& iteration : result.iterations)
    if (iteration.depth <= change.depth && iteration.value == change.value &&
        !iteration.line.empty() && iteration.line.front() == change.move)
      line = iteration.line;
  return line;
}

/// The game that a request is about.
std::unique_ptr<Referee> game_of(const MoveRequest& request, const GameInfo& game) {
  auto referee = game.referee(game.parse(request.start));
  for (const std::string& move : request.moves) referee->play(move);
  return referee;
}

/// Something to play where a limit came before the first answer: the first move in canonical order.
std::optional<std::string> any_move(const Referee& referee) {
  const auto legal = referee.moves();
  return legal.empty() ? std::nullopt : std::optional(legal.front());
}

}  // namespace

EngineLines lines_of(const search::TextResult& result) {
  EngineLines lines;
  for (const auto& change : result.changes) {
    lines.push_back(engine_line(change.depth, change.move, change.value));
    lines.back().pv = pv_of(change, result);
    lines.back().nodes = change.nodes;
    lines.back().seconds = change.seconds;
  }
  std::uint64_t nodes = 0;
  double seconds = 0;
  for (const auto& iteration : result.iterations) {
    nodes += iteration.stats.nodes() + iteration.stats[search::Event::quiescence];
    seconds += iteration.seconds;
    if (iteration.line.empty()) continue;
    EngineLine line = engine_line(iteration.depth, iteration.line.front(), iteration.value);
    line.pv = iteration.line;
    // An iteration ends after all its changes.
    const auto after = std::find_if(lines.begin(), lines.end(), [&](const EngineLine& one) {
      return one.depth > iteration.depth;
    });
    if (after != lines.begin()) {
      nodes = std::max(nodes, std::prev(after)->nodes);
      seconds = std::max(seconds, std::prev(after)->seconds);
    }
    line.nodes = nodes;
    line.seconds = seconds;
    if (after == lines.begin() || *std::prev(after) != line) lines.insert(after, std::move(line));
  }
  return lines;
}

Reply BuiltIn::play(const MoveRequest& request) {
  search::Job job = job_;
  job.limits = request.limits;
  if (request.clocks)
    job.limits.seconds = std::min(
        job.limits.seconds,
        search::thinking_time(*request.clocks, game_of(request, game_.info)->side_to_move()));
  const auto result = game_.run(game_.info.parse(request.start), request.moves, job, search::MoveStyle::notation);
  Reply reply{.lines = lines_of(result), .nodes = result.visited, .seconds = result.seconds};
  const std::string* best = result.best_move();
  reply.move = best != nullptr ? *best : any_move(*game_of(request, game_.info));
  if (const auto* last = result.last_complete()) reply.depth = last->depth;
  reply.obstacle = result.iterations.back().obstacle;
  return reply;
}

}  // namespace plylab::suites::play
