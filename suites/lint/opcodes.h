// The opcodes of EPD and what each of them wants.
#pragma once

#include <cstdint>
#include <string_view>

#include "gen/epd/epd.h"
#include "suites/lint/finding.h"

namespace plylab::suites::lint {

/// What may follow an opcode.
enum class Operands : std::uint8_t {
  moves,   ///< one or more moves of the position, in any order
  move,    ///< exactly one
  line,    ///< moves one after the other
  text,    ///< one text, in quotes
  whole,   ///< one whole number
  number,  ///< one whole number with or without a sign
  demand,  ///< one of a chess problem (search/mate/stipulation.h)
  none,
  any
};

/// What follows this opcode: those of the standard (PGN standard 1994, 16.2.5), the perft counts
/// D1, D2, …, the points c7, c8, c9, and what `mate` reads: stipulation. Empty for all others.
std::optional<Operands> operands_of(std::string_view opcode);

/// Malformed operands (operand), missing quotes (quotes), opcodes given twice (repeated_opcode) and
/// those in a wrong case (opcode_case).
void check_operations(const epd::Record& record, Findings& findings);

}  // namespace plylab::suites::lint
