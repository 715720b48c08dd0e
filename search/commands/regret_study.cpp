// plylab study regret: what searches with and without a depth choose on synthetic trees.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/tree/spec.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/tables/averages.h"
#include "reports/tables/columns.h"
#include "search/core/budget.h"
#include "search/lab/paired_statistics.h"
#include "search/lab/regret.h"
#include "search/run/searches.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;

struct RegretOptions {
  std::string position = "tree(width=8,depth=8,order=0.3)";
  std::vector<std::string> seeds = {"1..100"};
  std::vector<std::string> searches = {"alphabeta", "best-first", "uct"};
  std::vector<std::uint64_t> limits = {100, 1000, 10'000};
};

/// The choices of a search after one number of positions, one for each tree.
struct Chosen {
  std::uint64_t limit;
  std::string search;
  std::vector<double> regrets = {};
  std::uint64_t visited = 0, evaluations = 0;  // sums

  double trees() const { return static_cast<double>(regrets.size()); }
  double mean() const {
    double sum = 0;
    for (const double one : regrets) sum += one;
    return sum / trees();
  }
  std::size_t best() const { return static_cast<std::size_t>(std::ranges::count(regrets, 0.0)); }
  /// Of the mean: the interval of the geometric mean of powers, whose logarithms are the regrets.
  std::optional<Interval> interval() const {
    const double scale = std::max(1.0, *std::ranges::max_element(regrets));
    if (regrets.size() < min_for_interval) return std::nullopt;
    std::vector<double> powers;
    for (const double one : regrets) powers.push_back(std::exp(one / scale));
    const auto found = bootstrap_interval(powers);
    if (!found) return std::nullopt;
    return Interval{scale * std::log(found->low), scale * std::log(found->high)};
  }
};

Cell end_of_regret(const Chosen& row, double Interval::*end) {
  const auto interval = row.interval();
  return interval ? Cell((*interval).*end) : Cell();
}

reports::TableOf<Chosen> regret_table() {
  return {"regret",
          "Regret of the chosen move, by minimax over the whole tree: means over the trees",
          {{{"at_most", "", "positions that a search may visit in a tree", 0, reports::Role::depth},
            [](const Chosen& row) { return row.limit; }},
           {reports::columns::search, &Chosen::search},
           {{"trees"}, [](const Chosen& row) { return row.regrets.size(); }},
           {{"best", "%", "share of the trees in which the chosen move is a best one", 1},
            [](const Chosen& row) { return 100 * static_cast<double>(row.best()) / row.trees(); }},
           {{"best_low", "%", "its 95 % interval: Wilson's", 1},
            [](const Chosen& row) {
              return 100 * reports::wilson_interval(row.best(), row.regrets.size()).low;
            }},
           {{"best_high", "%", "its upper end", 1},
            [](const Chosen& row) {
              return 100 * reports::wilson_interval(row.best(), row.regrets.size()).high;
            }},
           {{"regret", "", "the best move's value less the chosen one's", 2}, &Chosen::mean},
           {{"low", "", "95 % interval of that mean: BCa bootstrap", 2},
            [](const Chosen& row) { return end_of_regret(row, &Interval::low); }},
           {{"high", "", "its upper end", 2},
            [](const Chosen& row) { return end_of_regret(row, &Interval::high); }},
           {{"visited", "", "positions, the root and one for each move made, mean", 0},
            [](const Chosen& row) { return static_cast<double>(row.visited) / row.trees(); }},
           {{"evaluations", "", "values of positions asked for, mean", 0},
            [](const Chosen& row) { return static_cast<double>(row.evaluations) / row.trees(); }}}};
}

void run_regret(RegretOptions options, cli::Session& session) {
  session.check_options();
  session.declare({regret_table()});
  std::vector<std::string> known = names_in(best_first_searches);
  for (std::string& name : options.searches) name = exact_name(name);
  for (const std::string& name : search_names()) known.push_back(name);
  options.searches = select_names("--algo", options.searches, known);
  std::ranges::sort(options.limits);
  options.limits.erase(std::unique(options.limits.begin(), options.limits.end()),
                       options.limits.end());
  tree::Spec spec = tree::parse_spec(options.position);
  const std::vector<std::uint64_t> seeds = cli::parse_seeds(options.seeds);

  std::vector<Chosen> rows;
  for (const std::uint64_t limit : options.limits)
    for (const std::string& search : options.searches) rows.push_back({limit, search});
  cli::Progress progress("study", "trees", session.share());
  const auto run_all = [&] {
    double done = 0;
    for (const std::uint64_t seed : seeds) {
      spec.seed = seed;
      std::vector<std::vector<Choice>> found;  // of all searches: a tree counts for all or none
      for (const std::string& search : options.searches)
        found.push_back(choices(search, spec, options.limits, session.stop()));
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const Choice& choice = found[i % found.size()][i / found.size()];
        rows[i].regrets.push_back(regret(spec, choice.move));
        rows[i].visited += choice.visited;
        rows[i].evaluations += choice.evaluations;
      }
      done += 1;
      progress.update(done / static_cast<double>(seeds.size()), done);
    }
  };
  const bool complete = session.attempt([&] {
    try {
      run_all();
    } catch (const Stopped&) {  // what is known is reported
    }
  });
  progress.finish();
  std::erase_if(rows, [](const Chosen& row) { return row.regrets.empty(); });
  reports::Table table = regret_table().with(rows);
  spec.seed = seeds.front();
  table.notes.push_back(
      fmt::format("{}, and {} seeds in all", tree::to_string(spec), seeds.size()));
  session.publish({.complete = complete && !session.stop(), .tables = {std::move(table)}}, 1);
}

}  // namespace

void add_regret_study(const cli::Command& study, cli::Session& session) {
  const auto options = std::make_shared<RegretOptions>();
  const cli::Command command = cli::Command(study).add_subcommand(
      "regret",
      "Compare what searches choose on synthetic trees after equal numbers of positions: searches "
      "by depth, best-first minimax and UCT");
  std::vector<std::string> names = names_in(best_first_searches);
  for (const std::string& name : search_names()) names.push_back(name);
  command.add_option("--algo NAME", options->searches, "Searches: best-first, uct, or by depth")
      .offers(names)
      .delimiter(',')
      .show_default();
  command.add_option("--position TREE", options->position, "The trees, without their seeds")
      .show_default();
  command.add_option("--seeds N..N", options->seeds, "The seeds of the trees")
      .delimiter(',')
      .show_default();
  command.add_option("--nodes N", options->limits, "Positions to visit, or several numbers")
      .delimiter(',')
      .positive()
      .show_default();
  session.add_options(command);
  command.example("plylab study regret --nodes 100,1000,10000");
  command.example(
      "plylab study regret --algo pvs,best-first --position \"tree(width=20,depth=6)\"");
  command.guides({"search"});
  command.callback([options, &session] { run_regret(*options, session); });
}

}  // namespace plylab::search::lab
