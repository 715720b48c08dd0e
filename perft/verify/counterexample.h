// The smallest case in which a generator is wrong: the smallest depth, after the shortest path, in
// a position with the fewest pieces.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/engines/generator_under_test.h"
#include "perft/verify/comparison.h"

namespace plylab::perft::verify {

/// Whether chess::ValidSetup accepts the setup.
bool is_position(const chess::Setup& setup);

/// A position as given to a generator: a setup, and moves from there.
struct ReachedPosition {
  chess::Setup start;
  std::vector<chess::Move> path = {};

  chess::Setup position() const;
  /// The position after one more legal move, which is added to the path if the generator plays
  /// moves; otherwise a new setup.
  ReachedPosition after(chess::Move move, const engines::GeneratorUnderTest& generator) const;
};

/// The moves of its path in UCI, separated by blanks.
std::string uci_line(const ReachedPosition& reached);

/// Asks the generator for a perft and compares the answer. Throws EngineFault.
Comparison ask(engines::GeneratorUnderTest& generator, const ReachedPosition& reached, int depth);

/// About how many branches with wrong counts the generator is asked on their own: all, or a few if
/// it is a person who asks.
std::size_t branches_to_ask(const engines::GeneratorUnderTest& generator,
                            const Comparison& comparison);

/// What a counterexample shows.
enum class CounterexampleKind : std::uint8_t {
  moves,        ///< the moves of one position are wrong; the depth is 1
  walk,         ///< a walk is wrong although each of its branches is right when asked on its own
  sum,          ///< the total is not the sum of the branches, each right when asked on its own
  right_afresh  ///< the generator was right when asked again after a restart
};

/// The smallest case found.
struct Counterexample {
  CounterexampleKind kind;
  ReachedPosition reached;
  int depth = 1;
  Comparison comparison;
  /// The legal moves from the original position to this one, even if this one is set up directly.
  std::vector<chess::Move> path = {};
};

/// How to reach a counterexample: by the moves that the generator must play, if any; otherwise by
/// the path from `start`.
ReachedPosition path_to(const Counterexample& counterexample, const chess::Setup& start);

/// The smallest case in which a generator dies: it does not when asked about each branch on its
/// own.
struct Death : engines::EngineFault {
  Death(const EngineFault& fault, ReachedPosition where, int plies, std::vector<chess::Move> way)
      : EngineFault(fault), reached(std::move(where)), depth(plies), path(std::move(way)) {}

  ReachedPosition reached;
  int depth;
  std::vector<chess::Move> path;  ///< see Counterexample::path
};

/// Narrows down an error found at some depth: to the smallest depth with an error, then to a branch
/// that is wrong when asked on its own, and so on. A branch in which the generator dies is wrong.
/// Throws Death if it dies and no answer on this way is wrong; another EngineFault if it fails
/// otherwise.
Counterexample find_counterexample(engines::GeneratorUnderTest& generator,
                                   const chess::Setup& start, int depth);

/// Removes pieces, castling rights and the e.p. square one by one while `still_shows(position)` is
/// true, until none can be removed. Kings stay, and only legal positions are tried. Calls the
/// predicate at most `max_questions` times.
chess::Setup shrink(chess::Setup position,
                    const std::function<bool(const chess::Setup&)>& still_shows,
                    int max_questions = 200);

}  // namespace plylab::perft::verify
