// From "these counts differ" to the wrong move and the rule that it breaks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/engines/generator_under_test.h"
#include "perft/verify/counterexample.h"
#include "perft/verify/hypotheses.h"
#include "perft/verify/watched_generator.h"

namespace plylab::perft::verify {

/// An explanation of a mistake.
struct Explanation {
  /// The continuation of "the fault lies in": "the move generation: e2xd3 is illegal: …".
  std::string sentence;
  std::string_view usual_cause = {};  ///< empty if nothing points to one cause
};

/// All findings about one mistake.
struct Diagnosis {
  Fault fault;
  Counterexample counterexample;  ///< the smallest depth and the shortest path
  std::vector<WrongMove> moves;   ///< at depth 1
  /// Whether the moves were deduced from the count of a generator that lists none.
  bool deduced = false;
  /// Whether the count of moves at depth 1 is wrong though the generator lists them rightly.
  bool lists_rightly = false;
  /// Whether it was found after moves, and in the same position set up by FEN, too.
  bool is_wrong_both_ways = false;
  /// The same, where that proves nothing: what making moves keeps up to date is not computed for a
  /// FEN. Or the wrong moves are of a kind that is made wrongly, perhaps in tests as well.
  bool may_be_make = false;
  bool reads_rights = false;  ///< the generator has shown that it reads castling rights
  bool made_right = true;     ///< whether the generator has shown that it makes moves correctly
  /// For a fault of walks: of how many branches it has shown that, if not of all with wrong counts.
  std::optional<std::size_t> branches_asked = {};
  std::optional<Hypothesis> hypothesis = {};  ///< the fault that would explain it
  /// What the generator may believe after making moves, if it is not known to be one thing; with
  /// different sentences, the hypothesis first. settle() leaves those that explain the most
  /// positions.
  std::vector<Hypothesis> states = {};
  /// For a fault of reading FENs: a way by moves, after which the generator is right.
  std::optional<ReachedPosition> right_way = {};
  /// The same: it is right only if it makes the moves in its own walk, not if they are given.
  bool is_way_walked = false;
  /// Whether the position was not reached in another way, as its fault seemed to be clear.
  bool reached_in_one_way = false;
  /// Whether nothing was asked to find the cause, since known ones explain the whole answer.
  bool is_presumed = false;
  bool ignores_moves = false;  ///< it was asked by FEN alone for that reason
  bool makes_moves = false;    ///< in its own walk the same moves are made rightly
  /// The faults that can be simulated and would each explain it. Of those that explain as many
  /// answers as any other, settle() leaves the ones that no answer contradicts.
  std::vector<Hypothesis> candidates = {};
  std::optional<std::size_t> shared_cause = {};  ///< equal for diagnoses with the same candidates
  /// For a fault of history: the questions that, asked after a restart, make the answer wrong;
  /// empty if unknown.
  std::vector<engines::PerftQuestion> questions_before = {};
  std::optional<Count> second_answer = {};  ///< for a nondeterministic generator
  bool is_order_other = false;              ///< for the same: in that answer
  Explanation explanation = {};             ///< of the fault as a whole
  std::optional<chess::Setup> fewest = {};  ///< smallest position with this generation fault
  std::optional<engines::EngineFault> obstacle = {};  ///< what ended the search for the cause early
};

/// Leaves these states, and the hypothesis that they suggest.
void suppose(Diagnosis& diagnosis, std::vector<Hypothesis> states);

/// The part of the state or of a table, or the rule of draws, that is wrong, in snake case; empty
/// if none explains the answer.
std::string_view part_of(const Diagnosis& diagnosis);

/// The causes of a diagnosis that may explain other answers, too: candidates, and an e.p. square
/// that is not read.
std::vector<Hypothesis> causes_of(const Diagnosis& diagnosis);

/// The diagnosis of a wrong list of moves if one or more of the known causes explain all of it.
/// Asks nothing.
std::optional<Diagnosis> presume(const Counterexample& counterexample,
                                 const std::vector<Hypothesis>& known);

/// The diagnosis of a generator that has contradicted itself; other findings are meaningless then,
/// and no more need be sought.
Diagnosis nondeterministic(const Contradiction& contradiction);

/// Finds the cause of a wrong answer to the last of the questions asked since a restart. That
/// question must be about a position without moves. Seeks no other cause than the known ones if
/// they explain the smallest case. If the generator then gives no answer to a question, the
/// diagnosis is what its answers have shown so far. Names no cause yet that other answers could
/// contradict: settle() does. Throws EngineFault if no counterexample was found before.
Diagnosis diagnose(WatchedGenerator& generator, const std::vector<engines::PerftQuestion>& asked,
                   const Comparison& answered, const std::vector<Hypothesis>& known = {});

/// Finds the cause of a wrong answer to perft(1) of a position after moves, for a generator that is
/// right about the position before them at a depth that goes beyond them: the counterexample ends
/// with the first of the moves after which it is wrong.
Diagnosis diagnose_after_moves(WatchedGenerator& generator, const ReachedPosition& reached,
                               const Comparison& answered);

}  // namespace plylab::perft::verify
