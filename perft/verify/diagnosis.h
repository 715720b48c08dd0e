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
#include "perft/verify/draw_faults.h"
#include "perft/verify/state_hypothesis.h"
#include "perft/verify/table_faults.h"
#include "perft/verify/watched_generator.h"
#include "perft/verify/wrong_moves.h"

namespace plylab::perft::verify {

/// What kind of mistake it is.
enum class Fault : std::uint8_t {
  generation,       ///< the moves of a position are wrong, however it was reached
  make,             ///< right when the position is set by FEN, wrong when it is reached by moves
  draw,             ///< a draw by rule is taken for the end
  unmake,           ///< wrong only within a longer walk, as if a move were not taken back rightly
  table,            ///< wrong only within a longer walk, as if a table of counts erred
  walk,             ///< wrong only within a longer walk, for one reason or the other
  sum,              ///< the total is not the sum of the branches
  history,          ///< right when asked afresh: the answer depends on what was asked before
  nondeterministic  ///< answers to the same questions differ
};

/// "move_generation", "make", "draw", "unmake", "table", "unmake_or_table", "sum", "history",
/// "nondeterministic".
std::string_view name_of(Fault fault);

/// All that was found out about one mistake.
struct Diagnosis {
  Fault fault;
  Counterexample counterexample;  ///< the smallest depth and the shortest path
  std::vector<WrongMove> moves;   ///< at depth 1
  /// The moves were not listed by the generator, which only counts, but fit its count.
  bool deduced = false;
  std::size_t readings = 1;  ///< of what was deduced: so many rules explain the count, each alone
  std::optional<StateHypothesis> hypothesis = {};  ///< the state that would explain it
  std::optional<DrawFault> draw = {};              ///< the draw that would
  std::optional<TableFault> table = {};            ///< the fault of a table of counts that would
  /// Of a fault of history: after a start these must be asked for the answer to be wrong; none if
  /// that was not found out.
  std::vector<engines::PerftQuestion> questions_before = {};
  std::optional<Count> second_answer = {};  ///< of a nondeterministic generator
  std::string explanation = {};             ///< one sentence about the fault as a whole
  std::optional<chess::Setup> fewest = {};  ///< the same fault of generation with the fewest pieces
};

/// What the generator errs about, in snake case: the part of the state or of a table, or the rule
/// of draws; empty if none explains the answer.
std::string_view part_of(const Diagnosis& diagnosis);

/// Finds out what is behind a wrong answer to the last of the questions that were asked since a
/// start. It must be one about a position set up, without moves. Throws EngineFault.
Diagnosis diagnose(WatchedGenerator& generator, const std::vector<engines::PerftQuestion>& asked);

/// The same of a generator that was asked nothing else.
Diagnosis diagnose(engines::GeneratorUnderTest& generator, const chess::Setup& start, int depth);

}  // namespace plylab::perft::verify
