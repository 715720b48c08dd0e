#include "perft/command_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reports/tables/columns.h"

namespace plylab::perft {
namespace {

using reports::Cell;
using reports::Column;

/// In less time threads are rather started than at work.
constexpr double least_seconds = 0.1;

double leaves_a_second(const ThreadShare& share) {
  return share.seconds > 0 ? static_cast<double>(share.leaves) / share.seconds : 0;
}

}  // namespace

Cell cell(Count count) { return count.value(); }

Cell rate(Count leaves, double seconds) {
  if (seconds < 1e-3) return {};
  const double rate = static_cast<double>(leaves) / seconds / 1e6;
  constexpr double least_shown = 0.05;
  return seconds < least_seconds && rate < least_shown ? Cell() : Cell(rate);
}

std::optional<Count> stated(const reports::NamedPosition& position, int depth, Count right) {
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

std::vector<Column> perft_columns(bool with_higher) {
  std::vector<Column> columns{reports::columns::position, reports::columns::generator,
                              reports::columns::depth};
  if (with_higher) {
    columns.emplace_back("leaves", "", "full and higher ones together", 0);
    columns.emplace_back("full", "", "legal move paths of that length", 0);
    columns.emplace_back("higher", "", "games that are over before", 0);
  } else {
    columns.emplace_back("leaves", "", "legal move paths of that length", 0);
  }
  columns.emplace_back("expected", "", "the count that the suite states", 0);
  columns.push_back(reports::columns::wall_time);
  columns.push_back(reports::columns::rate);
  return columns;
}

std::vector<Cell> perft_row(std::vector<Cell> first, const Result& result,
                            std::optional<Count> expected, bool with_higher) {
  std::vector<Cell> row = std::move(first);
  row.push_back(cell(result.leaves));
  if (with_higher) {
    row.push_back(cell(result.leaves - result.higher));
    row.push_back(cell(result.higher));
  }
  row.push_back(expected ? cell(*expected) : Cell());
  row.emplace_back(result.seconds);
  row.push_back(rate(result.leaves, result.seconds));
  return row;
}

std::vector<Column> statistics_columns(const CountableGame& game) {
  std::vector<Column> columns{reports::columns::generator, reports::columns::depth};
  for (const StatisticsColumn& kind : game.columns)
    columns.emplace_back(std::string(kind.name), "", std::string(kind.meaning), 0);
  return columns;
}

std::vector<std::string> convention_notes(const CountableGame& game, std::size_t convention) {
  if (game.conventions.empty()) return {};
  const Convention& chosen = game.conventions[convention];
  return {fmt::format("convention {}: {}", chosen.name, chosen.note)};
}

std::vector<Cell> statistics_row(const CountableGame& game, const std::string& generator, int depth,
                                 const Result& result, std::size_t convention) {
  std::vector<Cell> row{generator, depth};
  for (const Count count : game.columns_in(convention, result.kinds)) row.push_back(cell(count));
  return row;
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
  if (result.table) {
    table_.capacity = result.table->capacity;
    table_.use += result.table->use;
  }
}

std::vector<std::string> Usage::thread_notes() const {
  std::vector<std::string> notes;
  for (const Work& work : work_) {
    if (work.longest.size() < 2 || work.longest_seconds < least_seconds) continue;
    const auto [slowest, fastest] = std::ranges::minmax(work.longest, {}, leaves_a_second);
    notes.push_back(fmt::format(
        "{}: {} threads, each at {:.1f} to {:.1f} M leaves/s in the longest count, of {:.3f} s",
        work.generator, work.longest.size(), leaves_a_second(slowest) / 1e6,
        leaves_a_second(fastest) / 1e6, work.longest_seconds));
  }
  return notes;
}

reports::Table Usage::thread_table() const {
  reports::Table table{"threads",
                       "Threads",
                       {reports::columns::generator,
                        {"thread", "", "its number", 0},
                        {"leaves", "", "paths counted by the thread, in all counts", 0},
                        {"seconds", "s", "wall time until it found no more work", 3},
                        reports::columns::rate},
                       {},
                       {}};
  for (const Work& work : work_)
    for (std::size_t i = 0; i < work.shares.size(); ++i) {
      const ThreadShare& share = work.shares[i];
      table.add({work.generator, i, cell(share.leaves), share.seconds,
                 rate(share.leaves, share.seconds)});
    }
  return table;
}

std::string Usage::table_note(std::size_t hash_mib, bool exact) const {
  const TableUse& use = table_.use;
  const double hits =
      use.probes == 0 ? 0 : 100 * static_cast<double>(use.hits) / static_cast<double>(use.probes);
  std::string note = fmt::format(
      "transposition table of {} MiB, {} entries told apart by {}, empty before each count: "
      "{:.1f} % of {} probes hit, {} totals stored",
      hash_mib, table_.capacity, exact ? "the packed position" : "128-bit keys", hits, use.probes,
      use.stored);
  if (exact) note += fmt::format(", {} collisions of keys rejected", use.collisions);
  return note;
}

}  // namespace plylab::perft
