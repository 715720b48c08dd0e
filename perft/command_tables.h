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

reports::Cell cell(Count count);

/// Millions of leaves a second; unknown for times too short to mean anything.
reports::Cell rate(Count leaves, double seconds);

/// What a record states for the depth; if it does so more than once, what is not right.
std::optional<Count> stated(const reports::NamedPosition& position, int depth, Count right);

/// "kiwipete: bitboard counts 48 at depth 1, the suite states 47".
std::string note_of_difference(const std::string& position, const std::string& generator, int depth,
                               Count leaves, Count stated);

/// The columns of the table "perft", with leaves that lie higher apart or without, and a row, whose
/// first cells are position, generator and depth.
std::vector<reports::Column> perft_columns(bool with_higher);
std::vector<reports::Cell> perft_row(std::vector<reports::Cell> first, const Result& result,
                                     std::optional<Count> expected, bool with_higher);

/// The columns of the table "statistics", its notes and a row.
std::vector<reports::Column> statistics_columns(const CountableGame& game);
std::vector<std::string> convention_notes(const CountableGame& game, std::size_t convention);
std::vector<reports::Cell> statistics_row(const CountableGame& game, const std::string& generator,
                                          int depth, const Result& result, std::size_t convention);

/// What threads and transposition table did in all counts of a command.
class Usage {
 public:
  void add(const std::string& generator, const Result& result);

  /// The rates of the threads in the longest count, in a line for each generator that more than one
  /// worked for, long enough for a rate to mean anything.
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
