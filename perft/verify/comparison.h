// A generator's answer beside the right one, and the moves in which they differ.
#pragma once

#include <cstdint>
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

/// The right answer: each legal move of the position with the leaves below it at a depth of at
/// least 1, in canonical order, on which at least two of plylab's three independent generators
/// agree. Throws std::logic_error if no two agree, and chess::FenError for an illegal position.
std::vector<CountedMove> reference_divide(const chess::Setup& position, int depth);

/// The sum of the leaves.
Count total_of(const std::vector<CountedMove>& moves);

/// A legal move below which the generator counts something else.
struct Miscount {
  chess::Move move;
  std::optional<Count> reported;  ///< none if it does not list the move
  Count right;
};

/// The differences between an answer and the reference.
struct Comparison {
  engines::PerftAnswer answer = {};
  std::vector<chess::Move> missing = {};   ///< legal, not listed, in canonical order
  std::vector<std::string> extra = {};     ///< listed, not legal, as the generator writes them
  std::vector<chess::Move> repeated = {};  ///< listed more than once
  std::vector<Miscount> miscounts = {};    ///< in the generator's order, those missing at the end
  std::vector<chess::Move> order = {};     ///< the legal moves as the generator lists them
  Count right = 0;                         ///< the true total
  std::optional<Count> branches_sum;       ///< if it gives a count for each branch

  /// Whether the moves listed, if any are, are the legal ones.
  bool same_moves() const { return missing.empty() && extra.empty() && repeated.empty(); }
  /// Whether it states a total that is not the sum of its branches.
  bool contradicts_itself() const {
    return answer.total && branches_sum && *answer.total != *branches_sum;
  }
  bool agrees() const { return answer.total == right && same_moves() && miscounts.empty(); }
};

/// Compares an answer with the reference for the same position and depth. A move that is not listed
/// is only missing if a path goes through it: some engines leave out branches of zero leaves.
Comparison compare(const chess::Setup& position, const engines::PerftAnswer& answer,
                   const std::vector<CountedMove>& reference);

/// What is wrong about a move in a list.
enum class Wrong : std::uint8_t { missing, extra, repeated };

/// "missing", "extra", "repeated".
std::string_view name_of(Wrong wrong);

/// A move that should not be in the generator's list, or should be, or only once.
struct WrongMove {
  Wrong wrong;
  std::string text;      ///< as the generator writes it; in UCI if it does not
  chess::Reason reason;  ///< why it is legal or illegal
};

/// The wrong moves of a position: those that are extra, then missing, then repeated.
std::vector<WrongMove> wrong_moves(const chess::Setup& position, const Comparison& comparison);

}  // namespace plylab::perft::verify
