// Questions that only the end of the game answers, and the solvers that can be asked: can the side
// to move force a win, or at least a draw?
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "search/core/budget.h"

namespace plylab::search::prove {

/// What the prover, the side to move at the root, is to force.
enum class Goal : std::uint8_t { win, draw };

/// A goal by name.
struct GoalEntry {
  std::string_view name, summary;
  Goal goal;
};
inline constexpr std::array goals{
    GoalEntry{"win", "the side to move wins within the plies", Goal::win},
    GoalEntry{"draw", "the other side does not win within the plies", Goal::draw},
};

/// A question about a position.
struct Question {
  Goal goal = Goal::win;
  int plies = 1;                 ///< what is longer is neither won nor lost
  Limits limits = {};            ///< its depth is not used
  std::size_t bytes = 64 << 20;  ///< for the tree, or the table
};

/// What a solver finds.
struct Answer {
  std::optional<bool> proved;  ///< none if it was stopped, or its memory was full
  std::string move = {};       ///< the first move of a proof, as players write it
  bool memory_full = false;
  std::uint64_t nodes = 0;  ///< positions looked at, each time anew
  std::uint64_t kept = 0;   ///< the most positions in memory at one time
  double seconds = 0;
};

/// A solver by name.
struct SolverEntry {
  std::string_view name, summary;
};
inline constexpr std::array solvers{
    SolverEntry{"exhaustive", "depth first, in canonical order, with a table"},
    SolverEntry{"pn", "proof-number search, Allis, van der Meulen and van den Herik 1994"},
    SolverEntry{"pn2", "PN², a second search at each leaf, Allis 1994, Breuker 1998"},
    SolverEntry{"dfpn", "depth-first proof-number search, Nagai 2002, with a table"},
};

}  // namespace plylab::search::prove
