// The questions to the mate solvers, and their answers.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "gen/base/fields.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"

namespace plylab::search::mate {

class Proof;

/// The longest mate that any solver looks for.
inline constexpr int longest_mate = 100;

/// When a solver gives up. A node is a position that the solver looks at, but not only to order
/// moves; with a limit on nodes the answer of one thread is the same on every machine.
struct MateLimits {
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* stop = nullptr;  ///< another thread sets it to make the solver give up
};

/// How the solver `checks` searches: see checks.cpp.
struct CheckSearch {
  static constexpr int max_plies = 60;  ///< the deepest stage

  std::vector<int> stages = {8, 16, 24};  ///< plies, growing, each from 1 to max_plies
  /// What is shared among the checks and replies of a line in the first round. Dabbaba's is 8000 +
  /// 100 times the speed of the machine, which is 10 for a 486 at 50 MHz.
  std::uint64_t effort = 16'000;
  bool quiet_captures = false;  ///< the attacker may also win material by captures without check
  bool perpetual = false;       ///< a draw by perpetual check is found too
  std::optional<std::uint64_t> tie_seed = {};  ///< orders equal moves at random
};

/// A round of that search: how deep, and with what effort.
struct CheckRound {
  int plies = 0;
  std::uint64_t effort = 0;

  static constexpr Fields<&CheckRound::plies, &CheckRound::effort> fields = {};
};

/// A position of chess, or of a variant (gen/chess/board/setup.h), in which the side to move is to
/// mate.
///
/// As in chess problems, repetitions and the fifty-move rule do not count. (A shortest mate never
/// repeats a position anyway.)
template <class Start>
struct MateProblemOf {
  Start position;
  /// The longest mate to look for, in moves, at most longest_mate; 0: as long as the solver can.
  int max_moves = 0;
  MateLimits limits = {};
  CheckSearch checks = {};  ///< for the solver `checks` only
  /// Memory for tables, in bytes. It changes the work, and so what is found within the limits.
  std::size_t table_bytes = std::size_t{64} << 20;
  /// Threads that search together, only for `dfpn`. With more than one, the answer may differ from
  /// one call to the next.
  int threads = 1;
  bool keep_proof = false;  ///< the answer has the proof of its mate

  /// The longest mate to look for, for a search that has no bound of its own.
  int bound() const {
    assert(max_moves >= 0 && max_moves <= longest_mate);
    return max_moves == 0 ? longest_mate : max_moves;
  }
};

using MateProblem = MateProblemOf<chess::ValidSetup>;

/// What is known about a problem, from the least to the most.
enum class MateStatus : std::uint8_t {
  unknown,      ///< neither found nor refuted within the limits
  none_within,  ///< proved: there is no mate in `refuted` moves or fewer
  announced,    ///< by an engine, whose line does not end in a mate of that length
  found,        ///< a line was found, but not every defence in it has been refuted
  line_valid,   ///< every defence is refuted, and an independent generator has replayed the proof
  shortest      ///< the same, and a mate in one move less is refuted
};

/// "none within", …
std::string_view name_of(MateStatus status);

/// A solver's answer.
struct MateAnswer {
  MateStatus status = MateStatus::unknown;
  int moves = 0;    ///< length of the mate; 0: none was found
  int refuted = 0;  ///< proved: there is no mate in that many moves or fewer
  /// The key first; both sides play the best that the solver knows.
  std::vector<chess::Move> line = {};
  /// Without a mate: what the line wins, in pawns (1, 3, 3, 5, 9). Only `checks` with quiet
  /// captures.
  std::optional<int> gain = {};
  bool perpetual = false;  ///< without a mate: the line is a draw by perpetual check; only `checks`
  std::optional<CheckRound> round = {};  ///< the round that found the line; only `checks`
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::shared_ptr<const Proof> proof = {};  ///< of a valid line, if the problem asks for it

  /// Whether the answer is a mate.
  bool mates() const { return status >= MateStatus::announced && !gain && !perpetual; }
};

}  // namespace plylab::search::mate
