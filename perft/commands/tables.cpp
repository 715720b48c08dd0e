#include "perft/commands/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reports/tables/columns.h"

namespace plylab::perft {
namespace {

using reports::Cell;
using reports::Column;
using reports::ColumnsOf;

/// Shorter times cannot be measured, because starting threads takes part of them.
constexpr double min_seconds = 0.1;

double leaves_per_second(const ThreadShare& share) {
  return share.seconds > 0 ? static_cast<double>(share.leaves) / share.seconds : 0;
}

}  // namespace

Cell rate(Count leaves, double seconds) {
  if (seconds < 1e-3) return {};
  const double rate = static_cast<double>(leaves) / seconds / 1e6;
  constexpr double min_shown = 0.05;
  return seconds < min_seconds && rate < min_shown ? Cell() : Cell(rate);
}

std::optional<Count> stated(const cli::NamedPosition& position, int depth, Count right) {
  std::optional<Count> said;
  for (const auto& [stated_depth, paths] : position.counts)
    if (static_cast<int>(stated_depth) == depth && (!said || *said == right)) said = paths;
  return said;
}

std::string note_of_difference(const std::string& position, const std::string& generator, int depth,
                               Count leaves, Count stated) {
  return fmt::format("{}: {} counts {} at depth {}, the suite states {}", position, generator,
                     leaves, depth, stated);
}

reports::TableOf<PerftRow> perft_table(bool early_leaves) {
  using Row = PerftRow;
  ColumnsOf<Row> columns{
      {reports::columns::position, [](const Row& row) { return row.position; }},
      {reports::columns::generator, [](const Row& row) { return row.generator; }},
      {reports::columns::depth, [](const Row& row) { return row.depth; }}};
  add_leaf_columns(columns, early_leaves);
  const auto add = [&](Column column, auto&& cell) {
    columns.push_back({std::move(column), cell});
  };
  add({"expected", "", "the suite's count", 0}, [](const Row& row) { return row.expected; });
  add(reports::columns::wall_time, [](const Row& row) { return row.result.seconds; });
  add(reports::columns::rate,
      [](const Row& row) { return rate(row.result.leaves, row.result.seconds); });
  return {"perft", "Perft", std::move(columns)};
}

reports::Schema statistics_table(const CountableGame& game) {
  reports::Schema table{
      "statistics", "Statistics", {reports::columns::generator, reports::columns::depth}};
  for (const StatisticsColumn& kind : game.columns)
    table.columns.emplace_back(kind.name, "", kind.meaning, 0);
  return table;
}

reports::Table statistics_table(const CountableGame& game, std::size_t convention,
                                const std::vector<StatisticsRow>& rows) {
  reports::Table table(statistics_table(game));
  for (const StatisticsRow& row : rows) {
    std::vector<Cell> cells{row.generator.empty() ? Cell() : Cell(row.generator), row.depth};
    for (const Count count : game.columns_in(convention, row.kinds)) cells.emplace_back(count);
    table.add(std::move(cells));
  }
  if (!game.conventions.empty()) {
    const Convention& chosen = game.conventions[convention];
    table.notes.push_back(fmt::format("convention {}: {}", chosen.name, chosen.note));
  }
  return table;
}

void Usage::add(const std::string& generator, const Result& result) {
  if (!result.kernel.empty())
    kernel_note_ = fmt::format("{} ran with the kernel {}", generator, result.kernel);
  auto known = std::ranges::find(work_, generator, &Work::generator);
  if (known == work_.end()) known = work_.insert(known, {.generator = generator});
  std::vector<ThreadShare>& shares = known->shares;
  shares.resize(std::max(shares.size(), result.threads.size()));
  for (std::size_t i = 0; i < result.threads.size(); ++i) {
    shares[i].leaves += result.threads[i].leaves;
    shares[i].seconds += result.threads[i].seconds;
  }
  if (result.seconds > known->longest_seconds) {
    known->longest_seconds = result.seconds;
    known->longest = result.threads;
  }
  if (!result.table) return;
  if (table_)
    table_->use += result.table->use;
  else
    table_ = result.table;
}

std::vector<std::string> Usage::thread_notes() const {
  std::vector<std::string> notes;
  for (const Work& work : work_) {
    if (work.longest.size() < 2 || work.longest_seconds < min_seconds) continue;
    const auto [slowest, fastest] = std::ranges::minmax(work.longest, {}, leaves_per_second);
    notes.push_back(fmt::format(
        "{}: {} threads, each at {:.1f} to {:.1f} M leaves/s in the longest count, of {:.3f} s",
        work.generator, work.longest.size(), leaves_per_second(slowest) / 1e6,
        leaves_per_second(fastest) / 1e6, work.longest_seconds));
  }
  return notes;
}

reports::TableOf<ThreadRow> thread_table() {
  using Row = ThreadRow;
  return {"threads",
          "Threads",
          {{reports::columns::generator, &Row::generator},
           {{"thread", "", "its number", 0}, &Row::thread},
           {{"leaves", "", "paths that the thread counted, in all counts", 0, reports::Role::cost},
            [](const Row& row) { return row.share.leaves; }},
           {{"seconds", "s", "wall time until the thread ran out of work", 3},
            [](const Row& row) { return row.share.seconds; }},
           {reports::columns::rate,
            [](const Row& row) { return rate(row.share.leaves, row.share.seconds); }}}};
}

std::vector<ThreadRow> Usage::threads() const {
  std::vector<ThreadRow> rows;
  for (const Work& work : work_)
    for (std::size_t i = 0; i < work.shares.size(); ++i)
      rows.push_back({work.generator, i, work.shares[i]});
  return rows;
}

std::string Usage::table_note() const {
  if (!table_) return "";
  const TableUse& use = table_->use;
  std::string note = fmt::format(
      "transposition table of {} MiB, {} entries identified by {}, cleared before each "
      "count with it: ",
      table_->mib, table_->capacity, table_->exact ? "the packed position" : "128-bit keys");
  if (use.probes == 0) return note + "not needed, because equal positions were counted together";
  const double hits = 100 * static_cast<double>(use.hits) / static_cast<double>(use.probes);
  note += fmt::format("{:.1f} % of {} probes hit, {} totals stored", hits, use.probes, use.stored);
  if (table_->exact) note += fmt::format(", {} key collisions rejected", use.collisions);
  return note;
}

}  // namespace plylab::perft
