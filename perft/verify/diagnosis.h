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

/// A mistake in words.
struct Explanation {
  /// Reads on from "the fault lies in": "the move generation: e2xd3 is illegal: …".
  std::string sentence;
  std::string_view usual_cause = {};  ///< empty if nothing points to one cause
};

/// All that was found out about one mistake.
struct Diagnosis {
  Fault fault;
  Counterexample counterexample;  ///< the smallest depth and the shortest path
  std::vector<WrongMove> moves;   ///< at depth 1
  /// The moves were not listed by the generator, which only counts, but fit its count.
  bool deduced = false;
  std::size_t readings = 1;                   ///< how many rules explain the count, each alone
  std::optional<Hypothesis> hypothesis = {};  ///< the fault that would explain it
  /// Of a fault of history: after a start these must be asked for the answer to be wrong; none if
  /// that was not found out.
  std::vector<engines::PerftQuestion> questions_before = {};
  std::optional<Count> second_answer = {};  ///< of a nondeterministic generator
  Explanation explanation = {};             ///< of the fault as a whole
  std::optional<chess::Setup> fewest = {};  ///< the same fault of generation with the fewest pieces
};

/// The part of the state or of a table, or the rule of draws, that is wrong, in snake case; empty
/// if none explains the answer.
std::string_view part_of(const Diagnosis& diagnosis);

/// Finds out what is behind a wrong answer to the last of the questions that were asked since a
/// start. It must be one about a position set up, without moves. Throws EngineFault.
Diagnosis diagnose(WatchedGenerator& generator, const std::vector<engines::PerftQuestion>& asked);

/// The same of a generator that was asked nothing else.
Diagnosis diagnose(engines::GeneratorUnderTest& generator, const chess::Setup& start, int depth);

}  // namespace plylab::perft::verify
