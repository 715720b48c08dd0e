// plylab study probcut: how well a shallow search of a position predicts a deep one.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/random.h"
#include "gen/game/game_info.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/tables/table.h"
#include "search/base/switches.h"
#include "search/base/value.h"
#include "search/lab/paired_statistics.h"
#include "search/lab/run_jobs.h"
#include "search/run/searchable_game.h"
#include "search/run/searches.h"
#include "search/selective/probcut.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;

struct ProbcutOptions {
  cli::GameOptions positions;
  std::string evaluation = std::string(default_choice);
  std::string with;
  int depth = 6;
  std::size_t random = 200;
  std::size_t plies = 20;
  std::uint64_t seed = 1;
  int jobs = 1;
};

/// A position's values by depth, from depth 1 on.
using Values = std::vector<Value>;

/// The least-squares line deep = slope * shallow + intercept.
struct Fit {
  double correlation = 0, slope = 0, intercept = 0;
  double deviation = 0;         ///< of the residuals, with n - 2 degrees of freedom
  double slope_half_width = 0;  ///< of the 95 % interval of the slope, by Student's distribution
};

/// None if the shallow or the deep values are all equal, or if there are too few for an interval.
std::optional<Fit> fit_line(const std::vector<double>& shallow, const std::vector<double>& deep) {
  const auto n = static_cast<double>(deep.size());
  if (deep.size() < min_for_interval) return std::nullopt;
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < deep.size(); ++i) {
    mean_x += shallow[i] / n;
    mean_y += deep[i] / n;
  }
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < deep.size(); ++i) {
    const double x = shallow[i] - mean_x, y = deep[i] - mean_y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  if (xx == 0 || yy == 0) return std::nullopt;
  Fit fit;
  fit.slope = xy / xx;
  fit.intercept = mean_y - fit.slope * mean_x;
  fit.correlation = xy / std::sqrt(xx * yy);
  fit.deviation = std::sqrt(std::max(0.0, yy - fit.slope * xy) / (n - 2));
  fit.slope_half_width = student_quantile(deep.size() - 2) * fit.deviation / std::sqrt(xx);
  return fit;
}

/// How well the values of positions to a depth are predicted.
struct Prediction {
  int depth;
  std::size_t positions;
  std::optional<Fit> fit;
  double error = 0;  ///< the root mean square of deep - shallow
  std::optional<Interval> error_interval = {};
};

Prediction prediction_of(int depth, const std::vector<double>& shallow,
                         const std::vector<double>& deep) {
  Prediction prediction{depth, deep.size(), fit_line(shallow, deep)};
  std::vector<double> squares;
  double sum = 0;
  for (std::size_t i = 0; i < deep.size(); ++i) {
    squares.push_back((deep[i] - shallow[i]) * (deep[i] - shallow[i]));
    sum += squares.back();
  }
  prediction.error = std::sqrt(sum / static_cast<double>(squares.size()));
  // From few positions that differ, resamples would say too little.
  if (squares.size() - static_cast<std::size_t>(std::ranges::count(squares, 0.0)) <
      min_for_interval)
    return prediction;
  // bootstrap_interval() averages logarithms: it gets powers of e, scaled against overflow.
  const double scale = std::max(1.0, *std::ranges::max_element(squares));
  for (double& square : squares) square = std::exp(square / scale);
  if (const auto found = bootstrap_interval(squares))
    prediction.error_interval = {std::sqrt(scale * std::max(0.0, std::log(found->low))),
                                 std::sqrt(scale * std::log(found->high))};
  return prediction;
}

Cell of_fit(const Prediction& row, double Fit::*part) {
  return row.fit ? Cell((*row.fit).*part) : Cell();
}
Cell end_of_slope(const Prediction& row, double sign) {
  return row.fit ? Cell(row.fit->slope + sign * row.fit->slope_half_width) : Cell();
}
Cell end_of_error(const Prediction& row, double Interval::*end) {
  return row.error_interval ? Cell((*row.error_interval).*end) : Cell();
}

