// The whole solution of a direct mate, for friends of chess problems.
#pragma once

#include <string>
#include <vector>

#include "search/mate/problem.h"

namespace plylab::search::mate {

struct Defence;

/// A move of the attacker and every defence against it; without defences it mates.
struct Attack {
  chess::Move move;
  std::vector<Defence> defences;
};

/// A defence and the moves that mate fastest after it. More than one is a dual; only what follows
/// the first is told.
struct Defence {
  chess::Move move;
  Attack answer;
  std::vector<chess::Move> duals = {};
};

/// A first move that fails to one defence only.
struct Try {
  chess::Move move;
  chess::Move refutation;
};

/// All that a solver of problems writes down.
struct SolutionTree {
  int moves = 0;  ///< the shortest mate; 0 if there is none within the problem's moves and limits
  bool complete = false;  ///< false if the limits were reached
  Attack key = {};
  std::vector<chess::Move> cooks = {};  ///< further keys, which a problem must not have
  std::vector<chess::Move> threats =
      {};  ///< mate fastest if the defender could pass; none: zugzwang
  std::vector<Try> tries = {};
};

/// Solves the problem by exhaustive search and works its whole tree out. Throws InputError if there
/// is no memory for the table.
SolutionTree solution_tree(const MateProblem& problem);

/// The tree as lines of text: key, threat, variations (defences with the same answer together),
/// duals in brackets, tries with their refutations.
std::vector<std::string> to_lines(const chess::ValidSetup& position, const SolutionTree& tree);

}  // namespace plylab::search::mate
