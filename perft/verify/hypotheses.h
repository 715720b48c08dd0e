// Tries the fault models one after the other to find one that explains a generator's answers.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "perft/verify/counterexample.h"
#include "perft/verify/simulation.h"
#include "perft/verify/state_models.h"

namespace plylab::perft::verify {

/// A fault that explains an answer.
struct Hypothesis {
  std::string_view part =
      {};  ///< in snake case: "castling_rights", "key_side_to_move", "fifty_moves"
  std::string sentence = {};  ///< "castling right K should be gone: the rook on h1 was captured …"
  std::string_view cause = {};  ///< where such a fault usually comes from
  bool is_guess = false;        ///< other faults would explain the answer as well
  /// What can be simulated, so that the generator's other answers can contradict it
  /// (consistency.h).
  std::optional<FaultModel> model = {};
  Fault fault = Fault::generation;    ///< its kind, if there is a model
  std::vector<WrongMove> moves = {};  ///< that it makes wrong, deduced from a count
  bool is_likely = true;              ///< preferred to others that explain as much
  bool joins_rules = false;           ///< named only if moves by two rules are wrong: NamedClass
  bool has_rival = false;  ///< another fault, which is not simulated, would list the same moves
  const StateModel* state = nullptr;  ///< the model that it comes from; of all believed states
  /// For a believed state: the kind of move after which it is wrong, such as "castling", or how a
  /// check is misjudged; else empty.
  std::string_view after = {};
  /// For a believed state with wrong castling rights: "kept", "lost" or "exchanged"; else empty.
  std::string_view rights = {};
  /// perft(2) of a generator with the fault in the position of the counterexample, if known.
  std::optional<Count> next_count = {};
};

/// The faults in one part of the position after which exactly the moves that the generator lists at
/// the end of the path would be legal, the likeliest first.
std::vector<Hypothesis> believed_states(const ReachedPosition& reached,
                                        const Comparison& comparison);

/// Checks that the generator imagines at the end of the path: it lists exactly the moves that would
/// answer them. That one move is missing shows no more than a double check, and that by a guess.
std::vector<Hypothesis> imagined_checks(const ReachedPosition& reached,
                                        const Comparison& comparison);

/// Castling of a king that has left its square: all that the generator lists beyond the legal moves
/// are its steps of two files, or moves to the squares of castling from where it stands or stood,
/// towards rooks with which it could castle at the path's start.
std::optional<Hypothesis> castling_from_elsewhere(const ReachedPosition& reached,
                                                  const Comparison& comparison);

/// What a generator believes about checks, true of any path. Its sentences depend on the position.
extern const StateModel beliefs_about_checks;

/// Tries the fault models on one counterexample. Some functions return all models that explain it;
/// in_unmake() returns the best one, in_counters() and in_table() the first.
class Hypotheses {
 public:
  /// Both arguments must outlive this object.
  Hypotheses(engines::GeneratorUnderTest& generator, const Counterexample& counterexample);

  /// Drawing rules that yield exactly the reported numbers if games end by them, unless the
  /// generator is also wrong where the rule cannot apply: with a clock of 0, without the moves that
  /// repeat the position, or with an additional pawn. Throws EngineFault.
  std::vector<Hypothesis> in_draws();

  /// Early leaves: games that end before the full depth but are counted.
  std::vector<Hypothesis> in_early_leaves();

  /// Mistakes in making moves that, applied throughout a walk, yield the reported numbers. Only for
  /// generators that do not accept moves: the others have shown that they make moves correctly.
  std::vector<Hypothesis> in_make();

  /// The same for generators that make given moves correctly, by other code perhaps.
  std::vector<Hypothesis> in_own_walk();

  /// Counters that are too narrow for the right counts, but would give the reported ones.
  std::optional<Hypothesis> in_counters() const;

  /// A state that a branch left at the root, because its move was not taken back completely, and
  /// that explains the reported counts of later branches.
  std::optional<Hypothesis> in_unmake();

  /// Positions or depths that a table of counts would have to confuse to give the reported total.
  /// Tries several table shapes. The order of moves decides which of two positions is counted
  /// first: tries the canonical order, then the generator's. Throws EngineFault.
  std::optional<Hypothesis> in_table();

 private:
  bool reports(Count total);
  bool reports(const std::vector<CountedMove>& branches, Count total);
  bool is_ended(const FaultModel& rule);
  bool is_wrong_without(const FaultModel& rule);
  std::optional<Hypothesis> in_table(Positions& positions);

  engines::GeneratorUnderTest& generator_;
  const Counterexample& counterexample_;
  const chess::Setup root_;
  Positions positions_;
};

}  // namespace plylab::perft::verify
