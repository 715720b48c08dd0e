// The tables that the perft commands print.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "perft/games/countable_game.h"
#include "perft/walk/full_divide.h"
#include "reports/cli/game_options.h"
#include "reports/tables/table.h"

namespace plylab::perft {

/// Millions of leaves a second; unknown for times too short to measure.
reports::Cell rate(Count leaves, double seconds);

/// The count that a record states for the depth. If it states several, one that differs from
/// `right`.
std::optional<Count> stated(const cli::NamedPosition& position, int depth, Count right);

/// "kiwipete: bitboard counts 48 at depth 1, the suite states 47".
std::string note_of_difference(const std::string& position, const std::string& generator, int depth,
                               Count leaves, Count stated);

/// Adds the column "leaves", and with separate early leaves also "full" and "early", for rows with
/// a Result.
template <class Row>
void add_leaf_columns(reports::ColumnsOf<Row>& columns, bool early_leaves) {
  columns.push_back(
      {{"leaves", "",
        early_leaves ? "full and early leaves together" : "legal move paths of this length", 0,
        reports::Role::cost},
       [](const Row& row) { return row.result.leaves; }});
  if (!early_leaves) return;
  columns.push_back({{"full", "", "legal move paths of this length", 0},
                     [](const Row& row) { return full_leaves(row.result); }});
  columns.push_back({{"early", "", "games that end before the depth", 0},
                     [](const Row& row) { return row.result.early; }});
}

/// A row of the table "perft".
struct PerftRow {
  std::string position, generator;
  int depth;
  Result result;
  std::optional<Count> expected;  ///< the suite's count
};

/// The table "perft", with or without separate early leaves.
reports::TableOf<PerftRow> perft_table(bool early_leaves);

/// A row of the table "statistics".
struct StatisticsRow {
  std::string generator;  ///< or several; may be empty
  int depth;
  std::vector<Count> kinds;  ///< Result::kinds
};

/// The table "statistics", with a column for each kind that the game counts; filled in a convention
/// of the game.
reports::Schema statistics_table(const CountableGame& game);
reports::Table statistics_table(const CountableGame& game, std::size_t convention,
                                const std::vector<StatisticsRow>& rows);

/// A row of the table "threads": the work of a thread in all counts of a generator.
struct ThreadRow {
  std::string_view generator;
  std::size_t thread;
  ThreadShare share;
};

reports::TableOf<ThreadRow> thread_table();

/// The work of threads and transposition table in all counts of a command.
class Usage {
 public:
  void add(const std::string& generator, const Result& result);

  /// A line for each generator with more than one thread: the rates of its threads in the longest
  /// count. None if that was too short to measure.
  std::vector<std::string> thread_notes() const;

  /// All threads.
  std::vector<ThreadRow> threads() const;

  /// The kernel that each generator used; empty if none has kernels.
  const std::string& kernel_note() const { return kernel_note_; }

  /// The size of the transposition table and its hits; empty if there was none.
  std::string table_note() const;

 private:
  struct Work {
    std::string generator = {};
    std::vector<ThreadShare> shares = {};   // in all counts
    std::vector<ThreadShare> longest = {};  // in the longest one
    double longest_seconds = 0;
  };
  std::vector<Work> work_;
  std::optional<TableReport> table_;
  std::string kernel_note_;
};

}  // namespace plylab::perft