reports::TableOf<Prediction> predictions_table() {
  return {
      "predictions",
      "How a search to about half the depth predicts the value: deep = slope * shallow + intercept",
      {{{"depth", "plies", "of the search that is predicted", 0, reports::Role::depth},
        &Prediction::depth},
       {{"shallow", "plies", "depth of the search that predicts it", 0},
        [](const Prediction& row) { return predicting_depth(row.depth); }},
       {{"positions", "", "with both values known, and neither a win nor a loss", 0},
        &Prediction::positions},
       {{"correlation", "", "of the two values, Pearson's", 3},
        [](const Prediction& row) { return of_fit(row, &Fit::correlation); }},
       {{"slope", "", "of the least-squares line", 3},
        [](const Prediction& row) { return of_fit(row, &Fit::slope); }},
       {{"slope_low", "", "95 % interval of the slope, by Student's distribution", 3},
        [](const Prediction& row) { return end_of_slope(row, -1); }},
       {{"slope_high", "", "its upper end", 3},
        [](const Prediction& row) { return end_of_slope(row, 1); }},
       {{"intercept", "points", "of the line", 1},
        [](const Prediction& row) { return of_fit(row, &Fit::intercept); }},
       {{"deviation", "points", "standard deviation about the line", 1},
        [](const Prediction& row) { return of_fit(row, &Fit::deviation); }},
       {{"error", "points", "root mean square of deep - shallow, as probcut takes them", 1},
        &Prediction::error},
       {{"error_low", "points", "95 % interval of the error: BCa bootstrap of the mean square", 1},
        [](const Prediction& row) { return end_of_error(row, &Interval::low); }},
       {{"error_high", "points", "its upper end", 1},
        [](const Prediction& row) { return end_of_error(row, &Interval::high); }}}};
}

/// Reads a position with moves. Throws InputError, which says what to do, for games whose positions
/// cannot be given so.
AnyStart position_after(const GameInfo& game, const std::string& text) {
  try {
    return game.parse(text);
  } catch (const InputError& error) {
    throw InputError(fmt::format("study probcut: {}: give --random 0", error.what()));
  }
}

/// Different positions in which the game goes on, each reached from one of the starts, in turn, by
/// 1 to `plies` random moves. Fewer if many tries in a row find no new one, or after a stop.
std::vector<AnyStart> random_positions(const GameInfo& game,
                                       const std::vector<cli::NamedPosition>& starts,
                                       const ProbcutOptions& options,
                                       const std::atomic<bool>& stop) {
  constexpr std::size_t max_fruitless = 2'000;
  std::vector<AnyStart> found;
  std::set<std::string> known;
  std::uint64_t random = options.seed;
  std::size_t fruitless = 0, tries = 0;
  while (found.size() < options.random && fruitless++ < max_fruitless && !stop) {
    const AnyStart& start = starts[tries++ % starts.size()].start;
    std::string text = start.text() + " moves";
    const auto referee = game.referee(start);
    for (std::size_t left = 1 + splitmix64(random) % options.plies; left > 0 && !referee->end();
         --left) {
      const auto moves = referee->moves();
      const std::string& move = moves[splitmix64(random) % moves.size()];
      text += " " + move;
      referee->play(move);
    }
    if (referee->end()) continue;
    AnyStart reached = position_after(game, text);
    if (!known.insert(reached.text()).second) continue;
    found.push_back(std::move(reached));
    fruitless = 0;
  }
  return found;
}

