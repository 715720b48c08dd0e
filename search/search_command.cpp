#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "reports/command_line/command_line.h"
#include "reports/game_options.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "reports/tables/starts_table.h"
#include "search/base/value_text.h"
#include "search/lab/adhoc_experiment.h"
#include "search/run/options.h"
#include "search/run/registry.h"
#include "search/tables.h"
#include "search/totals.h"

namespace plylab::search {
namespace {

using reports::Report;

/// Beyond so many visits a search is no longer written down visit by visit.
constexpr std::uint64_t most_visits = 5000;

/// What a job came to.
struct Final {
  std::string search, generator;
  Iteration<std::string, Counters> last;
};

/// What differs first if not all came to one value, where they completed one depth; else empty.
std::string value_difference(const std::vector<Final>& finals) {
  for (const Final& a : finals)
    for (const Final& b : finals)
      if (a.last.depth == b.last.depth && a.last.value != b.last.value)
        return fmt::format("the root value is {} by {} with {} and {} by {} with {}",
                           value_text(a.last.value), a.search, a.generator,
                           value_text(b.last.value), b.search, b.generator);
  return {};
}

/// The sets of switches that were in force, each with its searches.
using InForce = std::vector<std::pair<std::string, std::vector<std::string>>>;

void add(const std::string& search, const Switches& switches, InForce& in_force) {
  const std::string text = to_string(switches);
  auto set = std::find_if(in_force.begin(), in_force.end(),
                          [&](const auto& other) { return other.first == text; });
  if (set == in_force.end()) set = in_force.emplace(set, text, std::vector<std::string>());
  if (std::find(set->second.begin(), set->second.end(), search) == set->second.end())
    set->second.push_back(search);
}

/// How was searched. A search may have switches on by itself: each is named where they differ.
std::string description(const Options& options, const InForce& in_force) {
  std::string text = options.description();
  for (const auto& [switches, searches] : in_force)
    text += in_force.size() == 1 ? fmt::format(", with {}", switches)
                                 : fmt::format("; {} with {}", fmt::join(searches, ", "), switches);
  return text;
}

struct CommandOptions {
  reports::GameOptions positions;
  Options search;
  lab::AdhocOptions experiment;
  bool detail = false;
  bool trace = false;
  bool distinct = false;
  bool minimal = false;
};

/// A game that is known to end is searched to its end if nothing else is asked for.
Limits limits_for(const SearchableGame& game, const reports::NamedPosition& position,
                  const Options& options, const std::atomic<bool>& stop) {
  const int longest = game.info.longest(position.start);
  return options.limits(longest > 0 ? longest : 4, stop);
}

void add_visits(Tables& tables, const SearchableGame& game, const reports::NamedPosition& position,
                Job job) {
  job.limits.nodes = std::min(job.limits.nodes, most_visits);
  job.visits = true;
  tables.add_visits(position.name, job, game.run(position.start, {}, job, MoveStyle::words));
}

/// Of one position people have been told all of it.
void add_totals(const Totals& totals, bool one, bool detail, const std::string& note,
                Report& report) {
  const auto add = [&](reports::Table table, bool for_people) {
    if (!for_people) table.readers = reports::Readers::programs;
    if (!note.empty()) table.notes.push_back(note);
    if (!table.rows.empty()) report.tables.push_back(std::move(table));
  };
  add(totals.whole(), !one);
  add(totals.compared(), !one);
  add(totals.by_depth(), !one);
  add(totals.cut_index(), !one && detail);
}

void add_starts(const GameInfo& game, const std::vector<reports::NamedPosition>& positions,
                Report& report) {
  std::vector<reports::NamedStart> starts;
  for (const auto& position : positions)
    starts.push_back({game.name, position.name, position.start.text()});
  report.tables.push_back(reports::starts_table(starts));
}

void run_search(CommandOptions options, const std::vector<SearchableGame>& games,
                reports::Session& session) {
  session.check_options();
  const SearchableGame& game = find_game(games, options.positions.game, "--game");
  if (options.experiment.asked_for(options.search, options.positions)) {
    if (options.detail || options.trace || options.distinct || options.minimal)
      throw InputError(
          "--detail, --trace, --distinct, --minimal: show one search a position, and there are "
          "lists, --runs, --jobs or a comparison (the variant minimal is the minimal tree)");
    return options.experiment.run(options.search, options.positions, game, session);
  }
  options.search.check(game);
  if (options.search.algorithms.size() > 1) {
    require_exact(options.search.switches());
    require_exact_searches(options.search.algorithms);
  }
  const auto positions = options.positions.load(game.info);

  Report report;
  Tables tables;
  Totals totals;
  InForce in_force;
  reports::Progress progress("search", "nodes");
  double done = 0, visited = 0;
  const auto search_position = [&](const reports::NamedPosition& position) {
    auto jobs =
        options.search.jobs(game, limits_for(game, position, options.search, session.stop()));
    std::vector<Final> finals;
    for (Job& job : jobs) {
      job.distinct = options.distinct;
      job.minimal = options.minimal;
      const TextResult result = game.run(position.start, {}, job, MoveStyle::words);
      tables.add(game.info, position, job, result);
      totals.add(job, result);
      add(job.algorithm, result.switches, in_force);
      if (options.trace && !game.is_chess) add_visits(tables, game, position, job);
      if (const auto* last = result.last_complete())
        finals.push_back({job.algorithm, job.generator, *last});
      visited += static_cast<double>(result.visited);
      progress.update(++done / static_cast<double>(jobs.size() * positions.size()), visited);
      if (session.stop()) break;
    }
    if (const std::string difference = value_difference(finals); !difference.empty()) {
      tables.summary.notes.push_back(fmt::format("{}: {}", position.name, difference));
      session.note_difference();
    }
  };
  session.attempt([&] {
    for (const reports::NamedPosition& position : positions)
      if (!session.stop()) search_position(position);
  });
  progress.finish();
  report.complete = !session.stop();
  tables.summary.notes.push_back(description(options.search, in_force));
  for (std::string& note : reports::convention_notes(game.info, positions))
    tables.summary.notes.push_back(std::move(note));
  const bool one = positions.size() == 1;
  const std::string& tables_differ = options.search.table_note;
  const auto show = [&](reports::Table& table, bool wanted) {
    if (!wanted || table.rows.empty()) return;
    if (!tables_differ.empty()) table.notes.insert(table.notes.begin(), tables_differ);
    report.tables.push_back(std::move(table));
  };
  show(tables.trace, options.trace);
  show(tables.visits, options.trace);
  show(tables.summary, true);
  show(tables.effort, true);
  show(tables.minimal, options.minimal);
  show(tables.iterations, options.detail || one);
  show(tables.counters, options.detail || options.distinct);
  show(tables.table_use, options.detail);
  show(tables.selectivity, options.detail);
  show(tables.cut_index, options.detail);
  add_totals(totals, one, options.detail, tables_differ, report);
  if (!report.tables.empty()) add_starts(game.info, positions, report);
  session.publish(std::move(report), 1);
}

}  // namespace

void add_search_command(reports::Command app, reports::Session& session,
                        const std::vector<SearchableGame>& games) {
  const auto options = std::make_shared<CommandOptions>();
  const reports::Command search =
      app.add_subcommand("search", "Search positions and count what it costs");
  options->positions.add_to(search, game_names(games));
  options->search.add_to(search, has_chess(games));
  search.option("--kernel").offers(reports::kernel_names(games));
  options->experiment.add_to(search);
  search.add_flag("--detail", options->detail,
                  "Add all counters, iterations and the cut-index histogram");
  search.add_flag("--trace", options->trace,
                  fmt::format("Show every search of the root with its window{} every visit",
                              has_chess(games) ? "; outside chess" : ", and"));
  search.add_flag("--distinct", options->distinct, "Count different positions too (slow)");
  search.add_flag("--minimal", options->minimal,
                  "Search the minimal tree too, with a table the minimal graph");
  session.add_options(search);
  session.add_figure_option(search);
  session.add_paper_option(search);
  search.option("--depth").help(
      "Deepest iteration, in plies; several as 4,6 or 4..6 (default: 4, or the whole game, if "
      "there is no other limit)");
  search.example("plylab search --algo alphabeta,pvs --gen all --depth 5");
  search.example("plylab search --suite bratko-kopec --depth 4 --order hash --detail");
  search.example("plylab search --game tictactoe --algo minimax,alphabeta --detail");
  search.example(
      "plylab search --game synthetic-tree --seeds 1..20 --jobs 2 \\\n  --position "
      "\"tree(width=9,depth=5)\"");
  search.example("plylab search --with plain --with table=4 \\\n  --compare switches --depth 4,5");
  search.example("plylab search --algo mtdf --depth 8 --trace");
  search.example(
      "plylab search --suite bratko-kopec --algo alphabeta,pvs --depth 5 \\\n  --figure growth.pdf "
      "--figure cut_index=cuts.tex");
  search.callback([options, &games, &session] { run_search(*options, games, session); });
}

}  // namespace plylab::search
