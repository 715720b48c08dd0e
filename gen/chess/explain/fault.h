// What the single checks of an attempt hand to why_illegal().
#pragma once

#include <optional>
#include <string>

#include "gen/chess/explain/parsed_move.h"
#include "gen/chess/explain/rule.h"

namespace plylab::chess {

/// A rule that an attempt breaks, and the half of the sentence that follows "is illegal: ".
struct Fault {
  Rule rule;
  std::string why;
};

using MaybeFault = std::optional<Fault>;

/// What is wrong with an attempt at castling.
MaybeFault castling_fault(const Fen& fen, const Attempt& attempt);

/// What is wrong with how a man goes and what it becomes, the kings' safety aside.
MaybeFault movement_fault(const Fen& fen, const Attempt& attempt);

/// Which danger to its own king an attempt leaves or makes, if movement_fault() finds no fault.
MaybeFault safety_fault(const Fen& fen, const Attempt& attempt);

}  // namespace plylab::chess
