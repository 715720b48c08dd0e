#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/tables/columns.h"
#include "search/core/budget.h"
#include "search/lab/generator_study.h"
#include "search/lab/paired_statistics.h"
#include "search/run/searchable_game.h"

namespace plylab::search::lab {

void add_regret_study(const cli::Command& study, cli::Session& session);  // regret_study.cpp
void add_probcut_study(const cli::Command& study, cli::Session& session,
                       const SearchableGames& games);  // probcut_study.cpp

namespace {

using reports::Cell;

struct StudyOptions {
  cli::PositionOptions positions;
  std::vector<std::string> generators = {"all"};
  std::string kernel;
  int perft_depth = 3;
  int search_depth = 3;
  int rounds = 3;
};

/// A task that all listings are given.
struct Task {
  std::string name;
  int depth;
  decltype(&perft_by) run;
};

/// A generator's listing at a task: a cost for each position, with the least time of the rounds.
struct Series {
  const Task* task;
  std::string generator;
  ListingEntry listing;
  std::vector<ListingCost> costs = {};

  /// Notes what a round took.
  void note(std::size_t position, const ListingCost& cost) {
    if (position == costs.size())
      costs.push_back(cost);
    else
      costs[position].seconds = std::min(costs[position].seconds, cost.seconds);
  }

  /// Whether the other listing has counted and valued the same.
  bool agrees(const Series& other) const {
    return std::equal(costs.begin(), costs.end(), other.costs.begin(), other.costs.end(),
                      [](const ListingCost& a, const ListingCost& b) {
                        return a.nodes == b.nodes && a.leaves == b.leaves && a.value == b.value;
                      });
  }
};

/// A series beside that of the full legal lists.
struct Row {
  const Series& series;
  ListingCost total;
  Comparison seconds;

