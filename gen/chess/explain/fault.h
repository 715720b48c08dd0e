// What the single checks of a parsed move hand to why_illegal().
#pragma once

#include <optional>
#include <string>

#include "gen/chess/explain/parsed_move.h"
#include "gen/chess/explain/rule.h"

namespace plylab::chess {

/// A rule that a parsed move breaks, and the half of the sentence that follows "is illegal: ".
struct Fault {
  Rule rule;
  std::string why;
};

using MaybeFault = std::optional<Fault>;

/// What is wrong with a parsed castling move.
MaybeFault castling_fault(const Setup& setup, const ParsedMove& parsed);

/// What is wrong with how a piece goes and what it becomes, the kings' safety aside.
MaybeFault movement_fault(const Setup& setup, const ParsedMove& parsed);

/// Which danger to its own king a parsed move leaves or makes, if movement_fault() finds no fault.
MaybeFault safety_fault(const Setup& setup, const ParsedMove& parsed);

}  // namespace plylab::chess
