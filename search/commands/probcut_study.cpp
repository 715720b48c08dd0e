// plylab study probcut: how well a shallow search of a position predicts a deep one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/random.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/tables/averages.h"
#include "search/core/budget.h"
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

/// The values of positions at a depth, beside those of the search that predicts them.
struct Prediction {
  int depth;
  std::vector<double> shallow = {}, deep = {};

  double positions() const { return static_cast<double>(deep.size()); }
};

/// The least-squares line deep = slope · shallow + intercept.
struct Fit {
  double correlation = 0, slope = 0, intercept = 0;
  double deviation = 0;         ///< of the residuals, with n − 2 degrees of freedom
  double slope_half_width = 0;  ///< of the 95 % interval of the slope, by the normal distribution
};

/// None if the shallow values are all equal, or fewer than for an interval.
std::optional<Fit> fit(const Prediction& of) {
  const double n = of.positions();
  if (of.deep.size() < min_for_interval) return std::nullopt;
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < of.deep.size(); ++i) {
    mean_x += of.shallow[i] / n;
    mean_y += of.deep[i] / n;
  }
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < of.deep.size(); ++i) {
    const double x = of.shallow[i] - mean_x, y = of.deep[i] - mean_y;
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
  fit.slope_half_width = reports::quantile_of_95 * fit.deviation / std::sqrt(xx);
  return fit;
}

/// The root mean square of deep − shallow.
double error(const Prediction& of) {
  double sum = 0;
  for (std::size_t i = 0; i < of.deep.size(); ++i)
    sum += (of.deep[i] - of.shallow[i]) * (of.deep[i] - of.shallow[i]);
  return std::sqrt(sum / of.positions());
}

/// Its 95 % interval: from the interval of the geometric mean of powers, whose logarithms are the
/// squares.
std::optional<Interval> error_interval(const Prediction& of) {
  if (of.deep.size() < min_for_interval) return std::nullopt;
  std::vector<double> squares;
  for (std::size_t i = 0; i < of.deep.size(); ++i)
    squares.push_back((of.deep[i] - of.shallow[i]) * (of.deep[i] - of.shallow[i]));
  const double scale = std::max(1.0, *std::ranges::max_element(squares));
  for (double& square : squares) square = std::exp(square / scale);
  const auto found = bootstrap_interval(squares);
  if (!found) return std::nullopt;
  return Interval{std::sqrt(scale * std::max(0.0, std::log(found->low))),
                  std::sqrt(scale * std::log(found->high))};
}

Cell of_fit(const Prediction& row, double Fit::*part) {
  const auto found = fit(row);
  return found ? Cell((*found).*part) : Cell();
}
Cell end_of_slope(const Prediction& row, double sign) {
  const auto found = fit(row);
  return found ? Cell(found->slope + sign * found->slope_half_width) : Cell();
}
Cell end_of_error(const Prediction& row, double Interval::*end) {
  const auto interval = error_interval(row);
  return interval ? Cell((*interval).*end) : Cell();
}

reports::TableOf<Prediction> predictions_table() {
  return {"predictions",
          "How a search to half the depth predicts the value: deep = slope * shallow + intercept",
          {{{"depth", "plies", "of the search that is predicted", 0, reports::Role::depth},
            [](const Prediction& row) { return row.depth; }},
           {{"shallow", "plies", "depth of the search that predicts it", 0},
            [](const Prediction& row) { return predicting_depth(row.depth); }},
           {{"positions", "", "whose values are known and no won or lost games", 0},
            [](const Prediction& row) { return row.deep.size(); }},
           {{"correlation", "", "of the two values, Pearson's", 3},
            [](const Prediction& row) { return of_fit(row, &Fit::correlation); }},
           {{"slope", "", "of the least-squares line", 3},
            [](const Prediction& row) { return of_fit(row, &Fit::slope); }},
           {{"slope_low", "", "95 % interval of the slope", 3},
            [](const Prediction& row) { return end_of_slope(row, -1); }},
           {{"slope_high", "", "its upper end", 3},
            [](const Prediction& row) { return end_of_slope(row, 1); }},
           {{"intercept", "points", "of the line", 1},
            [](const Prediction& row) { return of_fit(row, &Fit::intercept); }},
           {{"deviation", "points", "standard deviation about the line", 1},
            [](const Prediction& row) { return of_fit(row, &Fit::deviation); }},
           {{"error", "points", "root mean square of deep - shallow, as probcut takes them", 1},
            [](const Prediction& row) { return error(row); }},
           {{"error_low", "points", "95 % interval of the error: BCa bootstrap", 1},
            [](const Prediction& row) { return end_of_error(row, &Interval::low); }},
           {{"error_high", "points", "its upper end", 1},
            [](const Prediction& row) { return end_of_error(row, &Interval::high); }}}};
}

/// Different positions in which the game goes on, each reached from one of the starts, in turn, by
/// 1 to `plies` random moves. Fewer if so many are not found.
std::vector<AnyStart> random_positions(const GameInfo& game,
                                       const std::vector<cli::NamedPosition>& starts,
                                       const ProbcutOptions& options) {
  std::vector<AnyStart> found;
  std::set<std::string> known;
  std::uint64_t random = options.seed;
  for (std::size_t tries = 0; found.size() < options.random && tries < 20 * options.random;
       ++tries) {
    const AnyStart& start = starts[tries % starts.size()].start;
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
    AnyStart reached = game.parse(text);
    if (known.insert(reached.text()).second) found.push_back(std::move(reached));
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
  if (!job.switches.named["table"]) job.switches["table"] = 16;
  job.limits.depth = options.depth;
  job.limits.stop = &session.stop();
  require_search(job.algorithm, job.switches);
  require_memory(job.algorithm, job.switches, options.jobs);

  std::vector<cli::NamedPosition> starts = options.positions.load(game.info);
  std::vector<AnyStart> positions;
  if (options.random > 0)
    positions = random_positions(game.info, starts, options);
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
    Prediction row{depth};
    for (const auto& known : values) {
      const auto deep = static_cast<std::size_t>(depth - 1),
                 shallow = static_cast<std::size_t>(predicting_depth(depth) - 1);
      if (!known || known->size() <= deep || is_mate((*known)[deep]) || is_mate((*known)[shallow]))
        continue;
      row.deep.push_back((*known)[deep]);
      row.shallow.push_back((*known)[shallow]);
    }
    if (!row.deep.empty()) rows.push_back(std::move(row));
  }
  reports::Table table = predictions_table().with(rows);
  table.notes.push_back(fmt::format("{}, evaluation {}, {} {}", game.info.name, job.evaluation,
                                    positions.size(),
                                    options.random > 0 ? "random positions" : "positions"));
  table.notes.push_back(
      "probcut=N ends a node whose search to half the depth is N points outside the window; 1.5 "
      "errors are usual");
  session.publish({.complete = complete && !session.stop(), .tables = {std::move(table)}}, 1);
}

}  // namespace

void add_probcut_study(const cli::Command& study, cli::Session& session,
                       const SearchableGames& games) {
  const auto options = std::make_shared<ProbcutOptions>();
  const cli::Command command = cli::Command(study).add_subcommand(
      "probcut",
      "Fit the values of searches by those of searches to half the depth: what the switch probcut "
      "relies on");
  std::vector<std::string> names;
  for (const SearchableGame& game : games) names.push_back(game.info.name);
  options->positions.add_to(command, names);
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