  Row(const Series& of, const Series& legal) : series(of) {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < of.costs.size(); ++i) {
      total.nodes += of.costs[i].nodes;
      total.generated += of.costs[i].generated;
      total.used += of.costs[i].used;
      total.seconds += of.costs[i].seconds;
      pairs.push_back({{of.costs[i].seconds}, {legal.costs[i].seconds}});
    }
    if (&of != &legal) seconds = compare(pairs);
  }
};

Cell end_of(const Row& row, double Interval::*end) {
  return row.seconds.interval ? Cell((*row.seconds.interval).*end) : Cell();
}

reports::TableOf<Row> listings_table() {
  return {
      "listings",
      "Move generation: sums over the positions, and times relative to legal",
      {{{"task"}, [](const Row& row) { return row.series.task->name; }},
       {reports::columns::depth, [](const Row& row) { return row.series.task->depth; }},
       {reports::columns::generator, [](const Row& row) { return row.series.generator; }},
       {{"listing", "", "how the nodes' moves are generated"},
        [](const Row& row) { return std::string(row.series.listing.name); }},
       {reports::columns::nodes, [](const Row& row) { return row.total.nodes; }},
       {{"generated", "", "moves listed", 0}, [](const Row& row) { return row.total.generated; }},
       {{"unused", "%", "share of generated moves that were neither made nor counted", 1},
        [](const Row& row) {
          return row.total.generated == 0
                     ? Cell()
                     : Cell(100 * (1 - static_cast<double>(row.total.used) /
                                           static_cast<double>(row.total.generated)));
        }},
       {{"seconds", "s", "shortest wall time of the rounds", 3},
        [](const Row& row) { return row.total.seconds; }},
       {{"ratio", "s/s", "seconds divided by legal's, geometric mean over the positions", 3},
        [](const Row& row) { return Cell(row.seconds.ratio); }},
       {{"low", "s/s", "95 % interval of that mean: BCa bootstrap", 3},
        [](const Row& row) { return end_of(row, &Interval::low); }},
       {{"high", "s/s", "its upper end", 3},
        [](const Row& row) { return end_of(row, &Interval::high); }}}};
}

void run_study(const StudyOptions& options, const SearchableGame& chess, cli::Session& session) {
  session.check_options();
  session.declare({listings_table()});
  const auto generators = select_names("--gen", options.generators, chess.info.generator_names());
  const std::string kernel = cli::chosen_kernel(chess.info, options.kernel, generators);
  std::vector<epd::Record> records = options.positions.load_named();
  for (epd::Record& record : options.positions.load_suites()) records.push_back(std::move(record));
  if (records.empty()) records = cli::PositionOptions{.suites = {"bratko-kopec"}}.load_suites();

  const std::vector<Task> tasks{{"perft", options.perft_depth, perft_by},
                                {"alphabeta", options.search_depth, search_by}};
  std::vector<Series> all;
  for (const Task& task : tasks)
    for (const std::string& generator : generators)
      for (const ListingEntry& listing : listings) all.push_back({&task, generator, listing});

  // The listings take turns, so that other load on the machine affects all of them equally.
  cli::Progress progress("study", "runs", session.share());
  const auto runs = static_cast<double>(records.size() * all.size()) * options.rounds;
  double done = 0;
  const auto run_rounds = [&] {
    for (int round = 0; round < options.rounds; ++round)
      for (std::size_t i = 0; i < records.size(); ++i)
        for (Series& series : all) {
          const chess::ValidSetup start(records[i].setup);
          series.note(i, series.task->run(series.listing.listing, series.generator, kernel, start,
                                          series.task->depth, session.stop()));
          done += 1;
          progress.update(done / runs, done);
        }
  };
  const bool complete = session.attempt([&] {
    try {
      run_rounds();
    } catch (const Stopped&) {  // what is known is reported
    }
  });
  progress.finish();

  std::size_t positions = records.size();  // that all have done
  for (const Series& series : all) positions = std::min(positions, series.costs.size());
  std::vector<Row> rows;
  std::vector<std::string> faults;
  for (std::size_t i = 0; i < all.size() && positions > 0; ++i) {
    Series& legal = all[i - i % listings.size()];
    all[i].costs.resize(positions);
    rows.emplace_back(all[i], legal);
    if (all[i].agrees(legal)) continue;
    faults.push_back(fmt::format("{} {}: {} differs from legal", all[i].task->name,
                                 all[i].generator, all[i].listing.name));
    session.note_difference();
  }
  reports::Table table = listings_table().with(rows);
  table.notes = {fmt::format("positions: {}, rounds: {}", positions, options.rounds)};
  for (std::string& fault : faults) table.notes.push_back(std::move(fault));
  session.publish({.complete = complete && !session.stop(), .tables = {std::move(table)}}, 1);
}

}  // namespace

void add_study_command(cli::Command app, cli::Session& session, const SearchableGames& games) {
  const auto options = std::make_shared<StudyOptions>();
  const cli::Command study = app.add_subcommand("study", "Compare parts of plylab with each other");
  study.example("plylab study generators --depth 4");
  const cli::Command command = study.add_subcommand(
      "generators",
      "Compare legal, pseudo-legal and staged move generation in perft and alpha-beta. "
      "Exit status: 1 if they disagree");
  options->positions.add_to(command, "the suite bratko-kopec");
  const SearchableGame& chess = find_game(games, "chess", "--game");
  command.add_option("--gen NAME", options->generators, "Generators (default: all)")
      .offers(chess.info.generator_names())
      .delimiter(',');
  cli::add_kernel_option(command, options->kernel).offers(chess.info.kernel_names());
  command.add_option("--perft-depth N", options->perft_depth, "Depth of perft, in plies")
      .range(1, 12)
      .show_default();
  command.add_option("-d,--depth N", options->search_depth, "Depth of alpha-beta, in plies")
      .range(1, 12)
      .show_default();
  command.add_option("--rounds N", options->rounds, "Runs of each; the fastest counts")
      .positive()
      .show_default();
  session.add_options(command);
  command.example("plylab study generators --gen bitboard,mailbox --depth 4 --perft-depth 3");
  command.example("plylab study generators --suite perft --rounds 1 --format json");
  command.guides({"search"});
  command.callback([options, &chess, &session] { run_study(*options, chess, session); });
  add_regret_study(study, session);
  add_probcut_study(study, session, games);
}

}  // namespace plylab::search::lab
