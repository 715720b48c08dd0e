// A diagnosis in a sentence, which claims no more than was found, with the usual cause of such a
// fault.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "perft/verify/diagnosis.h"

namespace plylab::perft::verify {

/// A check that is not seen: all moves are listed that would be legal without it, and nothing else
/// is wrong.
struct UnseenCheck {
  std::size_t moves;     ///< how many moves are the evidence
  std::string sentence;  ///< "the check to the king on f1 by the rook on a1 is not seen"
};
std::optional<UnseenCheck> unseen_check(const Diagnosis& diagnosis);

/// "its total 401 is not the sum 400 of its branches", of what contradicts itself so.
std::string contradiction(const Comparison& comparison);

/// Where to look first, in a line, such as "the king still stands in the occupancy when its flight
/// squares are tested".
std::string_view usual_cause(Wrong wrong, chess::Rule rule);

/// The sentence and the usual cause of a mistake as a whole.
Explanation explain(const Diagnosis& diagnosis);

/// Those of a check that is not seen.
Explanation explain(const UnseenCheck& check);

}  // namespace plylab::perft::verify
