// Compares a generator's answer with the right one, and finds the moves in which they differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/count.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/explain/explain.h"
#include "gen/engines/generator_under_test.h"

namespace plylab::perft::verify {

/// A legal move and the number of paths of length depth − 1 after it.
struct CountedMove {
  chess::Move move;
  Count leaves;

  friend bool operator==(const CountedMove&, const CountedMove&) = default;
};

/// Each legal move with the leaves below it, in canonical order, by one of plylab's generators.
std::vector<CountedMove> divide_by(const std::string& generator, const chess::ValidSetup& start,
                                   int depth);

/// The right answer: each legal move with the leaves below it, in canonical order. `depth` is at
/// least 1. At least two of plylab's three independent generators agree on it. Throws
/// std::logic_error if no two agree, and chess::FenError for an illegal position.
std::vector<CountedMove> reference_divide(const chess::Setup& position, int depth);

/// The sum of the leaves.
Count total_of(const std::vector<CountedMove>& moves);

/// A legal move for which the generator's count is wrong.
struct Miscount {
  chess::Move move;
  std::optional<Count> reported;  ///< none if it does not list the move
  Count right;
};

/// How the list of moves of an answer differs from the right one, in any game.
template <class Move>
struct ListComparison {
  engines::PerftAnswer answer = {};
  std::vector<Move> missing = {};          ///< legal, not listed, with leaves, in canonical order
  std::vector<std::string> extra = {};     ///< listed, not legal, as the generator writes them
  std::vector<Move> repeated = {};         ///< listed more than once
  Count right = 0;                         ///< the true total
  std::optional<Count> branches_sum = {};  ///< if the answer has a count for each branch
  /// For each missing move that a line names which could not be read, that line.
  std::vector<std::string> unread = {};
  std::vector<std::string> like_branches = {};  ///< unread lines that look like root moves

  /// Whether the answer lists exactly the legal moves, or no moves at all.
  bool same_moves() const { return missing.empty() && extra.empty() && repeated.empty(); }
  /// Whether the answer's total is not the sum of its branches.
  bool contradicts_itself() const {
    return answer.total && branches_sum && *answer.total != *branches_sum;
  }

 protected:
  /// Whether all that could be read is right, and lines that could not be read may explain the
  /// rest: moves are missing, but the total is right, these lines name all of them, or as many look
  /// like root moves; or no move is missing, and the total is more than the sum of what was read.
  bool is_half_read(bool are_counts_right) const {
    if (!extra.empty() || !repeated.empty() || !are_counts_right || answer.unread.empty())
      return false;
    if (missing.empty()) return contradicts_itself() && !like_branches.empty();
    return answer.total == right || like_branches.size() >= missing.size() ||
           (answer.total == branches_sum && unread.size() == missing.size());
  }
};

/// The differences between an answer and the reference.
struct Comparison : ListComparison<chess::Move> {
  std::vector<Miscount> miscounts = {};  ///< in the generator's order, missing moves last
  std::vector<chess::Move> order = {};   ///< the legal moves as the generator lists them

  bool agrees() const { return answer.total == right && same_moves() && miscounts.empty(); }
  bool is_half_read() const {
    return ListComparison::is_half_read(miscounts.size() == missing.size());
  }
};

/// The sum of an answer's branches, if each has a count.
std::optional<Count> sum_of_branches(const engines::PerftAnswer& answer);

/// The index of the legal move that a text names, if any; `used` has how often each was named.
using PlaceOf = std::function<std::optional<std::size_t>(const std::string& text,
                                                         const std::vector<int>& used)>;

/// The answer without lines that look like branches but are none, such as "h8 7" or "e2e4 12". They
/// are ignored only if the total is right, but not the sum of the branches, and if without them all
/// branches are right. If there are fewer than half as many branches as legal moves, some of them
/// wrong or none with a count, all are ignored. Ignored lines are among the unread ones. `leaves`
/// are those below each legal move.
engines::PerftAnswer without_strays(const engines::PerftAnswer& answer,
                                    const std::vector<Count>& leaves, const PlaceOf& place_of);

/// Compares an answer with the reference for the same position and depth. An unlisted move is
/// missing only if it has leaves: some engines omit branches with zero leaves.
Comparison compare(const chess::Setup& position, const engines::PerftAnswer& answer,
                   const std::vector<CountedMove>& reference);

/// The answer at depth 1 of a generator whose answer at a greater depth lists these moves: some
/// leave out moves that mate. `reference` is the right answer at the greater depth.
engines::PerftAnswer as_move_list(const chess::Setup& position, const engines::PerftAnswer& answer,
                                  const std::vector<CountedMove>& reference);

/// Whether a line names the missing move of that place.
using LineNames = std::function<bool(const std::string& line, std::size_t move)>;

/// Those of the lines that name one of so many moves; a line names one move only. What names a move
/// in the first of the ways goes before what does so in the next.
std::vector<std::string> lines_naming(std::size_t moves, std::vector<std::string> lines,
                                      const std::vector<LineNames>& ways);

/// What to do about an answer that is half read: the moves that are missing, and lines that could
/// not be read, of which one is the example. `wrong_total` is none if the total is right, or only
/// the sum of what was read.
std::string remark_on_half_read(const std::vector<std::string>& missing,
                                const std::vector<std::string>& lines,
                                std::optional<Count> wrong_total, Count right);
/// The same about a comparison; `missing` are its missing moves as texts.
template <class Move>
std::string remark_on_half_read(const ListComparison<Move>& comparison,
                                const std::vector<std::string>& missing) {
  const auto& lines = comparison.unread.empty() ? comparison.like_branches : comparison.unread;
  const bool is_total_wrong =
      comparison.contradicts_itself() && comparison.answer.total != comparison.right;
  return remark_on_half_read(
      missing, lines, is_total_wrong ? comparison.answer.total : std::nullopt, comparison.right);
}

/// How a list of moves is wrong about a move.
enum class Wrong : std::uint8_t { missing, extra, repeated };

/// "missing", "extra", "repeated".
std::string_view name_of(Wrong wrong);

/// A move about which the generator's list is wrong.
struct WrongMove {
  Wrong wrong;
  std::string text;      ///< as the generator writes it; in UCI if missing
  chess::Reason reason;  ///< why it is legal or illegal
};

/// The wrong moves of a position: extra, then missing, then repeated ones.
std::vector<WrongMove> wrong_moves(const chess::Setup& position, const Comparison& comparison);

/// The moves that a simulated generator omits or adds, with reasons.
std::vector<WrongMove> differences(const chess::Setup& position,
                                   const std::vector<CountedMove>& listed);

}  // namespace plylab::perft::verify
