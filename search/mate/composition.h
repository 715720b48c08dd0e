// A chess problem to be solved completely, and its solution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "gen/chess/board/move.h"
#include "search/mate/problem.h"
#include "search/mate/stipulation.h"

namespace plylab::search::mate {

struct Defence;

/// A move of the side that forces the goal and every defence against it; without defences it
/// reaches the goal.
struct Attack {
  chess::Move move;
  std::vector<Defence> defences;
};

/// A defence and the moves that reach the goal fastest after it. More than one is a dual; only what
/// follows the first is told. Without any, the defence itself reaches the goal, as in a selfmate.
struct Defence {
  chess::Move move;
  std::optional<Attack> answer = {};
  std::vector<chess::Move> duals = {};
};

/// A first move and all that follows: a key, or a try if there are refutations, which are not among
/// the defences.
struct FirstMove {
  Attack attack;
  /// What is fastest if the defender could pass; nothing if he is in check or at once at the goal.
  std::vector<chess::Move> threats = {};
  bool zugzwang = false;  ///< the defender could hold out if he could pass
  std::vector<chess::Move> refutations = {};
};

/// The play of a problem in which one side forces the goal.
struct ForcedTree {
  std::vector<FirstMove> keys = {};
  std::vector<FirstMove> tries = {};
  /// What follows if the defender begins: the moves after which the goal is reached in time.
  std::vector<Defence> set_play = {};
};

/// A position and what is to be found in it. The side to move begins, whichever it is.
///
/// As in problems, repetitions and the fifty-move rule do not matter.
struct Composition {
  chess::ValidSetup position;
  Stipulation stipulation;
  bool tree = false;                 ///< every defence against every key, not just a line for each
  bool set_play = false;             ///< what would happen if the other side began
  bool tries = false;                ///< of forced play: first moves that only just fail
  std::size_t most_refutations = 1;  ///< so many defences at most refute a try
  std::size_t most_solutions = std::numeric_limits<std::size_t>::max();
  MateLimits limits = {};
  std::size_t table_bytes = std::size_t{64} << 20;
};

using Line = std::vector<chess::Move>;

/// All that solves a problem.
struct Solution {
  /// What was demanded, with the length at which it was met: that demanded, else the shortest.
  /// Without a length nothing was found.
  Stipulation stipulation;
  /// Of just that length, in canonical order: of forced play a line for each key, in which the
  /// defence holds out longest; of help and series play all lines.
  std::vector<Line> lines = {};
  /// Lines of the shortest length below the one demanded, and that length. A problem must not have
  /// them.
  std::vector<Line> short_lines = {};
  std::optional<Stipulation> short_stipulation = {};
  std::vector<Line> set_lines = {};         ///< the set play of help and series play, if asked for
  ForcedTree tree = {};                     ///< of forced play, as far as asked for
  std::optional<Stipulation> refuted = {};  ///< proved: there is no solution of that length or less
  bool complete = false;                    ///< no limit was reached
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// Solves the problem, full width. Throws InputError if there is no memory for the table.
Solution solve(const Composition& composition);

}  // namespace plylab::search::mate
