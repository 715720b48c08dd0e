// The simplest explanations of a wrong answer: it is the right one to another question, or always
// the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "perft/verify/watched_generator.h"

namespace plylab::perft::verify {

/// Something odd about an answer that is no fault of a move generator.
struct Oddity {
  std::string_view kind;  ///< in snake case: equal for answers that are odd in the same way
  std::string sentence;   ///< "it answers 20 whatever it is asked"
};

/// What the wrong answer to a question is instead. Each explanation must also predict the answers
/// to other questions for which it and the right count differ. `previous` is the question before,
/// which the generator has not forgotten. None if nothing explains it, or if the generator gives no
/// answer any more.
std::optional<Oddity> other_question(WatchedGenerator& generator,
                                     const engines::PerftQuestion& asked,
                                     const engines::PerftAnswer& answer,
                                     const std::optional<engines::PerftQuestion>& previous);

/// Whether the generator answers for a position and moves from there as for the position alone.
bool ignores_moves(engines::GeneratorUnderTest& generator, const chess::Setup& start);

/// Whether all that is wrong with a list of moves is how castling is written: below each move that
/// is no legal one, the generator counts as many leaves as there are after castling.
std::optional<Oddity> castling_in_other_letters(engines::GeneratorUnderTest& generator,
                                                const chess::Setup& position,
                                                const Comparison& comparison);

}  // namespace plylab::perft::verify
