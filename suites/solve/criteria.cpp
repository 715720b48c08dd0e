#include "suites/solve/criteria.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/names.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"

namespace plylab::suites::solve {
namespace {

std::optional<Moment> first(const Assessment& one, unsigned) { return one.first; }
std::optional<Moment> kept_since(const Assessment& one, unsigned) { return one.kept_since; }
std::optional<Moment> move_since(const Assessment& one, unsigned) { return one.move_since; }
std::optional<Moment> best_since(const Assessment& one, unsigned) { return one.best_since; }

/// Sets the moment when something began that holds, and forgets it when it does not.
void mark(std::optional<Moment>& since, bool holds, const Moment& now) {
  if (!holds)
    since.reset();
  else if (!since)
    since = now;
}

constexpr std::array<Criterion, 6> all_criteria{{
    {"end", "the last answer meets the goal",
     [](const Assessment& one, unsigned) { return one.at_end; }, kept_since},
    {"first", "some answer met the goal, even if a later one did not",
     [](const Assessment& one, unsigned) { return one.first.has_value(); }, first},
    {"kept", "an answer met the goal, and so did all answers after it",
     [](const Assessment& one, unsigned) { return one.kept(); }, first},
    {"stable",
     "the goal was met in N iterations in a row, written stable:N (default 3), or until a mate "
     "ended the search",
     [](const Assessment& one, unsigned n) { return one.held.size() >= n || one.final; },
     [](const Assessment& one, unsigned n) {
       return one.held.size() >= n ? std::optional(one.held[n - 1]) : one.final;
     }},
    {"points", "the last answer's move gets the most points that the record gives",
     [](const Assessment& one, unsigned) {
       return one.max_points > 0 && one.points == one.max_points;
     },
     best_since},
    {"move", "the last answer's move is right, regardless of the mate it announces",
     [](const Assessment& one, unsigned) { return one.move_at_end; }, move_since},
}};

Moment moment_of(const engines::EngineLine& line) { return {line.depth, line.nodes, line.seconds}; }

}  // namespace

engines::EngineLines without_stale_lines(const engines::EngineLines& lines,
                                         const chess::ValidSetup& position) {
  const chess::Mailbox board(position);
  engines::EngineLines kept;
  for (const engines::EngineLine& line : lines) {
    if (!chess::move_from_text(board, line.move)) continue;
    if (!kept.empty()) {
      const engines::EngineLine& last = kept.back();
      if (line == last || line.depth < last.depth || line.nodes < last.nodes ||
          line.seconds < last.seconds)
        continue;
    }
    kept.push_back(line);
  }
  return kept;
}

Assessment assess(const Goal& goal, const chess::ValidSetup& position,
                  const engines::Reply& reply) {
  Assessment result;
  result.max_points = max_points(goal.points);
  std::size_t run = 0;  // iterations in a row
  std::optional<Moment> last;
  const auto end_iteration = [&] {
    const bool finished = last && last->depth && last->depth <= reply.depth;
    if (finished && result.at_end && ++run > result.held.size()) result.held.push_back(*last);
  };
  const chess::Mailbox board(position);
  for (const engines::EngineLine& line : without_stale_lines(reply.lines, position)) {
    const chess::Move move = chess::move_from_text(board, line.move).value();
    if (last && line.depth != last->depth) end_iteration();
    last = moment_of(line);
    result.at_end = goal.met_by(line, position);
    result.move_at_end = goal.met_by(move);
    result.points = points_for(goal.points, move);
    mark(result.kept_since, result.at_end, *last);
    mark(result.move_since, result.move_at_end, *last);
    mark(result.best_since, result.max_points > 0 && result.points == result.max_points, *last);
    if (!result.at_end) run = 0;
    if (result.at_end && !result.first) result.first = last;
  }
  end_iteration();
  if (reply.ended_by_mate && result.at_end) result.final = last;
  return result;
}

std::string ChosenCriterion::name() const {
  if (criterion->name != "stable") return std::string(criterion->name);
  return fmt::format("{}:{}", criterion->name, iterations);
}

const std::array<Criterion, 6>& criteria() { return all_criteria; }

ChosenCriterion find_criterion(std::string_view text) {
  const auto name = text.substr(0, text.find(':'));
  ChosenCriterion chosen{&find_entry(all_criteria, name, "--criterion")};
  if (name.size() == text.size()) return chosen;
  const auto number = parse_number<std::uint64_t>(text.substr(name.size() + 1));
  if (name != "stable" || !number || *number < 1 || *number > 1000)
    throw InputError(
        fmt::format("--criterion '{}': only stable takes a number, from 1 to 1000", text));
  chosen.iterations = static_cast<unsigned>(*number);
  return chosen;
}

}  // namespace plylab::suites::solve
