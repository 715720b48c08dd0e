#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/session.h"
#include "reports/text/terminal.h"
#include "search/lab/experiment.h"
#include "search/lab/pipeline.h"
#include "search/lab/tables.h"
#include "search/run/options.h"
#include "search/run/searches.h"

namespace plylab::search::lab {
namespace {

struct SearchOptions {
  cli::GameOptions positions;
  Options search;
  bool names_searches = false;  ///< --algo was given
  SharedOptions shared;
  bool detail = false;
  bool trace = false;
  bool distinct = false;
  bool types = false;
  bool overlap = false;
  TreePicture tree = {};
  bool minimal = false;
  std::uint64_t null_samples = 0;
};

/// Whether the minimal tree is one of the searches.
bool has_minimal(const SearchOptions& options) {
  const auto& names = options.search.algorithms;
  return std::find(names.begin(), names.end(), minimal_variant) != names.end();
}

/// Leaves out the searches that cannot use the switches. Returns a note that says which; empty if
/// there are none.
std::string leave_out_misfits(Options& options) {
  std::vector<std::string> left_out;
  for (const Switches& set : options.switch_sets())
    std::erase_if(options.algorithms, [&](const std::string& variant) {
      const bool misfits = !misfit(search_of(variant), set).empty();
      if (misfits) left_out.push_back(variant);
      return misfits;
    });
  if (left_out.empty()) return {};
  return fmt::format("left out, because these switches are not for them: {}",
                     fmt::join(left_out, ", "));
}

/// Whether the command line describes an experiment with several groups or factors.
bool has_factors(const SearchOptions& options) {
  return options.search.has_lists() || !options.positions.seeds.empty() || has_minimal(options);
}

/// Whether the command line asks for what only a report by position has.
bool asks_by_position(const SearchOptions& options) {
  return options.detail || options.trace || options.distinct || options.types || options.minimal ||
         options.null_samples > 0 || options.overlap || !options.tree.path.empty();
}

/// Whether the report begins with comparisons; otherwise with a row for each search of each
/// position. --jobs and --runs do not affect this.
bool is_comparison(const SearchOptions& options) {
  if (options.shared.given() || !options.positions.seeds.empty() || has_minimal(options))
    return true;
  return has_factors(options) && (options.search.depths.size() > 1 || !asks_by_position(options));
}

Levels levels_of(const Options& options, const SearchableGame& game) {
  Levels levels = default_levels(game);
  if (!options.depths.empty()) {
    levels[Factor::depth] = {options.depths.begin(), options.depths.end()};
  } else if (options.nodes > 0 || options.seconds > 0) {
    levels[Factor::depth] = {max_ply - 1};
  }
  check_levels(Factor::depth, levels[Factor::depth], game, "--depth");
  const auto sets = options.switch_sets();
  levels[Factor::switches] = {sets.begin(), sets.end()};
  check_levels(Factor::switches, levels[Factor::switches], game, "--with");
  const auto read = [&](Factor factor, const char* flag, const std::vector<std::string>& texts) {
    levels[factor] = parse_levels(factor, texts, game, flag);
  };
  read(Factor::evaluation, "--eval", options.evaluations);
  read(Factor::ordering, "--order", options.orderings);
  read(Factor::generator, "--gen", options.generators);
  read(Factor::variant, "--algo", options.algorithms);
  return levels;
}

/// All positions as one group, without repeats.
std::vector<Group> one_group(const cli::GameOptions& positions, const SearchableGame& game,
                             const Levels& levels) {
  std::vector<Start> starts;
  std::map<std::string, std::string> names;  // by position
  for (Start& start : starts_of(positions.load(game.info)))
    if (const auto [known, is_new] = names.emplace(start.text(), start.name); is_new)
      starts.push_back(std::move(start));
    else
      reports::tell(
          fmt::format("{} and {} are the same position, searched once", known->second, start.name));
  const auto& suites = positions.chess.suites;
  const bool is_suite =
      suites.size() == 1 && positions.positions.empty() && positions.chess.fens.empty();
  return {{is_suite ? suites.front() : game.info.name, &game, std::move(starts), levels}};
}

/// A group for the positions given (one for each if they have seeds), and one for each suite.
std::vector<Group> groups_of(const cli::GameOptions& positions, const SearchableGame& game,
                             const Levels& levels) {
  std::vector<cli::GameOptions> sources;
  cli::GameOptions given = positions;
  given.chess.suites.clear();
  if (!positions.seeds.empty()) {
    for (const std::string& text :
         positions.positions.empty() ? std::vector{game.info.start} : positions.positions) {
      given.positions = {text};
      sources.push_back(given);
    }
  } else if (!positions.positions.empty() || !positions.chess.fens.empty() ||
             positions.chess.suites.empty()) {
    sources.push_back(given);
  }
  for (const std::string& name : positions.chess.suites) {
    cli::GameOptions suite = positions;
    suite.positions.clear();
    suite.chess.fens.clear();
    suite.chess.suites = {name};
    sources.push_back(suite);
  }
  std::vector<Group> groups;
  for (const cli::GameOptions& source : sources) {
    const std::string name = !source.chess.suites.empty() ? source.chess.suites.front()
                             : !positions.seeds.empty()   ? source.positions.front()
                                                          : game.info.name;
    groups.push_back({name, &game, load_starts(source, game.info), levels});
    check_starts(groups.back(), name);
  }
  return groups;
}

/// The factor to compare: the variant, unless there is only one variant and another factor has
/// several levels.
Factor factor_to_compare(const Levels& levels) {
  for (std::size_t i = factor_names.size(); i-- > 0;)
    if (levels[static_cast<Factor>(i)].size() > 1) return static_cast<Factor>(i);
  return Factor::variant;
}

/// Throws InputError if the command line asks for output that only a report by position has.
void check_comparison(const SearchOptions& options, bool names_minimal) {
  if (!asks_by_position(options)) return;
  if (names_minimal)
    throw InputError(
        "--detail, --trace, --distinct, --types, --overlap, --minimal, --sample-null, --tree: not "
        "with --algo minimal (--overlap --minimal compares each search with the minimal tree)");
  throw InputError(
      "--detail, --trace, --distinct, --types, --overlap, --minimal, --sample-null, --tree: not "
      "with several values of --depth, nor with --seeds, --compare, --baseline or --measure (for "
      "the minimal tree there is --algo minimal)");
}

/// Throws InputError if the command line asks for what a report by position cannot have.
void check_by_position(const SearchOptions& options, const SearchableGame& game) {
  options.search.require_sufficient_table();
  const char* const traced = options.overlap                   ? "--overlap"
                             : !options.tree.path.empty()      ? "--tree"
                             : options.trace && !game.is_chess ? "--trace"
                                                               : nullptr;
  for (const Switches& set : options.search.switch_sets())
    if (traced != nullptr && set["threads"] > 1)
      throw InputError(
          fmt::format("threads={}: not with {}, which follows one thread", set["threads"], traced));
  if (options.trace && (options.shared.threads > 1 || !options.shared.runs.empty()))
    throw InputError("--trace: not with --jobs or --runs, which keep no trace");
  if (options.types && !options.shared.runs.empty())
    throw InputError("--types: not with --runs, which does not store them");
}

/// With --types, --overlap and --tree, chess is searched on the board that can be traced.
void choose_traced_generator(SearchOptions& options, const SearchableGame& game) {
  const bool draws = !options.tree.path.empty();
  if ((!options.types && !options.overlap && !draws) || !game.is_chess) return;
  const std::vector traced{traced_generator(game)};
  std::vector<std::string>& generators = options.search.generators;
  if (!generators.empty() && generators != traced)
    throw InputError(
        fmt::format("{}: in chess only with --gen {}, whose trace costs the other boards nothing",
                    options.types     ? "--types"
                    : options.overlap ? "--overlap"
                                      : "--tree",
                    traced.front()));
  generators = traced;
}

void run_search(SearchOptions options, const SearchableGames& games,
                GiveKnownValues give_known_values, cli::Session& session) {
  session.check_options();
  const SearchableGame& game = find_game(games, options.positions.game, "--game");
  choose_traced_generator(options, game);
  options.search.complete(game);
  options.positions.chess.drop_repeated_suites("searched");
  const bool compares = is_comparison(options), names_minimal = has_minimal(options);
  std::vector<std::string> more;  // also included in "all", besides the searches
  if (compares) more.emplace_back(minimal_variant);
  options.search.algorithms = select_searches("--algo", options.search.algorithms, more);
  const std::string left_out =
      options.names_searches ? std::string() : leave_out_misfits(options.search);
  std::vector<std::string> searches;
  for (const std::string& variant : options.search.algorithms)
    searches.emplace_back(search_of(variant));
  options.search.resolve_defaults(game, searches);
  if (compares)
    check_comparison(options, names_minimal);
  else
    check_by_position(options, game);

  const Levels levels = levels_of(options.search, game);
  Experiment experiment{std::string(name_of_searches),
                        compares ? groups_of(options.positions, game, levels)
                                 : one_group(options.positions, game, levels),
                        {options.search.nodes, options.search.seconds},
                        options.distinct || options.shared.measures_distinct(),
                        options.minimal,
                        options.null_samples,
                        options.detail,
                        options.types};
  experiment.note = left_out;
  // A game of limited length is searched to its end by default.
  const Options& limits = options.search;
  if (limits.depths.empty() && limits.nodes == 0 && limits.seconds == 0)
    for (Group& group : experiment.groups)
      if (const int plies = longest(group.starts, game.info); plies > 0)
        group.levels[Factor::depth] = {plies};
  ComparisonSpec comparison{
      .factor = factor_to_compare(levels), .by_position = !compares, .detail = options.detail};
  if (!has_factors(options)) comparison.measures = {"common_nodes"};
  options.shared.overrule(comparison, experiment);
  run_experiment(experiment, comparison, options.shared, options.search.kernel, games,
                 give_known_values, session, {options.trace, options.overlap, options.tree});
}

}  // namespace

void add_search_command(cli::Command app, cli::Session& session, const SearchableGames& games,
                        GiveKnownValues give_known_values,
                        const std::shared_ptr<OtherContestants>& others) {
  const auto options = std::make_shared<SearchOptions>();
  options->shared.others = others;
  const cli::Command search =
      app.add_subcommand("search", "Run search algorithms on positions, and compare their costs");
  options->positions.add_to(search, game_names(games));
  options->search.add_to(search, has_chess(games));
  search.option("--kernel").offers(cli::kernel_names(games));
  options->shared.add_to(search);
  search.add_flag("--detail", options->detail,
                  "Add all counters, iterations, and the histogram of cut indices");
  search.add_flag(
      "--trace", options->trace,
      fmt::format(
          "Show every search of the root with its window and its order of moves{} every visit",
          has_chess(games) ? "; in games other than chess," : ", and"));
  search.add_flag("--distinct", options->distinct, "Count distinct positions, too (slow)");
  search.add_flag("--types", options->types,
                  fmt::format("Count nodes by type (PV, cut and all, expected and actual), and the "
                              "places of the moves that decide{}",
                              has_chess(games) ? "; in chess on mailbox" : ""));
  search.add_flag(
      "--overlap", options->overlap,
      fmt::format("Count the positions that each pair of searches both visit, and those that "
                  "only one does, by the reason; with --minimal, also beside the minimal tree{}",
                  has_chess(games) ? "; in chess on mailbox" : ""));
  const cli::Option tree = search.add_option(
      "--tree FILE", options->tree.path,
      fmt::format("Draw what up to {} searches visit of one position, as .svg, or "
                  "as .dot for Graphviz",
                  max_trees));
  search
      .add_option("--tree-ply N", options->tree.plies,
                  "Draw so many plies below the root (default: all)")
      .positive()
      .needs(tree);
  search.add_flag("--minimal", options->minimal,
                  "Also search the minimal tree, or with a table the minimal graph");
  if (has_chess(games))
    search
        .add_option("--sample-null N", options->null_samples,
                    "Verify every Nth null-move cutoff by a search of the node without its null "
                    "move (slow)")
        .positive();
  session.add_options(search);
  session.add_figure_option(
      search, {growth_picture, branching_picture, cut_index_picture, ratio_picture, profile_picture,
               scatter_picture, time_to_depth_picture});
  session.add_paper_option(search);
  search.option("--eval").help("Evaluations, or default (see plylab list evaluations)");
  search.option("--order").help("Move orderings, all, or default (see plylab list orderings)");
  search.option("--with").help(
      "A set of switches for all searches (see plylab list switches); several sets are compared: "
      "--with plain --with table=16 (default: the search's own)");
  search.option("--depth").help(
      "Depth in plies, or several: 4,6 or 4..6 (default: without other limits 4, or the "
      "whole game if it is short)");
  search.example("plylab search --algo alphabeta,pvs --gen all --depth 5");
  search.example("plylab search --suite bratko-kopec --depth 4 --order hash --detail");
  search.example("plylab search --game tictactoe --algo minimax,alphabeta --detail");
  search.example(
      "plylab search --game synthetic-tree --seeds 1..20 --jobs 2 \\\n  --position "
      "\"tree(width=9,depth=5)\"");
  search.example("plylab search --with plain --with table=4 \\\n  --compare switches --depth 4,5");
  search.example("plylab search --algo mtdf --depth 8 --trace");
  search.example(
      "plylab search --game explicit-tree --algo minimax,alphabeta \\\n  --with no-deepening "
      "--tree "
      "tree.svg");
  search.example(
      "plylab search --suite bratko-kopec --algo alphabeta,pvs --depth 5 \\\n  --figure growth.svg "
      "--figure cut_index=cuts.tex");
  const auto names = game_names(games);
  std::string notes;
  if (std::find(names.begin(), names.end(), "synthetic-tree") != names.end())
    notes =
        "Keys of tree(...), all optional: width=20 (or 10..30), depth=6, seed=1, order=0.7 "
        "(probability that the first move is the best), quarter=0.9 (that the best is in the first "
        "quarter; uniform: order=1/width, quarter=ceil(width/4)/width), values=incremental or "
        "independent, range, noise, merge.\n";
  search.notes(fmt::format(
      "{}Exit status: 1 if searches that must find the same value do not, or if one visits "
      "different numbers of nodes with two generators{}; 2 for wrong usage; otherwise 0",
      notes, has_chess(games) ? ", or if an engine fails" : ""));
  search.guides({"search", "experiments"});
  search.callback([options, search, &games, give_known_values, &session] {
    options->names_searches = search.option("--algo").given();
    run_search(*options, games, give_known_values, session);
  });
}

}  // namespace plylab::search::lab