void run_probcut(const ProbcutOptions& options, const SearchableGames& games,
                 cli::Session& session) {
  session.check_options();
  session.declare({predictions_table()});
  const SearchableGame& game = find_game(games, options.positions.game, "--game");
  Job job{.algorithm = "pvs", .evaluation = options.evaluation};
  if (job.evaluation == default_choice) job.evaluation = game.default_evaluation(job.algorithm);
  game.check_evaluation("--eval", job.evaluation);
  job.switches = parse_switches("--with", options.with);
  game.check_switches("--with", job.switches);
  if (job.switches["probcut"] != 0 || job.switches["deepening"] == 0)
    throw InputError(
        "--with: the study compares the iterations of searches without probcut: leave out probcut "
        "and no-deepening");
  if (!job.switches.named["table"]) job.switches["table"] = 16;
  job.limits.depth = options.depth;
  job.limits.stop = &session.stop();
  require_search(job.algorithm, job.switches);
  require_memory(job.algorithm, job.switches, options.jobs);

  std::vector<cli::NamedPosition> starts = options.positions.load(game.info);
  std::vector<AnyStart> positions;
  if (options.random > 0)
    positions = random_positions(game.info, starts, options, session.stop());
  else
    for (const cli::NamedPosition& start : starts) positions.push_back(start.start);

  std::vector<std::optional<Values>> values;
  cli::Progress progress("study", "positions", session.share());
  const JobSettings<Values> how{
      .threads = options.jobs, .stop = &session.stop(), .progress = [&](std::size_t done) {
        progress.update(static_cast<double>(done) / static_cast<double>(positions.size()),
                        static_cast<double>(done));
      }};
  const auto value = [&](std::size_t i, std::size_t) -> std::optional<Values> {
    const TextResult result = game.run(positions[i], {}, job, MoveStyle::notation);
    if (session.stop()) return std::nullopt;
    Values by_depth;
    for (const auto& iteration : result.iterations) by_depth.push_back(iteration.value);
    return by_depth;
  };
  const bool complete =
      session.attempt([&] { run_jobs<Values>(positions.size(), value, how, values); });
  progress.finish();

  std::vector<Prediction> rows;
  for (int depth = probcut_depth; depth <= options.depth; ++depth) {
    std::vector<double> shallow, deep;
    for (const auto& known : values) {
      if (!known || known->size() < static_cast<std::size_t>(depth)) continue;
      const Value last = (*known)[static_cast<std::size_t>(depth - 1)];
      const Value first = (*known)[static_cast<std::size_t>(predicting_depth(depth) - 1)];
      if (is_mate(last) || is_mate(first)) continue;
      shallow.push_back(first);
      deep.push_back(last);
    }
    if (!deep.empty()) rows.push_back(prediction_of(depth, shallow, deep));
  }
  reports::Table table = predictions_table().with(rows);
  const auto searched = static_cast<std::size_t>(
      std::ranges::count_if(values, [](const auto& one) { return one.has_value(); }));
  table.notes.push_back(fmt::format("{}, evaluation {}, pvs with {}; {}positions searched: {}",
                                    game.info.name, job.evaluation, search::to_string(job.switches),
                                    options.random > 0 ? "random " : "", searched));
  if (options.random > 0 && positions.size() < options.random && !session.stop())
    table.notes.push_back(fmt::format("only {} different random positions were found, of {}",
                                      positions.size(), options.random));
  table.notes.emplace_back(
      "probcut=N ends a node whose search to about half the depth is N points outside the window; "
      "1.5 errors are usual");
  session.publish({.complete = complete && !session.stop(), .tables = {std::move(table)}}, 1);
}

}  // namespace

void add_probcut_study(const cli::Command& study, cli::Session& session,
                       const SearchableGames& games) {
  const auto options = std::make_shared<ProbcutOptions>();
  const cli::Command command = cli::Command(study).add_subcommand(
      "probcut",
      "Measure how well a search to about half the depth predicts a deep one: what the switch "
      "probcut relies on");
  options->positions.add_to(command, game_names(games));
  command.add_option("--eval NAME", options->evaluation, "The evaluation (default: the game's)");
  command.add_option("--with SWITCHES", options->with,
                     "Switches of the searches, such as quiescence (default: table=16)");
  command.add_option("-d,--depth N", options->depth, "Greatest depth, in plies")
      .range(probcut_depth, max_ply - 1)
      .show_default();
  command
      .add_option("--random N", options->random,
                  "Search N positions reached by random moves; 0: only the given ones")
      .range(0, 1'000'000)
      .show_default();
  command
      .add_option("--plies N", options->plies,
                  "Most random moves from a given position to a searched one")
      .range(1, 1000)
      .show_default();
  command.add_option("--seed N", options->seed, "Seed of the random moves").show_default();
  cli::add_jobs_option(command, options->jobs, "Positions to search at the same time");
  session.add_options(command);
  command.example("plylab study probcut --game reversi --eval mobility --depth 8");
  command.example("plylab study probcut --suite bratko-kopec --with quiescence");
  command.guides({"search"});
  command.callback([options, &games, &session] { run_probcut(*options, games, session); });
}

}  // namespace plylab::search::lab
