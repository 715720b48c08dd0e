#include "perft/commands/cluster_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "perft/commands/tables.h"
#include "reports/tables/columns.h"

namespace plylab::perft::cluster {

using reports::Cell;
using reports::Table;

namespace {

/// Adds a note to a table that its figures are partial.
void note_missing(Table& table, const Plan& plan, const PartialCount& count) {
  if (!count.result.complete)
    table.notes.push_back(fmt::format("incomplete: the figures are the sums of {} of {} units",
                                      count.units, plan.units));
}

/// A note on how much of the part is counted.
std::string note_of(const PartProgress& part) {
  const std::string name = to_text(part.part);
  if (part.units == 0) return fmt::format("part {} has no units: nothing to count", name);
  return fmt::format("part {}: {} of its {} units are counted{}", name, part.finished, part.units,
                     part.finished == part.units ? ": it is done" : "");
}

}  // namespace

std::string generators_of(const PartialCount& count) {
  std::vector<std::string> names;
  for (const auto& [name, counted] : count.units_by_generator()) names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
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
      // A known position that cannot be parsed is not this one; its error must not lose the counts.
    }
  return sought;
}

reports::TableOf<CountRow> count_table(bool early_leaves, bool has_part) {
  using Row = CountRow;
  reports::ColumnsOf<Row> columns{
      {reports::columns::position, &Row::position},
      {reports::columns::depth, [](const Row& row) { return row.plan->depth; }},
      {{"frontier", "", "the ply of the frontier", 0},
       [](const Row& row) { return row.plan->ply; }},
      {{"positions", "", "distinct positions of the frontier", 0},
       [](const Row& row) { return row.plan->positions; }},
      {{"units", "", "number of units that the positions are divided into", 0},
       [](const Row& row) { return row.plan->units; }},
      {{"finished", "", "number of units that are counted", 0},
       [](const Row& row) { return row.count->units; }}};
  add_leaf_columns(columns, early_leaves);
  const auto add = [&](reports::Column column, auto&& cell) {
    columns.push_back({std::move(column), cell});
  };
  if (has_part) {
    add({"part_units", "", "units in this manifest's part", 0},
        [](const Row& row) { return row.part.units; });
    add({"part_finished", "", "units in this part that are counted", 0},
        [](const Row& row) { return row.part.finished; });
  }
  add({"thread_seconds", "s", "sum over all threads and calls", 3},
      [](const Row& row) { return row.result.seconds; });
  add({"call_seconds", "s", "wall time of this call", 3}, &Row::seconds);
  return {"count", "Count", std::move(columns)};
}

Table count_table(const CountableGame& game, const Plan& plan, const PartialCount& count,
                  const std::optional<PartProgress>& part, double seconds) {
  Table table = count_table(plan.early_leaves, part.has_value())
                    .with({{position_name(game, plan.position), &plan, &count, count.result,
                            part.value_or(PartProgress{}), seconds}});
  if (part) table.notes.push_back(note_of(*part));
  note_missing(table, plan, count);
  return table;
}

reports::TableOf<RootMove> divide_table(const Plan& plan) {
  reports::ColumnsOf<RootMove> columns{
      {{"move", "", "the root move; the last row is the total", 0}, &RootMove::move},
      {{"leaves", "", "below the move", 0, reports::Role::cost}, &RootMove::leaves}};
  if (plan.early_leaves)
    columns.push_back(
        {{"early", "", "of these, games that end before the depth", 0}, &RootMove::early});
  return {"divide", fmt::format("Divide {}", plan.depth), std::move(columns)};
}

Table divide_table(const Plan& plan, const PartialCount& count) {
  std::vector<RootMove> rows = count.result.branches;
  rows.push_back({"total", count.result.leaves, count.result.early});
  Table table = divide_table(plan).with(rows);
  constexpr std::size_t short_divide = 10;  // rows; a longer one is shown where --table asks for it
  if (table.rows.size() > short_divide) table.readers = reports::Readers::programs;
  note_missing(table, plan, count);
  return table;
}

reports::TableOf<std::pair<Origin, WorkDone>> workers_table() {
  using Row = std::pair<Origin, WorkDone>;
  return {
      "workers",
      "Workers",
      {{{"host", "", "the machine's name"}, [](const Row& row) { return row.first.host; }},
       {{"program", "", "its version"}, [](const Row& row) { return row.first.program; }},
       {reports::columns::generator, [](const Row& row) { return row.first.generator; }},
       {{"kernel", "", "of the generator"},
        [](const Row& row) { return row.first.kernel.empty() ? Cell() : Cell(row.first.kernel); }},
       {{"units", "", "units that this generator counted on this host", 0},
        [](const Row& row) { return row.second.units; }},
       {{"leaves", "", "of these units", 0, reports::Role::cost},
        [](const Row& row) { return row.second.leaves; }},
       {{"thread_seconds", "s", "sum over all threads", 3},
        [](const Row& row) { return row.second.seconds; }},
       {{"thread_rate", "M leaves/s", "rate of one thread: leaves / thread_seconds", 1},
        [](const Row& row) { return rate(row.second.leaves, row.second.seconds); }}}};
}

Table workers_table(const PartialCount& count) {
  std::size_t counted = 0;
  for (const auto& [origin, done] : count.origins) counted += done.units;
  Table table = workers_table().with({count.origins.begin(), count.origins.end()});
  if (counted > count.units)
    table.notes.push_back(fmt::format(
        "{} units were counted {} times in all: a unit counted by several generators is in "
        "the row of each, but only once in totals",
        count.units, counted));
  return table;
}

Table statistics_table(const CountableGame& game, const Plan& plan, const PartialCount& count,
                       std::size_t convention) {
  const auto units = count.units_by_generator();
  std::vector<StatisticsRow> rows;
  if (!count.result.kinds.empty() || count.result.complete) {
    rows.push_back({generators_of(count), plan.depth, count.result.kinds});
    rows.back().kinds.resize(game.kinds);  // even without any unit
  }
  Table table = perft::statistics_table(game, convention, rows);
  if (units.size() > 1) {
    std::vector<std::string> shares;
    for (const auto& [name, counted] : units)
      if (counted < count.units) shares.push_back(fmt::format("{} {}", name, counted));
    table.notes.push_back(
        shares.empty() ? "each of these generators counted all units, with the same result"
                       : fmt::format("not every generator counted every unit: of {} units {}",
                                     count.units, fmt::join(shares, ", ")));
  }
  note_missing(table, plan, count);
  return table;
}

}  // namespace plylab::perft::cluster
