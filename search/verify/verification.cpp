#include "search/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/random.h"
#include "gen/game/read_position.h"
#include "search/core/trace.h"
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
            "7k/8/5KR1/8/8/8/8/8 w - - 0 1", "8/8/8/3k4/8/3KP3/8/8 w - - 0 1",
            "8/8/8/3k4/8/3KP3/8/8 w - - 97 80"}},  // the fifty-move rule
          // Many ways lead to the same positions, which tests tables.
          {"chess",
           9,
           {"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",  // Fine's 70th
            "8/8/8/8/3k4/8/3K4/3R4 w - - 0 1", "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"}},
          // Values that change much from depth to depth test windows.
          {"chess",
           5,
           {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "2r3k1/1q3ppp/p3p3/1p1nP3/3N4/P2Q4/1P3PPP/3R2K1 b - - 0 1"}}};
}

/// Positions of random games, if the game has texts for them.
void add_random_positions(std::vector<Position>& positions, const SearchableGame& game, int depth) {
  constexpr int number = 16;
  const GameInfo& info = game.info;
  const AnyStart start = info.parse(info.start);
  for (int i = 1; i <= number; ++i) try {
      std::uint64_t seed = static_cast<std::uint64_t>(i);
      const auto referee = info.referee(start);
      std::string played;
      for (int ply = 0; ply < 2 * i; ++ply) {
        const std::vector<std::string> moves = referee->moves();
        if (moves.empty() || referee->end()) break;
        const std::string& move = moves[splitmix64(seed) % moves.size()];
        referee->play(move);
        played += ' ' + move;
      }
      if (referee->moves().empty() || referee->end()) continue;
      const AnyStart position = info.parse(with_moves(info.start, played.substr(1)));
      positions.push_back({&game, position.text(), position, depth});
    } catch (const InputError&) {
      return;  // it does not write positions after moves
    }
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
          .limits = {.depth = position.depth, .stop = &stop},
          .checks_moves = is_added(subject.search)};
  job.kernel = info.kernel_of(job.generator, "");
  return job;
}

/// How a search compares with minimax in a position.
struct Comparison {
  int depth = 0;                        ///< the deepest that was compared
  std::optional<int> wrong_depth = {};  ///< the least at which the value is wrong
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

/// Counts a position that was compared at a depth, or at none.
void count(Verdict& verdict, const Comparison& comparison) {
  if (comparison.depth == 0) {
    ++verdict.skipped;
    return;
  }
  const bool is_first = verdict.greatest_depth == 0;
  verdict.min_depth = is_first ? comparison.depth : std::min(verdict.min_depth, comparison.depth);
  verdict.greatest_depth = std::max(verdict.greatest_depth, comparison.depth);
  ++verdict.positions;
}

/// Compares a search with the right values in one position.
class Comparer {
 public:
  using Runs = std::function<void(const std::optional<Step>&)>;

  Comparer(Verdict& verdict, const Position& position, Job job, const Runs& runs)
      : verdict_(verdict), position_(position), job_(std::move(job)), runs_(runs) {}

  /// With minimax's values, and where it does not get to the depth, with those of alpha-beta. A
  /// search that visits about as much as minimax would not get further, either.
  Comparison compare_all() {
    const Job quick = quick_minimax_job(job_);  // with the full depth
    Comparison found = compare_with(minimax_job(job_), max_visits, max_visits_of_search, 0);
    const bool is_short = of_right_ && found.depth == reached_ && !found.wrong_depth;
    if (is_short && reached_ > 0 && (position_.is_asked || !is_like_minimax_) &&
        quick.algorithm != "minimax" && !*job_.limits.stop) {
      const std::uint64_t most = position_.is_asked ? max_visits_asked : max_quick_visits;
      const Comparison deeper = compare_with(quick, most, 4 * most, found.depth);
      if (deeper.depth > found.depth) found = deeper;
    }
    if (found.wrong_depth) return found;
    for (auto* shortfall : {&of_search_, &of_right_})
      if (*shortfall) note(**shortfall, found.depth);
    return found;
  }
  /// The greatest depth at which the right value is known.
  int reached() const { return reached_; }

 private:
  /// Compares depths beyond the known one, and keeps what stands in the way of others. A slow
  /// search is not to blame beyond the depth that minimax reaches, unless the user asks for it.
  Comparison compare_with(Job right_job, std::uint64_t most, std::uint64_t most_of_search,
                          int known) {
    right_job.limits.nodes = most;
    const SearchableGame& game = *position_.game;
    const TextResult right = game.run(position_.start, {}, right_job, MoveStyle::notation);
    const int depth = right.iterations.empty() ? 0 : right.iterations.back().depth;
    of_right_.reset();
    if (right.unfinished)
      of_right_ = Shortfall{.depth = position_.depth, .is_by_search = false, .visits = most};
    if (depth <= known || *job_.limits.stop) return {.depth = known};
    reached_ = depth;
    job_.limits.depth = depth;
    job_.limits.nodes = most_of_search;
    if (runs_) runs_(Step{position_.name, depth, job_.switches});
    const TextResult result = game.run(position_.start, {}, job_, MoveStyle::notation);
    if (runs_) runs_(std::nullopt);
    is_like_minimax_ = 2 * result.visited > right.visited;
    if (known == 0 && job_.switches["table"] == 0) {
      for (const auto& iteration : result.iterations) verdict_.counts += iteration.counts;
      for (const auto& iteration : right.iterations)
        if (!result.iterations.empty() && iteration.depth <= result.iterations.back().depth)
          verdict_.minimax_nodes += iteration.counts.nodes();
    }
    if (result.unfinished && (known == 0 || position_.is_asked))
      of_search_ = Shortfall{.depth = depth,
                             .is_by_search = true,
                             .visits = most_of_search,
                             .obstacle = result.unfinished->obstacle};
    return compare(result, right);
  }
  void note(Shortfall shortfall, int compared) {
    shortfall.position = position_.name;
    shortfall.switches = job_.switches;
    shortfall.compared = compared;
    shortfall.is_asked = position_.is_asked;
    verdict_.shortfalls.push_back(std::move(shortfall));
  }

  Verdict& verdict_;
  const Position& position_;
  Job job_;
  const Runs& runs_;
  int reached_ = 0;
  std::optional<Shortfall> of_search_, of_right_;  ///< what stands in the way, but for the place
  bool is_like_minimax_ = false;                   ///< in the number of visits
};

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
  add_random_positions(positions, main_game, depth);
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
      const Job job = job_of(subject, switches, position, stop);
      Comparer comparer(verdict, position, job, runs);
      const auto note_illegal_move = [&](const IllegalMoveMade& move) {
        if (!verdict.illegal)
          verdict.illegal = {{position.name, position.depth, switches}, move.what()};
      };
      Comparison comparison;
      try {
        comparison = comparer.compare_all();
      } catch (const IllegalMoveMade& move) {
        note_illegal_move(move);
        if (runs) runs(std::nullopt);
        ++verdict.wrong;
        ++verdict.positions;
        continue;
      }
      if (stop) {  // what was broken off says nothing
        verdict.is_stopped = true;
        break;
      }
      count(verdict, comparison);
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
      std::vector<Case> cases;
      try {
        cases = examine(run, comparer.reached(), stop, [&] {
          if (runs) runs(Step{position.name, *comparison.wrong_depth, switches});
        });
      } catch (const IllegalMoveMade& move) {
        note_illegal_move(move);
      }
      if (runs) runs(std::nullopt);
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
