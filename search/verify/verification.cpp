#include "search/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "search/run/searches.h"

namespace plylab::search::verify {
namespace {

/// Cases that are examined in each game: further ones tell little more.
constexpr std::size_t max_cases = 3;

/// Positions of a game that show faults in few moves, and the depth to search them.
struct TellingPositions {
  std::string_view game;
  int depth;
  std::vector<std::string> texts;
};

std::vector<TellingPositions> all_telling_positions() {
  TellingPositions trees{"synthetic-tree", 4, {}}, graphs{"synthetic-tree", 5, {}};
  for (int seed = 1; seed <= 4; ++seed) {
    for (const char* width : {"3", "2", "2..4"})
      trees.texts.push_back(fmt::format(
          "tree(width={},depth=4,values=independent,range=50,order=0.4,seed={})", width, seed));
    for (const char* shape : {"width=3,merge=0.2", "width=4,merge=0.4"})
      graphs.texts.push_back(fmt::format("tree({},depth=5,order=0.4,seed={})", shape, seed));
  }
  return {std::move(trees),
          std::move(graphs),
          {"tictactoe", 5, {"xo./.x./..o", "xox/.o./.x.", ".x./.o./...", "xo./ox./..."}},
          {"chess",
           3,
           {"8/8/3k4/3p4/4P3/3K4/8/8 w - - 0 1", "8/8/3k4/3p4/4P3/3K4/8/8 b - - 0 1",
            "k7/2Q5/8/2K5/8/8/8/8 w - - 0 1", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
            "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3n4/4P3/8/8/4K3 b - - 0 1",
            "r3k3/8/8/8/8/8/7P/4K2R w K - 0 1"}},
          {"chess",
           5,
           {"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "k7/P1K5/8/8/8/8/8/8 w - - 0 1",
            "7k/8/5KR1/8/8/8/8/8 w - - 0 1", "8/8/8/3k4/8/3KP3/8/8 w - - 0 1"}}};
}

/// The job that searches a position, in chess on a board on which it can be traced.
Job job_of(const Subject& subject, const Switches& switches, const Position& position,
           const std::atomic<bool>& stop) {
  const GameInfo& info = position.game->info;
  Job job{.generator = position.game->is_chess ? "mailbox" : info.default_generator,
          .algorithm = subject.search,
          .evaluation = subject.evaluation,
          .ordering = subject.ordering,
          .switches = switches,
          .limits = {.depth = position.depth, .nodes = max_visits, .stop = &stop}};
  job.kernel = info.kernel_of(job.generator, "");
  return job;
}

/// How a search compares with minimax in a position.
struct Comparison {
  int depth = 0;                   ///< the deepest that was compared
  std::optional<int> wrong_depth;  ///< the least at which the value is wrong
};

Comparison compare(const TextResult& result, const TextResult& right) {
  Comparison comparison;
  for (const auto& iteration : result.iterations) {
    const auto same = std::ranges::find(right.iterations, iteration.depth,
                                        [](const auto& one) { return one.depth; });
    if (same == right.iterations.end()) continue;
    comparison.depth = iteration.depth;
    if (iteration.value == same->value) continue;
    comparison.wrong_depth = iteration.depth;
    break;
  }
  return comparison;
}

/// Counts a position that was compared, and notes what was not.
void count(Verdict& verdict, const Position& position, const TextResult& right,
           const TextResult& result, const Comparison& comparison) {
  if (comparison.depth == 0) {
    ++verdict.skipped;
  } else {
    const bool is_first = verdict.greatest_depth == 0;
    verdict.min_depth = is_first ? comparison.depth : std::min(verdict.min_depth, comparison.depth);
    verdict.greatest_depth = std::max(verdict.greatest_depth, comparison.depth);
    ++verdict.positions;
  }
  if (comparison.wrong_depth) return;
  Shortfall shortfall{.position = position.name,
                      .switches = verdict.switches,
                      .compared = comparison.depth,
                      .depth = position.depth,
                      .is_by_search = false,
                      .is_asked = position.is_asked};
  if (right.unfinished) verdict.shortfalls.push_back(shortfall);
  if (!result.unfinished) return;
  shortfall.depth = right.iterations.back().depth;
  shortfall.is_by_search = true;
  shortfall.obstacle = result.unfinished->obstacle;
  verdict.shortfalls.push_back(std::move(shortfall));
}

}  // namespace

std::vector<Position> telling_positions(const SearchableGames& games, std::string_view name) {
  std::vector<Position> positions;
  const SearchableGame& main_game = find_game(games, name, "--game");
  for (const TellingPositions& telling : all_telling_positions())
    for (const SearchableGame& game : games)
      if (game.info.name == telling.game && (name.empty() || &game == &main_game))
        for (const std::string& text : telling.texts)
          positions.push_back({&game, text, game.info.parse(text), telling.depth});
  const auto is_of_main = [&](const Position& one) { return one.game == &main_game; };
  if (std::ranges::any_of(positions, is_of_main)) return positions;
  constexpr int depth = 5;
  const GameInfo& info = main_game.info;
  positions.push_back({&main_game, info.start, info.parse(info.start), depth});
  for (const KnownPosition& known : info.positions)
    positions.push_back({&main_game, std::string(known.name), info.parse(known.name), depth});
  return positions;
}

std::vector<Switches> usual_switches(std::string_view search) {
  Switches with_table;
  with_table["table"] = 1;
  if (find_search(search).needs_table) return {with_table};
  std::vector<Switches> sets{Switches()};
  if (misfit(search, with_table).empty()) sets.push_back(with_table);
  return sets;
}

Verdict verify(const Subject& subject, const std::vector<Position>& positions,
               const std::atomic<bool>& stop, const std::function<void(std::size_t)>& progress,
               const std::function<void(const std::optional<Step>&)>& runs) {
  Verdict verdict{.search = subject.search};
  for (const Switches& switches : subject.switches) {
    require_search(subject.search, switches);
    std::map<const SearchableGame*, std::size_t> cases_of;
    verdict.positions = verdict.skipped = 0;
    verdict.switches = switches;
    for (const Position& position : positions) {
      Job job = job_of(subject, switches, position, stop);
      const TextResult right =
          position.game->run(position.start, {}, minimax_job(job), MoveStyle::notation);
      const int reached = right.iterations.empty() ? 0 : right.iterations.back().depth;
      TextResult result;
      if (reached > 0 && !stop) {
        job.limits.depth = reached;
        job.limits.nodes = max_visits_of_search;
        if (runs) runs(Step{position.name, reached, switches});
        result = position.game->run(position.start, {}, job, MoveStyle::notation);
        if (runs) runs(std::nullopt);
      }
      if (stop) {  // what was broken off says nothing
        verdict.is_stopped = true;
        break;
      }
      const Comparison comparison = compare(result, right);
      count(verdict, position, right, result, comparison);
      if (progress) progress(verdict.positions + verdict.skipped);
      if (!comparison.wrong_depth) continue;
      ++verdict.wrong;
      if (cases_of[position.game] >= max_cases) continue;
      lab::Run run{.group = {},
                   .game = position.game,
                   .start = {position.name, position.start},
                   .levels = {},
                   .job = job};
      run.job.limits = {.depth = *comparison.wrong_depth};
      ++cases_of[position.game];
      std::vector<Case> cases = examine(run, reached, stop);
      if (stop) {
        verdict.is_stopped = true;
        break;
      }
      std::ranges::move(cases, std::back_inserter(verdict.cases));
    }
    if (verdict.wrong > 0 || verdict.is_stopped) break;
  }
  std::ranges::stable_sort(verdict.cases, {}, [](const Case& one) {
    const std::size_t size = one.tree.empty() ? static_cast<std::size_t>(-1) : one.tree.size();
    return std::pair(one.is_right(), size);
  });
  verdict.diagnosis = diagnose(verdict.cases);
  return verdict;
}

}  // namespace plylab::search::verify
