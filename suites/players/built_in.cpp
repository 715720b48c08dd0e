#include "suites/players/built_in.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "search/run/searches.h"
#include "search/run/users_objects.h"
#include "suites/players/environment.h"

namespace plylab::suites::players {
namespace {

engines::EngineLine engine_line(int depth, const std::string& move, search::Value value) {
  engines::EngineLine line{depth, move};
  if (search::is_mate(value))
    line.mate = search::mate_in(value);
  else
    line.centipawns = value;
  return line;
}

/// The line for a change of the best root move: that of the latest finished iteration, up to the
/// change's own, with the same move and value; for the last change of an unfinished iteration the
/// line found there. Empty if a better move replaced it before its iteration ended.
std::vector<std::string> pv_of(const search::RootChange<std::string>& change,
                               const search::TextResult& result) {
  std::vector<std::string> line;
  for (const auto& iteration : result.iterations)
    if (iteration.depth <= change.depth && iteration.value == change.value &&
        !iteration.line.empty() && iteration.line.front() == change.move)
      line = iteration.line;
  if (result.unfinished && result.unfinished->depth == change.depth &&
      &change == &result.changes.back())
    line = result.unfinished->best;
  return line;
}

/// The game after the moves of a request.
std::unique_ptr<Referee> game_of(const MoveRequest& request, const GameInfo& game) {
  auto referee = game.referee(request.start);
  for (const std::string& move : request.moves) referee->play(move);
  return referee;
}

/// The move to play if a limit was reached before the first answer: the first in canonical order.
std::optional<std::string> any_move(const Referee& referee) {
  const auto legal = referee.moves();
  return legal.empty() ? std::nullopt : std::optional(legal.front());
}

}  // namespace

SearchSpec parse_search(const std::string& where, std::string_view text,
                        const search::SearchableGame& game, int at_once) {
  SearchSpec spec{.name = std::string(text), .job = {}, .always_moves = true};
  const auto equals = text.find('=');
  if (equals < text.find(' ')) {  // otherwise it belongs to a switch
    if (equals == 0) throw InputError(fmt::format("{} '{}': no name before '='", where, text));
    spec.name = text.substr(0, equals);
    text.remove_prefix(equals + 1);
  }
  const auto one_of = [&](std::string_view name, const std::vector<std::string>& known) {
    return find_entry(known, name, where);
  };
  search::Job& job = spec.job;
  job.algorithm = one_of(search::exact_name(take_word(text)), names_in(search::every_search()));
  if (!search::preset_of(job.algorithm).particular) job.ordering = "hash";
  for (auto name = take_word(text); !name.empty(); name = take_word(text)) {
    const std::string value(take_word(text));
    if (name == "with")
      game.check_switches(where, job.switches = search::parse_switches(where, value));
    else if (name == "eval")
      game.check_evaluation(where, job.evaluation = value);
    else if (name == "order")
      game.check_ordering(where, job.ordering = value);
    else if (name == "gen")
      job.generator = one_of(value, game.info.generator_names());
    else if (name == "table")
      spec.keeps_table = find_place(table_uses, value, where) == 1;
    else
      refuse_name(where, name, {"with", "eval", "order", "gen", "table"});
  }
  search::require_search(job.algorithm, job.switches);
  search::require_at_once(job, at_once);
  give_known_values(job);
  if (spec.keeps_table && search::table_size(job.algorithm, job.switches) == 0)
    throw InputError(
        fmt::format("{}: table kept: {} has none; add with table=64", where, job.algorithm));
  return spec;
}

std::string definition(const SearchSpec& search, const search::SearchableGame& game) {
  const search::Job& job = search.job;
  const auto chosen = [](const std::string& name, const auto& otherwise) {
    return name == search::default_choice ? otherwise() : name;
  };
  const search::Switches switches = search::effective_switches(job.algorithm, job.switches);
  std::string text =
      fmt::format("{} with {} eval {} order {} gen {}", job.algorithm, search::to_string(switches),
                  chosen(job.evaluation, [&] { return game.default_evaluation(job.algorithm); }),
                  chosen(job.ordering, [&] { return game.default_ordering(job.algorithm); }),
                  job.generator.empty() ? game.info.default_generator : job.generator);
  for (const search::KnownValues* known : {job.endgames, job.book})
    if (known != nullptr) text += fmt::format(" by {}", known->identity(switches["endgames"]));
  if (search.keeps_table) text += " table kept";
  if (const std::string objects = search::objects_of(job); !objects.empty())
    text += fmt::format(" ({})", objects);
  return text;
}

engines::EngineLines lines_of(const search::TextResult& result) {
  engines::EngineLines lines;
  for (const auto& change : result.changes) {
    lines.push_back(engine_line(change.depth, change.move, change.value));
    lines.back().pv = pv_of(change, result);
    lines.back().nodes = change.nodes;
    lines.back().seconds = change.seconds;
  }
  std::uint64_t nodes = 0;
  double seconds = 0;
  for (const auto& iteration : result.iterations) {
    nodes += iteration.counts.visited();
    seconds += iteration.seconds;
    if (iteration.line.empty()) continue;
    engines::EngineLine line =
        engine_line(iteration.depth, iteration.line.front(), iteration.value);
    line.pv = iteration.line;
    // An iteration ends after all its changes.
    const auto after =
        std::find_if(lines.begin(), lines.end(),
                     [&](const engines::EngineLine& one) { return one.depth > iteration.depth; });
    if (after != lines.begin()) {
      nodes = std::max(nodes, std::prev(after)->nodes.value_or(0));
      seconds = std::max(seconds, std::prev(after)->seconds);
    }
    line.nodes = nodes;
    line.seconds = seconds;
    if (after == lines.begin() || *std::prev(after) != line) lines.insert(after, std::move(line));
  }
  return lines;
}

/// The counters of the whole search that are not 0, by their names in records.
std::string counters_text(const search::TextResult& result) {
  const search::Counters sum = result.counts();
  std::string text = fmt::format("cutoffs={}", sum.cutoffs);
  for (std::size_t i = 0; i < sum.events.size(); ++i)
    if (sum.events[i] > 0)
      text += fmt::format(" {}={}", counter_of(static_cast<search::Event>(i)).name, sum.events[i]);
  return text;
}

void BuiltIn::prepare_table() {
  if (!spec_.keeps_table) return;
  search::Job job = spec_.job;
  job.kept_table = &table_;
  job.only_prepare = true;
  game_.run(game_.info.parse(game_.info.start), {}, job, search::MoveStyle::notation);
}

engines::Reply BuiltIn::play(const MoveRequest& request) {
  search::Job job = spec_.job;
  if (spec_.keeps_table) job.kept_table = &table_;
  job.limits = request.limits;
  job.avoid = request.avoid;
  if (request.clocks)
    job.limits.seconds = std::min(
        job.limits.seconds,
        search::thinking_time(*request.clocks, game_of(request, game_.info)->side_to_move()));
  const auto result = game_.run(request.start, request.moves, job, search::MoveStyle::notation);
  engines::Reply reply{
      .lines = lines_of(result), .nodes = result.visited, .seconds = result.seconds};
  if (const std::string* best = result.best_move())
    reply.move = *best;
  else if (spec_.always_moves)
    reply.move = any_move(*game_of(request, game_.info));
  if (const auto* last = result.last_finished()) reply.depth = last->depth;
  if (result.unfinished) reply.obstacle = result.unfinished->obstacle;
  reply.ended_by_mate = result.ended_by_mate;
  if (spec_.tells_counters) reply.counters = counters_text(result);
  return reply;
}

}  // namespace plylab::suites::players
