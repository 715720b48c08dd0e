// What the mate solvers are asked, and what they answer.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"

namespace plylab::search::mate {

/// The longest mate that any solver looks for.
inline constexpr int longest_mate = 100;

/// When a solver gives up. A node is a position that the solver looks at; node limits give the same
/// answer on every machine.
struct MateLimits {
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* stop = nullptr;  ///< gives up when it goes up
};

/// A position of chess, or of a variant (gen/chess/board/setup.h), in which the side to move shall
/// mate.
///
/// The convention is that of chess problems: repetitions and the fifty-move rule do not matter.
/// (A shortest mate never repeats a position anyway.)
template <class Start>
struct MateProblemOf {
  Start position;
  /// The most moves that the mate may take, at most longest_mate; 0: as many as the solver can see.
  int most_moves = 0;
  MateLimits limits = {};
  /// For the solver `checks` alone: the attacker may also capture what wins material for good.
  bool quiet_captures = false;
  /// The most memory for tables, in bytes; the answer does not depend on it, only the time does.
  std::size_t table_bytes = std::size_t{64} << 20;

  /// The most moves to look for in a search that knows no bound of its own.
  int bound() const {
    assert(most_moves >= 0 && most_moves <= longest_mate);
    return most_moves == 0 ? longest_mate : most_moves;
  }
};

using MateProblem = MateProblemOf<chess::ValidSetup>;

/// What is known of a problem, and how well. From the least to the most.
enum class MateStatus : std::uint8_t {
  unknown,      ///< nothing was found within the limits, and nothing refuted
  none_within,  ///< proved: there is no mate in at most `moves` moves
  found,        ///< a line was found; not every defence in it has been refuted
  line_valid,   ///< every defence has been refuted and every answer replayed by other rules
  shortest      ///< the same, and exhaustive search has refuted a mate in one move less
};

/// "none within", …
std::string_view name_of(MateStatus status);

/// What a solver found out.
struct MateAnswer {
  MateStatus status = MateStatus::unknown;
  /// Of the mate found, or the N of "none within N"; 0 if neither.
  int moves = 0;
  /// No mate in so many moves: proved by whatever this solver is.
  int refuted = 0;
  /// The key first; each side holds out, or hastens, as best the solver knows.
  std::vector<chess::Move> line = {};
  /// Without a mate, what the line wins, in pawns (1, 3, 3, 5, 9): `checks` with quiet captures.
  std::optional<int> gain = {};
  std::uint64_t nodes = 0;
  double seconds = 0;

  /// Whether the answer is a mate.
  bool mates() const { return status >= MateStatus::found && !gain; }
};

}  // namespace plylab::search::mate
