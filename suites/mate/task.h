// What the command mate is to solve.
#pragma once

#include <optional>
#include <string>

#include "gen/chess/problem_position.h"
#include "search/mate/stipulation.h"
#include "suites/solve/goal.h"

namespace plylab::suites::mate {

/// A position to be solved, and what its record states about it.
struct MateTask {
  std::string name;
  chess::ValidSetup position;
  search::mate::Stipulation stipulation = {};
  bool length_demanded = false;  ///< by whoever asks, and not just stated by a record
  solve::Goal stated = {};
  std::optional<std::size_t> solutions = {};  ///< the keys or lines that are meant

  /// The length as EPD's dm counts it: a half move more is a move.
  int most_moves() const {
    return stipulation.has_length() ? stipulation.moves + (stipulation.half ? 1 : 0) : 0;
  }
};

/// The position in which the stipulation is to be met: without a side to move, the side begins that
/// begins by the stipulation. A helpmate in any number of moves takes a half more if White is to
/// move. Throws InputError if another side is to move than the one that begins, or if it is no
/// legal position.
MateTask task_of(std::string name, chess::ProblemPosition position,
                 search::mate::Stipulation stipulation);

}  // namespace plylab::suites::mate
