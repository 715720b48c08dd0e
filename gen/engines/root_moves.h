// The root moves with their counts in an answer, in the many forms in which programs print them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "gen/engines/generator_under_test.h"
#include "gen/engines/perft_protocol.h"

namespace plylab::engines {

/// Reads the lines of an answer for root moves. In chess these are
/// - "e2e4: 20", "1. Nf3 20", "Move: e2e4 Nodes: 20", "20 e2e4", a row of CSV or of a Markdown
/// table;
///   of several numbers behind a move the first, or the one in the column that a heading calls
///   nodes, leaves or a count,
/// - several in a line, as in JSON, or as programming languages print lists and maps,
/// - with Reading::any_number a line with one move in coordinates, one number and no other words
///   than such as perft, has, nodes, move, white: "<e2e4> (20)"; and moves and counts in turns, a
///   line each.
///
/// In other games they are lines that begin with a move.
class RootMoves {
 public:
  /// What a line is.
  enum class Found : std::uint8_t {
    none,      ///< no root move
    moves,     ///< one or several
    unread,    ///< several that cannot be read, or are about another depth
    malformed  ///< a root move with a count that is too large or, with Reading::any_number, in
               ///< doubt: "e2e4: 8 902", "e2e4: 1.969"
  };

  /// Root moves are written as in chess or checkers, or as these moves of another game.
  RootMoves(Reading reading, int depth, const std::vector<std::string>& moves);

  /// Reads a line of plain_line(). `rest` gets what stands beside several moves.
  Found read(const std::string& text, std::string& rest);

  /// The count in the last row of a table, which has "total" in place of a move.
  std::optional<std::string> total_in_row(const std::string& text) const;

  /// Takes the number of the line that was read last, if it may belong to the move of the line
  /// before.
  bool take_number(const Count& number);

  /// The root moves so far: without counts only at depth 1, if none has one.
  const std::vector<ReportedBranch>& branches() const;

  /// The last number that was taken, if it belongs to no move after all.
  std::optional<Count> stray_number() const;

 private:
  /// A table of root moves: what separates its columns, how many there are, and two of them.
  struct Table {
    char separator;
    std::size_t columns, move, count;
  };

  Found read_several(const std::string& text, std::string& rest);
  Found read_one(const std::string& text);
  Found read_prose(const std::string& text);
  Found read_row(const std::string& text);
  void read_heading(const std::string& text);
  Found take(const std::string& move, const std::string& count);
  Found take_count_first(const std::string& move, const std::string& count);
  bool are_in_turns() const;

  Reading reading_;
  int depth_;
  std::optional<std::regex> game_branch_;  ///< in games other than chess
  std::optional<Table> table_;
  std::vector<ReportedBranch> branches_;
  std::vector<ReportedBranch> bare_moves_;    ///< without counts, or with those of the next two
  std::vector<ReportedBranch> counts_first_;  ///< "20 e2e4", which may be move number 20
  std::vector<ReportedBranch> in_turns_;      ///< with the number of the next line
  bool ends_with_move_ = false;               ///< whether the last lines were a move and brackets
  bool is_behind_move_ = false;               ///< whether the last line came after such lines
};

}  // namespace plylab::engines
