#include "perft/cluster/count_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "perft/command_tables.h"
#include "reports/tables/columns.h"

namespace plylab::perft::cluster {

using reports::Table;

namespace {

/// Says of a table's figures what they are of, unless that is all.
void note_missing(Table& table, const Plan& plan, const Known& known) {
  if (!known.result.complete)
    table.notes.push_back(fmt::format("all figures are of {} of {} units: the others are not here",
                                      known.units, plan.units));
}

/// How many units each generator has counted.
std::map<std::string, std::size_t> units_by_generator(const Known& known) {
  std::map<std::string, std::size_t> units;
  for (const auto& [worker, done] : known.workers) units[worker.generator] += done.units;
  return units;
}

/// Their names.
std::string generators_of(const std::map<std::string, std::size_t>& units) {
  std::vector<std::string_view> names;
  for (const auto& [name, counted] : units) names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// How far the part is, where more is not to be counted here.
std::string note_of(const PartProgress& part) {
  const std::string name = to_text(part.part);
  if (part.units == 0)
    return fmt::format("part {} has no units: there is nothing to be done", name);
  return fmt::format("part {}: {} of its {} units are counted{}", name, part.finished, part.units,
                     part.finished == part.units ? ": it is done" : "");
}

}  // namespace

std::string note_of_changed(const std::string& path, const std::set<std::size_t>& units) {
  return fmt::format("'{}': unit{} {} {} been changed: left out, to be counted again", path,
                     units.size() == 1 ? "" : "s", fmt::join(units, ", "),
                     units.size() == 1 ? "has" : "have");
}

std::string note_of_nothing_left(const std::string& generator, const Known& known) {
  return fmt::format(
      "nothing was left for {} to count: all is counted by {}; for a count by another generator, "
      "too, make another manifest, and merge them",
      generator, generators_of(units_by_generator(known)));
}

std::string position_name(const CountableGame& game, const std::string& position) {
  const GameInfo& info = game.info;
  const auto plain = [&](std::string_view text) {
    const AnyStart start = info.parse(text);
    return (info.with_convention ? info.with_convention(start, 0) : start).text();
  };
  std::string sought = plain(position);
  if (plain(info.start) == sought) return info.start;
  for (const KnownPosition& known : info.positions) try {
      if (plain(known.text) == sought) return std::string(known.name);
    } catch (const InputError&) {
      // It stands for no position, and so not for this one, whose counts must not be lost by that.
    }
  return sought;
}

Table count_table(const CountableGame& game, const Plan& plan, const Known& known,
                  const std::optional<PartProgress>& part, double seconds) {
  Table table{"count",
              "Count",
              {reports::columns::position,
               reports::columns::depth,
               {"frontier", "", "the ply of the frontier", 0},
               {"positions", "", "of the frontier, different ones", 0},
               {"units", "", "into which they are divided", 0},
               {"finished", "", "of the units", 0},
               {"leaves", "", "legal move paths, full and higher ones together", 0}},
              {},
              {}};
  if (plan.with_higher) {
    table.columns.emplace_back("full", "", "legal move paths of that length", 0);
    table.columns.emplace_back("higher", "", "games that are over before", 0);
  }
  if (part) {
    table.columns.emplace_back("part_units", "", "of the part that is counted here", 0);
    table.columns.emplace_back("part_finished", "", "of these", 0);
  }
  table.columns.emplace_back("thread_seconds", "s", "of all threads of all calls together", 3);
  table.columns.emplace_back("call_seconds", "s",
                             "of this call, from its start, whatever it counted itself", 3);
  const Result& result = known.result;
  std::vector<reports::Cell> row{position_name(game, plan.position),
                                 plan.depth,
                                 plan.ply,
                                 plan.positions,
                                 plan.units,
                                 known.units,
                                 cell(result.leaves)};
  if (plan.with_higher) {
    row.push_back(cell(result.leaves - result.higher));
    row.push_back(cell(result.higher));
  }
  if (part) {
    row.emplace_back(part->units);
    row.emplace_back(part->finished);
    table.notes.push_back(note_of(*part));
  }
  row.emplace_back(result.seconds);
  row.emplace_back(seconds);
  table.add(std::move(row));
  note_missing(table, plan, known);
  return table;
}

Table divide_table(const Plan& plan, const Known& known) {
  const Result& result = known.result;
  Table table{
      "divide",
      fmt::format("Divide {}", plan.depth),
      {{"move", "", "the root move; total is their sum", 0}, {"leaves", "", "below the move", 0}},
      {},
      {}};
  if (plan.with_higher)
    table.columns.emplace_back("higher", "", "of these, games that are over before the depth", 0);
  const auto add = [&](const std::string& move, Count leaves, Count higher) {
    std::vector<reports::Cell> row{move, cell(leaves)};
    if (plan.with_higher) row.push_back(cell(higher));
    table.add(std::move(row));
  };
  for (const RootMove& move : result.branches) add(move.move, move.leaves, move.higher);
  add("total", result.leaves, result.higher);
  note_missing(table, plan, known);
  return table;
}

Table workers_table(const Known& known) {
  Table table{"workers",
              "Workers",
              {{"host", "", "the machine's name"},
               {"program", "", "its version"},
               reports::columns::generator,
               {"kernel", "", "of the generator"},
               {"units", "", "counted there", 0},
               {"leaves", "", "in these", 0},
               {"thread_seconds", "s", "of all threads together", 3},
               {"thread_rate", "M leaves/s", "leaves by thread_seconds: of one thread", 1}},
              {},
              {}};
  for (const auto& [worker, done] : known.workers)
    table.add({worker.host, worker.program, worker.generator,
               worker.kernel.empty() ? reports::Cell() : reports::Cell(worker.kernel), done.units,
               cell(done.leaves), done.seconds, rate(done.leaves, done.seconds)});
  std::size_t counted = 0;
  for (const auto& [worker, done] : known.workers) counted += done.units;
  if (counted > known.units)
    table.notes.push_back(
        fmt::format("units that several generators have counted are here with each of them: {} "
                    "counts of {} units; totals have each unit once",
                    counted, known.units));
  return table;
}

/// The statistics, by whoever counted them.
Table statistics_table(const CountableGame& game, const Plan& plan, const Known& known,
                       std::size_t convention) {
  const auto units = units_by_generator(known);
  Table table{
      "statistics", "Statistics", statistics_columns(game), {}, convention_notes(game, convention)};
  if (!known.result.kinds.empty()) {
    table.add(statistics_row(game, generators_of(units), plan.depth, known.result, convention));
  } else if (known.result.complete) {  // no unit, no kinds
    std::vector<reports::Cell> row{reports::Cell(), plan.depth};
    row.resize(table.columns.size(), 0);
    table.add(std::move(row));
  }
  if (units.size() > 1) {
    std::vector<std::string> shares;
    for (const auto& [name, counted] : units)
      if (counted < known.units) shares.push_back(fmt::format("{} {}", name, counted));
    table.notes.push_back(
        shares.empty() ? "each of these generators has counted all units, with the same result"
                       : fmt::format("not all of it by each of these generators: of {} units {}",
                                     known.units, fmt::join(shares, ", ")));
  }
  note_missing(table, plan, known);
  return table;
}

}  // namespace plylab::perft::cluster
