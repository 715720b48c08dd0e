// Reads answers to perft and divide in the many forms that engines and tools print.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "gen/base/count.h"
#include "gen/engines/answer_tokens.h"
#include "gen/engines/generator_under_test.h"
#include "gen/engines/perft_protocol.h"
#include "gen/engines/root_moves.h"

namespace plylab::engines {

/// The maximum number of lines of an answer.
inline constexpr std::size_t max_lines = 10'000;

/// The kind of a line of an answer.
enum class LineKind : std::uint8_t {
  other,     ///< a banner, a time, an info string, …
  part,      ///< a root move, or a number that may be the total
  total,     ///< names the total; ends the answer in a session
  end,       ///< matches the protocol's `end`
  refusal,   ///< says that the engine does not understand or accept the question
  malformed  ///< a root move or a total with an invalid, negative or too large number
};

/// Reads an answer line by line: its root moves (see RootMoves), and its total. The total is the
/// first of these found in the answer; of several of a kind the last line's, and in a line the
/// first:
/// 1. a number that a line labels as leaves, or as perft of the depth asked for: "Leaf nodes: 20",
///    "perft(1) = 20"; else as nodes: "Nodes searched: 20", "20 nodes"; else as a total, count,
///    result, positions or paths,
/// 2. a number alone on a line, or after "=", "=>", "perft:" or "divide:",
/// 3. the sum of the root moves; at depth 1, if no move has a number, each counts 1,
/// 4. a number of nodes "visited"; else of "moves", which often means the root moves; else of nodes
///    "in 1 s", which may be a rate,
/// 5. with Reading::any_number, the last whole number in a line that is not about time, the program
///    or another depth; of a row of numbers that begins with the depth, the second, or the one that
///    the table's heading calls nodes, leaves or a count.
///
/// A number belongs to its label and its unit: "nodes/s: 20", "20 nodes per second", "20 ms", "1 of
/// 20", "20 nodes pruned" and "time for 3 nodes: 20" are no counts. A line that names another depth
/// is about that depth, and a line that names a move has no total. Numbers may have thousands
/// separators (4,865,609 4_865_609 4'865'609 4.865.609), but no blanks: a total of "8 902 nodes" is
/// not read.
class PerftAnswerReader {
 public:
  /// A table's heading: how many columns it has, which of them has the counts, and whether commas
  /// separate them.
  struct Heading {
    std::size_t columns, counts;
    bool has_commas;
  };

  /// Root moves are written as in chess or checkers, or as these moves of another game.
  PerftAnswerReader(const PerftProtocol& protocol, int depth,
                    const std::vector<std::string>& moves = {});

  LineKind read(const std::string& line);

  /// Whether the lines so far have a total. Throws as answer() does.
  bool complete() const;

  /// The depths that lines have named, or with which rows of numbers have begun.
  const std::set<int>& depths() const { return depths_; }

  /// The answer without seconds. Throws std::overflow_error if the sum of the root moves exceeds
  /// 128 bits.
  PerftAnswer answer() const;

 private:
  LineKind read_own_branch(const std::string& line);
  LineKind read_total(std::string line);
  LineKind read_own_total(const std::string& line);
  const std::vector<ReportedBranch>& branches() const;
  std::optional<Count>& counted(Counted what) { return counted_[static_cast<std::size_t>(what)]; }
  LineKind keep_any(const std::string& number);
  std::optional<Count> sum() const;
  std::optional<Count> counted_total() const;
  std::optional<Count> total() const;

  Reading reading_;
  int depth_;
  std::optional<std::regex> own_branch_, own_total_, own_end_;
  RootMoves moves_;
  std::vector<ReportedBranch> branches_;         ///< by own_branch_
  std::array<std::optional<Count>, 6> counted_;  ///< up to Counted::rate
  std::optional<Count> alone_, any_;
  bool is_loose_ = false;           ///< whether the last line had such a number
  std::vector<std::string> loose_;  ///< these lines, which are read only if any_ is the total
  std::optional<Heading> heading_;  ///< of the table of depths that is being read
  std::set<int> depths_;
  std::vector<std::string> unread_;
};

}  // namespace plylab::engines
