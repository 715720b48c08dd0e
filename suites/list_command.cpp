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
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/session.h"
#include "search/base/counters.h"
#include "search/base/switches.h"
#include "search/mate/solvers.h"
#include "search/run/searchable_game.h"
#include "search/run/searches.h"
#include "suites/help/guides.h"

namespace plylab::suites {
namespace {

using reports::Table;

/// The games of the program, and the one of --game.
struct Choice {
  const search::SearchableGames& games;
  const search::SearchableGame& game;
  const perft::CountableGame& counted;  ///< the same
};

reports::Cell unless_empty(std::string_view text) {
  return text.empty() ? reports::Cell() : reports::Cell(text);
}

Table games_table(const Choice& choice) {
  Table table{"games", "Games", {{"name"}, {"what"}, {"position"}, {"start"}}};
  for (const auto& game : choice.games)
    table.add({game.info.name, game.info.summary, game.info.notation, game.info.start});
  return table;
}

Table positions_table(const Choice& choice) {
  Table table{
      "positions", "Positions that have a name", {{"game"}, {"name"}, {"what"}, {"position"}}};
  for (const auto& game : choice.games)
    for (const KnownPosition& known : game.info.positions)
      table.add({game.info.name, known.name, known.summary, known.text});
  return table;
}

Table generators_table(const Choice& choice) {
  const GameInfo& game = choice.counted.info;  // with generators that only count
  Table table{"generators", "Move generators of " + game.name, {{"name"}, {"what"}}};
  for (const GeneratorInfo& generator : game.generators)
    table.add({generator.name, generator.summary});
  return table;
}

Table kernels_table(const Choice& choice) {
  const GameInfo& game = choice.game.info;
  Table table{"kernels",
              "Kernels of the generators of " + game.name,
              {{"generator"},
               {"name"},
               {"needs", "", "instruction sets beyond x86-64 with POPCNT and SSE4.1"},
               {"runs", "", "this CPU can execute it"},
               {"used", "", "the default on this machine, or chosen by PLYLAB_KERNEL"}},
              {},
              {"the environment variable PLYLAB_KERNEL chooses one"}};
  const std::string chosen = cli::chosen_kernel(game, "");
  for (const KernelInfo& kernel : game.kernels)
    table.add({kernel.generator, kernel.name, unless_empty(kernel.needs), kernel.runs,
               kernel.name == game.kernel_of(kernel.generator, chosen)});
  return table;
}

Table statistics_table(const Choice& choice) {
  const perft::CountableGame& game = choice.counted;
  Table table{"statistics",
              "Statistics of " + game.info.name + ": what perft --stats counts",
              {{"name"}, {"what"}}};
  for (const StatisticsColumn& column : game.columns) table.add({column.name, column.meaning});
  return table;
}

Table conventions_table(const Choice& choice) {
  const perft::CountableGame& game = choice.counted;
  Table table{"conventions",
              "Conventions of " + game.info.name,
              {{"name"},
               {"of", "", "it says which moves are different, or what perft --stats counts"},
               {"what"}},
              {},
              {"what --convention takes; the first is the usual one"}};
  for (const Convention& convention : game.info.conventions)
    table.add({convention.name, "moves", convention.note});
  for (const Convention& convention : game.conventions)
    table.add({convention.name, "statistics", convention.note});
  if (table.rows.empty()) table.notes = {"there is only one convention"};
  return table;
}

Table members_table(const Choice& choice) {
  const GameInfo& game = choice.game.info;
  Table table{"members",
              "Optional members of " + game.name,
              {{"name"}, {"found", "", "with the signature in gen/game/game.h"}, {"what"}}};
  for (const OptionalMember& member : game.members())
    table.add({member.name, member.is_there, member.what});
  return table;
}

Table searches_table(const Choice&) {
  Table table{"searches", "Searches", {{"name"}, {"source"}}};
  for (const search::SearchEntry& entry : search::every_search())
    table.add({entry.name, entry.source});
  for (const search::Alias& alias : search::aliases)
    table.add({alias.name, fmt::format("short for {}", alias.stands_for)});
  return table;
}

Table switches_table(const Choice& choice) {
  const search::SearchableGame& game = choice.game;
  Table table{"switches",
              "Switches of the searches",
              {{"name"},
               {"unit", "", "of its value"},
               {"default", "", "0 is off"},
               {"on", "", "what the bare name means"},
               {"max", "", "greatest value"},
               {"selective", "", "yes if searches may return other values with this switch"},
               {"needs", "", "switches without which it changes nothing"},
               {"what"}},
              {},
              {"with switches that are not selective all searches return the same value"}};
  if (game.scope != search::Scope::any_game)
    table.notes.back() += fmt::format(
        "; quiescence and checks, which look at more moves{}, may change this value",
        game.scope == search::Scope::chess ? ", and endgames, which takes values from tables" : "");
  for (const auto& [name, summary, kind] : search::switches)
    if (kind.scope >= game.scope)
      table.add(
          {name, unless_empty(kind.unit), kind.usual, kind.on, kind.max, kind.selective,
           unless_empty(fmt::format("{}{}{}", kind.needs.first,
                                    kind.needs.second.empty() ? "" : ", ", kind.needs.second)),
           summary});
  return table;
}

Table counters_table(const Choice&) {
  Table table{"counters", "What searches count", {{"name"}, {"unit"}, {"what"}}};
  for (const search::Counter& counter : search::counters)
    table.add({counter.name, unless_empty(counter.unit), counter.definition});
  return table;
}

Table entries_table(const char* name, const std::string& title, const auto& registry) {
  Table table{name, title, {{"name"}, {"what"}}};
  for (const auto& entry : registry) table.add({entry.name, entry.summary});
  return table;
}

Table evaluations_table(const Choice& choice) {
  return entries_table("evaluations", "Evaluations of " + choice.game.info.name,
                       choice.game.evaluations);
}

Table orderings_table(const Choice& choice) {
  return entries_table("orderings", "Move orderings of " + choice.game.info.name,
                       choice.game.orderings);
}

Table solvers_table(const Choice&) {
  return entries_table("solvers", "Mate solvers", search::mate::mate_solvers);
}

/// The first sentence of the comment at the start of a file.
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

Table suites_table(const Choice&) {
  Table table{"suites", "Shipped suites", {{"name"}, {"positions"}, {"what"}}};
  const std::string folder = data_directory();
  for (const std::string& file : files_in(folder, ".epd"))
    table.add({std::filesystem::path(file).stem().string(), epd::load_suite(file).records.size(),
               first_sentence(file)});
  if (table.rows.empty()) table.notes.push_back("none in " + folder);
  return table;
}

Table trees_table(const Choice&) {
  Table table{
      "trees", "Shipped trees", {{"name"}, {"what"}}, {}, {"positions of --game explicit-tree"}};
  for (const std::string& file : files_in(data_directory(), ".tree"))
    table.add({std::filesystem::path(file).stem().string(), first_sentence(file)});
  return table;
}

Table experiments_table(const Choice&) {
  Table table{"experiments", "Shipped experiments", {{"name"}, {"what"}}};
  for (const std::string& file : files_in(data_directory(), ".toml"))
    table.add({std::filesystem::path(file).stem().string(), first_sentence(file)});
  return table;
}

Table documents_table(const Choice&) {
  Table table{
      "documents", "Documents", {{"name", "", "what plylab help calls it"}, {"title"}, {"file"}}};
  for (const help::Guide& guide : help::guides())
    table.add({guide.name, guide.title(), guide.file});
  return table;
}

/// A list.
struct List {
  std::string_view name;
  Table (*table)(const Choice&);
  std::vector<std::string_view> needs = {};  ///< the games whose files it lists
};

/// All lists, without those of files for games that the program does not have.
std::vector<List> lists_for(const search::SearchableGames& games) {
  std::vector<List> lists{{"games", games_table},
                          {"positions", positions_table},
                          {"generators", generators_table},
                          {"kernels", kernels_table},
                          {"conventions", conventions_table},
                          {"statistics", statistics_table},
                          {"members", members_table},
                          {"searches", searches_table},
                          {"evaluations", evaluations_table},
                          {"orderings", orderings_table},
                          {"switches", switches_table},
                          {"counters", counters_table},
                          {"solvers", solvers_table, {"chess"}},
                          {"suites", suites_table, {"chess"}},
                          {"trees", trees_table, {"explicit-tree"}},
                          {"experiments", experiments_table, {"chess", "synthetic-tree"}},
                          {"documents", documents_table}};
  const std::vector<std::string> known = game_names(games);
  std::erase_if(lists, [&](const List& list) {
    return std::ranges::any_of(list.needs, [&](std::string_view game) {
      return std::ranges::find(known, game) == known.end();
    });
  });
  return lists;
}

}  // namespace

void add_list_command(cli::Command app, cli::Session& session, const search::SearchableGames& games,
                      const std::vector<perft::CountableGame>& countable) {
  const auto chosen = std::make_shared<std::vector<std::string>>();
  const auto game_name = std::make_shared<std::string>(games.front().info.name);
  const cli::Command list =
      app.add_subcommand("list", "List games, generators, searches, switches and other choices");
  list.add_option("LIST", *chosen,
                  fmt::format("{} (default: all)", fmt::join(names_in(lists_for(games)), ", ")));
  list.add_option("--game NAME", *game_name, "The game whose choices to list").show_default();
  session.add_options(list);
  list.example("plylab list searches");
  list.example("plylab list --game tictactoe generators");
  list.callback([chosen, game_name, &games, &countable, &session] {
    session.check_options();
    const search::SearchableGame& game = find_game(games, *game_name, "--game");
    const perft::CountableGame& counted = find_game(countable, game.info.name);
    const std::vector<List> lists = lists_for(games);
    const auto wanted = select_names(
        "list", chosen->empty() ? std::vector<std::string>{"all"} : *chosen, names_in(lists));
    std::vector<Table> tables;
    for (const List& one : lists)
      if (std::find(wanted.begin(), wanted.end(), one.name) != wanted.end())
        tables.push_back(one.table({games, game, counted}));
    session.declare({tables.begin(), tables.end()});
    session.publish({.tables = std::move(tables)}, 1);
  });
}

}  // namespace plylab::suites
