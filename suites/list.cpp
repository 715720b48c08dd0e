#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gen/chess/registry.h"
#include "gen/epd/shipped.h"
#include "gen/select_names.h"
#include "reports/command_line.h"
#include "reports/session.h"
#include "search/core/ordering.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/mate/solvers.h"
#include "search/registry.h"
#include "search/switches.h"
#include "suites/commands.h"

namespace plylab::suites {
namespace {

using reports::Column;
using reports::Table;

Table generators_table() {
  Table table{"generators", "Move generators", {{"name"}, {"what"}}, {}, {}};
  for (const std::string& name : chess::generator_names())
    chess::with_generator(name, [&](const auto& entry) {
      table.add({entry.name, entry.summary});
      return true;
    });
  return table;
}

Table kernels_table() {
  Table table{"kernels",
              "Kernels of the bitboard generator",
              {{"name"},
               {"needs", "", "instruction sets beyond the baseline"},
               {"runs", "", "this CPU can execute it"},
               {"used", "", "taken on this machine, or forced"}},
              {},
              {"the environment variable PLYLAB_KERNEL forces one"}};
  const std::string_view used =
      chess::with_generator("bitboard", [](const auto& entry) { return entry.kernel; });
  std::apply(
      [&](const auto&... entry) {
        ((entry.kernel.empty() ? void()
                               : table.add({entry.kernel, entry.needs.empty() ? "-" : entry.needs,
                                            entry.runs(), entry.kernel == used})),
         ...);
      },
      chess::generators);
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

Table switches_table() {
  Table table{"switches",
              "Switches of the searches",
              {{"name"}, {"selective", "", "can change the value"}, {"what"}},
              {},
              {}};
  for (const auto& entry : search::switches)
    table.add({entry.name, entry.selective, entry.summary});
  return table;
}

Table entries_table(const char* name, const char* title, const auto& registry) {
  Table table{name, title, {{"name"}, {"what"}}, {}, {}};
  for (const auto& entry : registry) table.add({entry.name, entry.summary});
  return table;
}

Table suites_table() {
  Table table{"suites", "Shipped suites", {{"name"}, {"positions"}}, {}, {}};
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(epd::data_directory()))
    if (file.path().extension() == ".epd") files.push_back(file.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files)
    table.add({file.stem().string(), epd::load_suite(file.string()).records.size()});
  return table;
}

}  // namespace

void add_list_command(reports::Command app, reports::Session& session) {
  const auto chosen = std::make_shared<std::vector<std::string>>();
  const reports::Command list = app.add_subcommand("list", "List what there is to choose from");
  list.add_option(
      "what", *chosen,
      "generators, kernels, searches, evaluations, orderings, switches, solvers, suites (default: "
      "all)");
  session.add_options(list);
  list.footer("Example: plylab list searches");
  list.callback([chosen, &session] {
    session.check_options();
    std::vector<Table> all{
        generators_table(),
        kernels_table(),
        searches_table(),
        entries_table("evaluations", "Evaluations", search::evaluations),
        entries_table("orderings", "Move orderings", search::orderings),
        switches_table(),
        entries_table("solvers", "Mate solvers", search::mate::mate_solvers),
        suites_table(),
    };
    std::vector<std::string> names;
    for (const Table& table : all) names.push_back(table.name);
    const auto wanted =
        select_names("list", chosen->empty() ? std::vector<std::string>{"all"} : *chosen, names);
    std::erase_if(all, [&](const Table& table) {
      return std::find(wanted.begin(), wanted.end(), table.name) == wanted.end();
    });
    session.publish({.tables = std::move(all)}, 1);
  });
}

}  // namespace plylab::suites
