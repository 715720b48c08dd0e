// The tables that the perft commands print.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "perft/games/countable_game.h"
#include "reports/game_options.h"
#include "reports/tables/table.h"

namespace plylab::perft {

/// Millions of leaves a second; unknown for times too short to measure.
reports::Cell rate(Count leaves, double seconds);

/// What a record states for the depth. If it states several counts, one that is not `right`.
std::optional<Count> stated(const reports::NamedPosition& position, int depth, Count right);

/// "kiwipete: bitboard counts 48 at depth 1, the suite states 47".
std::string note_of_difference(const std::string& position, const std::string& generator, int depth,
                               Count leaves, Count stated);

/// Adds the columns "leaves" and, with early leaves apart, "full" and "early" of rows that have a
/// Result.
template <class Row>
void add_leaf_columns(reports::ColumnsOf<Row>& columns, bool early_leaves) {
  columns.push_back(
      {{"leaves", "",
        early_leaves ? "full and early ones together" : "legal move paths of that length", 0},
       [](const Row& row) { return row.result.leaves; }});
  if (!early_leaves) return;
  columns.push_back({{"full", "", "legal move paths of that length", 0},
                     [](const Row& row) { return row.result.leaves - row.result.early; }});
  columns.push_back({{"early", "", "games that are over before", 0},
                     [](const Row& row) { return row.result.early; }});
}

/// A count of the table "perft".
struct PerftRow {
  std::string position, generator;
  int depth;
  Result result;
  std::optional<Count> expected;  ///< as a suite states
};

/// The table "perft"; with early leaves apart or without.
reports::Table perft_table(const std::vector<PerftRow>& rows, bool early_leaves);

/// A count of the table "statistics".
struct StatisticsRow {
  std::string generator;  ///< or several; empty: none
  int depth;
  std::vector<Count> kinds;  ///< Result::kinds
};

/// The table "statistics", by a convention of the game.
reports::Table statistics_table(std::string title, const CountableGame& game,
                                std::size_t convention, const std::vector<StatisticsRow>& rows);

/// What threads and transposition table did in all counts of a command.
class Usage {
 public:
  void add(const std::string& generator, const Result& result);

  /// The rates of the threads in the longest count, in a line for each generator with more than
  /// one, unless it was too short to measure.
  std::vector<std::string> thread_notes() const;

  /// The same thread by thread: the table "threads".
  reports::Table thread_table() const;

  /// Which kernel which generator ran with; empty if none has kernels.
  const std::string& kernel_note() const { return kernel_note_; }

  /// What the transposition table was and how it did.
  std::string table_note(std::size_t hash_mib, bool exact) const;

 private:
  struct Work {
    std::string generator = {};
    std::vector<ThreadShare> shares = {};   // in all counts
    std::vector<ThreadShare> longest = {};  // in the longest one
    double longest_seconds = 0;
  };
  std::vector<Work> work_;
  TableReport table_;
  std::string kernel_note_;
};

}  // namespace plylab::perft
