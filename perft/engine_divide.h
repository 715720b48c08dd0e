// What an engine counts below each root move, beside what is right.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/base/count.h"
#include "gen/chess/board/move.h"
#include "gen/chess/text.h"
#include "gen/engines/generator_under_test.h"
#include "perft/verify/comparison.h"

namespace plylab::perft {

/// An engine's divide, move by move.
struct EngineDivide {
  struct Branch {
    std::string move;             ///< in UCI; as the engine writes it if it is not legal
    std::optional<Count> leaves;  ///< none if it does not say, or does not list the move
    std::string difference;       ///< "missing", "extra", "repeated", "+3", "differs"; empty: none
  };
  std::vector<Branch> branches;  ///< those that are legal first, in canonical order
  Branch total;
  std::vector<verify::WrongMove> wrong_moves;  ///< those extra, missing or repeated
  std::optional<chess::Move> next;             ///< the first legal move below which it is wrong

  bool agrees() const;
};

/// Asks an engine about a position to which it is led by moves, if there are any and it takes them.
/// One that says only totals is asked about each branch. `right` are the counts in canonical order.
/// Throws EngineFault, and InputError if it cannot take the position.
EngineDivide divide_by(engines::GeneratorUnderTest& engine, const chess::PlayedSetup& position,
                       int depth, const std::vector<verify::CountedMove>& right);

}  // namespace plylab::perft
