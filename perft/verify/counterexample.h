// The smallest case in which a generator is wrong: the least depth, at the end of the shortest
// path, in a position with the fewest pieces.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/engines/generator_under_test.h"
#include "perft/verify/comparison.h"

namespace plylab::perft::verify {

/// A position as a generator is led to it.
struct ReachedPosition {
  chess::Setup start;
  std::vector<chess::Move> path = {};

  chess::Setup position() const;
  /// The position after one more legal move: on the path if the generator plays moves, set up
  /// afresh if not.
  ReachedPosition after(chess::Move move, const engines::GeneratorUnderTest& generator) const;
};

/// The moves of its path in UCI, with blanks between them.
std::string uci_line(const ReachedPosition& reached);

/// Asks at a position and compares. Throws EngineFault.
Comparison ask(engines::GeneratorUnderTest& generator, const ReachedPosition& reached, int depth);

/// What a counterexample shows.
enum class CounterexampleKind : std::uint8_t {
  moves,        ///< the moves of one position are wrong: the depth is 1
  walk,         ///< a walk is wrong although each of its branches is right when asked on its own
  sum,          ///< the total is not the sum of the branches, each right when asked on its own
  right_afresh  ///< asked once more after a start, the generator was right
};

/// The smallest case found.
struct Counterexample {
  CounterexampleKind kind;
  ReachedPosition reached;
  int depth = 1;
  Comparison comparison;
  /// The legal moves from the position asked about to this one, whether they are played or the
  /// position is set up.
  std::vector<chess::Move> path = {};
};

/// How a counterexample found from a position is reached: by the moves that must be played, if any
/// must; else by those that led to it.
ReachedPosition path_to(const Counterexample& counterexample, const chess::Setup& start);

/// Narrows down an error that showed at some depth from a position: the smallest depth there, then
/// a branch that is wrong when asked on its own, and so on. Throws EngineFault.
Counterexample find_counterexample(engines::GeneratorUnderTest& generator,
                                   const chess::Setup& start, int depth);

/// Takes pieces, castling rights and the e.p. square away one after the other as long as
/// `still_shows(position)` holds, until none can be spared; kings stay. Only legal positions are
/// tried. The predicate is asked at most `most_questions` times.
chess::Setup shrink(chess::Setup position,
                    const std::function<bool(const chess::Setup&)>& still_shows,
                    int most_questions = 200);

}  // namespace plylab::perft::verify
