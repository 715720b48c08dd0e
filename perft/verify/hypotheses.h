// Which fault explains a generator's answers: the fault models, tried one after the other.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "perft/verify/counterexample.h"
#include "perft/verify/simulation.h"

namespace plylab::perft::verify {

/// A fault that explains an answer.
struct Hypothesis {
  std::string_view part;   ///< in snake case: "castling_rights", "key_side_to_move", "fifty_moves"
  std::string sentence;    ///< "castling right K should be gone: the rook on h1 was captured …"
  std::string_view cause;  ///< where such a fault usually comes from
  bool is_guess = false;   ///< other faults would have the same moves as well
};

/// The position in which exactly the moves that the generator lists at the end of its path would be
/// legal; none if no fault of one part explains them.
std::optional<Hypothesis> believed_state(const ReachedPosition& reached,
                                         const Comparison& comparison);

/// Tries the fault models on one counterexample. Each function gives the first model that explains
/// it; none if no single one does.
class Hypotheses {
 public:
  /// Both must outlive it.
  Hypotheses(engines::GeneratorUnderTest& generator, const Counterexample& counterexample);

  /// A rule of draws that gives just the numbers reported if a game ends by it. None if the
  /// generator is wrong as well where that rule cannot be the reason: with a clock of 0, without
  /// the moves that repeat the position, with a pawn more. Throws EngineFault.
  std::optional<Hypothesis> in_draws();

  /// Ends of games that are counted although the depth is not reached.
  std::optional<Hypothesis> in_early_leaves();

  /// A mistake in making moves that, made throughout a walk, gives the total reported. Only for
  /// generators that are not led to positions by moves: the others have shown that they make them
  /// correctly. Throws EngineFault.
  std::optional<Hypothesis> in_make();

  /// What a branch of a walk that was not taken back completely left at the root, so that later
  /// branches have the counts reported.
  std::optional<Hypothesis> in_unmake();

  /// What a table of counts would have to confuse so that a walk has the total reported. Tables of
  /// several shapes are tried. Which of two positions is counted first depends on the order of the
  /// moves: the canonical one is tried, then that in which the generator lists them. Throws
  /// EngineFault.
  std::optional<Hypothesis> in_table();

 private:
  bool reports(Count total);
  bool reports(const std::vector<CountedMove>& branches, Count total);
  bool is_ended(const FaultModel& rule, DrawCount draws);
  bool is_wrong_without(const FaultModel& rule);
  std::optional<Hypothesis> in_whole_walk();
  std::optional<Hypothesis> in_table(Positions& positions);

  engines::GeneratorUnderTest& generator_;
  const Counterexample& counterexample_;
  const chess::Setup root_;
  Positions positions_;
};

}  // namespace plylab::perft::verify
