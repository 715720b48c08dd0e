// A diagnosis in a sentence, which claims no more than was found, and the usual causes of such
// faults.
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

/// What reads on from "the fault lies in": "the move generation: e2xd3 is illegal: …".
std::string explain(const Diagnosis& diagnosis);

/// Where to look first, in a line, such as "the king still stands in the occupancy when its flight
/// squares are tested".
std::string_view usual_cause(Wrong wrong, chess::Rule rule);

/// The same of a mistake as a whole; empty if nothing points to one cause.
std::string_view usual_cause(const Diagnosis& diagnosis);

}  // namespace plylab::perft::verify
