// Verifies a generator whose answers a person brings, one question at a time: the debugger asks for
// what it needs, and is called again with one answer more.
#pragma once

#include <optional>
#include <vector>

#include "gen/engines/generator_under_test.h"
#include "perft/verify/verification.h"
#include "perft/verify/watched_generator.h"

namespace plylab::perft::verify {

/// What follows from the answers so far.
struct DialogueState {
  Outcome outcome = {};  ///< of the first question; without a diagnosis while there is a question
  /// What the generator is to be asked next; none at the end.
  std::optional<engines::PerftQuestion> question = {};
};

/// Looks for the cause of a wrong answer. The first question must be about a position without
/// moves: the search begins there. Where an answer lists moves with right counts, smaller depths
/// below are taken to be right without asking, so that a person is asked few questions. The same
/// answers always lead to the same question.
DialogueState next_step(const std::vector<Answered>& answers);

}  // namespace plylab::perft::verify
