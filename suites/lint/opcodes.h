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
  none,
  any
};

/// What follows this opcode: those of the standard (PGN standard 1994, 16.2.5), the perft counts
/// D1, D2, …, and the points c7, c8, c9. Empty for all others.
std::optional<Operands> operands_of(std::string_view opcode);

/// Malformed operands (operand), missing quotes (quotes), opcodes given twice (repeated_opcode) and
/// those in a wrong case (opcode_case).
void check_operations(const epd::Record& record, Findings& findings);

}  // namespace plylab::suites::lint
