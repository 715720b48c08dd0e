#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "gen/epd/epd.h"
#include "perft/games/countable_game.h"
#include "reports/command_line/command_line.h"
#include "reports/game_options.h"
#include "reports/session.h"
#include "search/base/switches.h"
#include "search/mate/solvers.h"
#include "search/run/registry.h"
#include "search/run/searchable_game.h"

namespace plylab::suites {
namespace {

using reports::Table;

Table games_table(const search::SearchableGames& games) {
  Table table{"games", "Games", {{"name"}, {"what"}, {"position"}, {"start"}}, {}, {}};
  for (const auto& game : games)
    table.add({game.info.name, game.info.summary, game.info.notation, game.info.start});
  return table;
}

Table positions_table(const search::SearchableGames& games) {
  Table table{"positions",
              "Positions that have a name",
              {{"game"}, {"name"}, {"what"}, {"position"}},
              {},
              {}};
  for (const auto& game : games)
    for (const KnownPosition& known : game.info.positions)
      table.add({game.info.name, known.name, known.summary, known.text});
  return table;
}

Table generators_table(const GameInfo& game) {
  Table table{"generators", "Move generators of " + game.name, {{"name"}, {"what"}}, {}, {}};
  for (const GeneratorInfo& generator : game.generators)
    table.add({generator.name, generator.summary});
  return table;
}

Table kernels_table(const GameInfo& game) {
  Table table{"kernels",
              "Kernels of the generators of " + game.name,
              {{"generator"},
               {"name"},
               {"needs", "", "instruction sets beyond the baseline"},
               {"runs", "", "this CPU can execute it"},
               {"used", "", "taken on this machine, or as PLYLAB_KERNEL says"}},
              {},
              {"the environment variable PLYLAB_KERNEL chooses one"}};
  const std::string chosen = reports::chosen_kernel(game, "");
  for (const KernelInfo& kernel : game.kernels)
    table.add({kernel.generator, kernel.name,
               kernel.needs.empty() ? reports::Cell() : reports::Cell(kernel.needs), kernel.runs,
               kernel.name == game.kernel_of(kernel.generator, chosen)});
  return table;
}

Table statistics_table(const perft::CountableGame& game) {
  Table table{"statistics",
              "Statistics of " + game.info.name + ": what perft --stats counts",
              {{"name"}, {"what"}},
              {},
              {}};
  for (const StatisticsColumn& column : game.columns) table.add({column.name, column.meaning});
  return table;
}

Table conventions_table(const perft::CountableGame& game) {
  Table table{"conventions",
              "Conventions of " + game.info.name,
              {{"name"},
               {"of", "", "moves, which it tells apart, or perft --stats, which it counts"},
               {"what"}},
              {},
              {"what --convention takes; the first is the usual one"}};
  for (const Convention& convention : game.info.conventions)
    table.add({convention.name, "moves", convention.note});
  for (const Convention& convention : game.conventions)
    table.add({convention.name, "statistics", convention.note});
  if (table.rows.empty()) table.notes = {"there is but one way to tell moves apart and count them"};
  return table;
}

Table members_table(const GameInfo& game) {
  Table table{"members",
              "Optional members of " + game.name,
              {{"name"}, {"there", "", "by this name, and as gen/game/game.h says"}, {"what"}},
              {},
              {}};
  for (const OptionalMember& member : game.members())
    table.add({member.name, member.is_there, member.what});
  return table;
}

Table searches_table() {
  Table table{"searches", "Searches", {{"name"}, {"source"}}, {}, {}};
  std::apply(
      [&](const auto&... entry) {
        (table.add({entry.name, entry.source}), ...);
      },
      search::every_algorithm);
  for (const search::Alias& alias : search::aliases)
    table.add({alias.name, fmt::format("short for {}", alias.stands_for)});
  return table;
}

Table switches_table(const search::SearchableGame& game) {
  Table table{
      "switches",
      "Switches of the searches",
      {{"name"}, {"selective", "", "whether each search may find another value with it"}, {"what"}},
      {},
      {"with switches that are not selective all searches find one value"}};
  if (game.is_chess)
    table.notes.back() +=
        ": that of the same moves; quiescence and checks look at more moves, so that it may be "
        "another than without them";
  for (const auto& entry : search::switches)
    if (game.is_chess || !entry.chess) table.add({entry.name, entry.selective, entry.summary});
  return table;
}

Table entries_table(const char* name, const std::string& title, const auto& registry) {
  Table table{name, title, {{"name"}, {"what"}}, {}, {}};
  for (const auto& entry : registry) table.add({entry.name, entry.summary});
  return table;
}

/// What the comment at the head of a file says first: its first sentence.
std::string first_sentence(const std::string& file) {
  std::string sentence;
  const std::string text = read_file(file);
  for (std::string_view rest = text; rest.starts_with('#');) {
    const std::string_view line = trimmed(take_line(rest).substr(1));
    sentence += (sentence.empty() ? "" : " ") + std::string(line);
    if (const std::size_t end = sentence.find(". "); end != sentence.npos)
      return sentence.substr(0, end);
    if (sentence.ends_with('.')) return sentence.substr(0, sentence.size() - 1);
  }
  return sentence;
}

Table suites_table() {
  Table table{"suites", "Shipped suites", {{"name"}, {"positions"}, {"what"}}, {}, {}};
  const std::string folder = data_directory();
  for (const std::string& file : files_in(folder, ".epd"))
    table.add({std::filesystem::path(file).stem().string(), epd::load_suite(file).records.size(),
               first_sentence(file)});
  if (table.rows.empty()) table.notes.push_back("there is none in " + folder);
  return table;
}

Table trees_table() {
  Table table{
      "trees", "Shipped trees", {{"name"}, {"what"}}, {}, {"positions of --game explicit-tree"}};
  for (const std::string& file : files_in(data_directory(), ".tree"))
    table.add({std::filesystem::path(file).stem().string(), first_sentence(file)});
  return table;
}

Table experiments_table() {
  Table table{"experiments", "Shipped experiments", {{"name"}, {"what"}}, {}, {}};
  for (const std::string& file : files_in(data_directory(), ".toml"))
    table.add({std::filesystem::path(file).stem().string(), first_sentence(file)});
  return table;
}

/// A document's title: its first heading.
std::string title_of(const std::string& file) {
  const std::string text = read_file(file);
  return text.starts_with("# ") ? text.substr(2, text.find('\n') - 2) : "";
}

Table documents_table() {
  Table table{"documents", "Documents", {{"name"}, {"title"}, {"file"}}, {}, {}};
  for (const std::string& file : files_in(documents_directory(), ".md"))
    table.add({std::filesystem::path(file).filename().string(), title_of(file), file});
  return table;
}

/// The lists there are: what is shipped for games that are not among these is left out.
std::vector<std::string> list_names(const search::SearchableGames& games) {
  const std::vector<std::string> game_list = game_names(games);
  const auto has = [&](std::string_view name) {
    return std::find(game_list.begin(), game_list.end(), name) != game_list.end();
  };
  std::vector<std::string> names{"games",       "positions",  "generators", "kernels",
                                 "conventions", "statistics", "members",    "searches",
                                 "evaluations", "orderings",  "switches"};
  if (has("chess")) names.insert(names.end(), {"solvers", "suites"});
  if (has("explicit-tree")) names.emplace_back("trees");
  if (has("chess") && has("synthetic-tree")) names.emplace_back("experiments");
  names.emplace_back("documents");
  return names;
}

}  // namespace

void add_list_command(reports::Command app, reports::Session& session,
                      const search::SearchableGames& games,
                      const std::vector<perft::CountableGame>& countable) {
  const auto chosen = std::make_shared<std::vector<std::string>>();
  const auto game_name = std::make_shared<std::string>(games.front().info.name);
  const reports::Command list = app.add_subcommand("list", "List what there is to choose from");
  list.add_option("what", *chosen,
                  fmt::format("{} (default: all)", fmt::join(list_names(games), ", ")));
  list.add_option("--game NAME", *game_name,
                  "The game whose generators, kernels, conventions, statistics, optional members, "
                  "evaluations, orderings and switches are listed")
      .show_default();
  session.add_options(list);
  list.example("plylab list searches");
  list.example("plylab list --game tictactoe generators");
  list.callback([chosen, game_name, &games, &countable, &session] {
    session.check_options();
    const search::SearchableGame& game = find_game(games, *game_name, "--game");
    const perft::CountableGame& counted = find_game(countable, game.info.name);
    std::vector<Table> all{
        games_table(games),
        positions_table(games),
        generators_table(game.info),
        kernels_table(game.info),
        conventions_table(counted),
        statistics_table(counted),
        members_table(game.info),
        searches_table(),
        entries_table("evaluations", "Evaluations of " + game.info.name, game.evaluations),
        entries_table("orderings", "Move orderings of " + game.info.name, game.orderings),
        switches_table(game),
        entries_table("solvers", "Mate solvers", search::mate::mate_solvers),
        suites_table(),
        trees_table(),
        experiments_table(),
        documents_table(),
    };
    const auto wanted = select_names(
        "list", chosen->empty() ? std::vector<std::string>{"all"} : *chosen, list_names(games));
    std::erase_if(all, [&](const Table& table) {
      return std::find(wanted.begin(), wanted.end(), table.name) == wanted.end();
    });
    session.publish({.tables = std::move(all)}, 1);
  });
}

}  // namespace plylab::suites
