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
  std::string_view kind;     ///< in snake case: equal for answers that are odd in the same way
  std::string sentence;      ///< "it answers 20 whatever it is asked"
  bool is_of_moves = false;  ///< it concerns some moves, whose wrong counts say more
  /// "perft(1) of startpos: 8, right is 20": the answer to a further question that shows it; "after
  /// perft(1) of …, " if it depends on the question before. Empty if no total does.
  std::string evidence = {};
};

/// What is odd about a wrong answer, whose comparison is given: it is half read, or the right one
/// to another question, or castling is written in other letters. An explanation must also predict
/// the answers to other questions for which it and the right count differ. `previous` is the
/// question before, which the generator has not forgotten. None if nothing explains it.
std::optional<Oddity> oddity_of(WatchedGenerator& generator, const engines::PerftQuestion& asked,
                                const engines::PerftAnswer& answer, const Comparison& comparison,
                                const std::optional<engines::PerftQuestion>& previous);

/// Whether the generator gives the same answer to other questions, for which it is wrong. A person
/// is asked one question only, and should know two equal answers before.
std::optional<Oddity> constant_answer(WatchedGenerator& generator,
                                      const engines::PerftQuestion& asked,
                                      const engines::PerftAnswer& answer);

/// Whether the generator answers for a position and moves from there as for the position alone.
bool ignores_moves(engines::GeneratorUnderTest& generator, const chess::Setup& start);

}  // namespace plylab::perft::verify
