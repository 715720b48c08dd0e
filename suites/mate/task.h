// What the command mate is to solve.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/chess/text.h"
#include "search/mate/composition.h"
#include "suites/solve/goal.h"

namespace plylab::suites::mate {

/// A problem to be solved, and what its record states about it.
struct MateTask {
  std::string name;
  search::mate::Composition composition;
  std::vector<std::string> heading = {};  ///< who made it, and where it was published
  bool length_demanded = false;           ///< by whoever asks, and not just stated by a record
  bool states_problem = false;            ///< its record has a stipulation or solutions
  bool with_board = true;                 ///< if diagrams are asked for
  solve::Goal stated = {};
  std::optional<std::size_t> solutions = {};  ///< the keys or lines that are meant

  const search::mate::Stipulation& stipulation() const { return composition.stipulation; }
  const chess::ValidSetup& position() const { return composition.position; }
};

/// The position in which the stipulation is to be met: without a side to move, the side begins that
/// begins by the stipulation. A helpmate in any number of moves takes a half more if White is to
/// move. Throws InputError if another side is to move than the one that begins, or if it is no
/// legal position.
MateTask task_of(std::string name, chess::ProblemPosition position,
                 search::mate::Stipulation stipulation);

/// The same with the sides' parts exchanged: the other one begins. Throws InputError if it cannot,
/// because the first one is in check.
MateTask duplex_of(MateTask task);

}  // namespace plylab::suites::mate
