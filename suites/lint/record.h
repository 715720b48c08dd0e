// The checks of a single record.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/lint/lint.h"

namespace plylab::suites::lint {

/// What an opcode takes.
enum class Operands : std::uint8_t {
  moves,        ///< one or more moves of the position, in any order
  move,         ///< one move
  line,         ///< a sequence of moves
  text,         ///< a text in quotes
  whole,        ///< a whole number
  number,       ///< a whole number with or without a sign
  stipulation,  ///< that of a chess problem (search/mate/composition.h)
  none,
  any
};

/// The operands of an opcode: those of the standard (PGN standard 1994, 16.2.5), the perft counts
/// D1, D2, …, the points c7, c8, c9, and stipulation. Empty for other opcodes.
std::optional<Operands> operands_of(std::string_view opcode);

/// The operation's moves in exact SAN, in the position that each is played in. Empty if the opcode
/// takes no moves, or if a move is illegal, ambiguous, or claims a mate that it does not give.
std::optional<std::vector<std::string>> exact_san(const epd::Record& record,
                                                  const epd::Operation& operation);

/// Appends all findings about the record.
void check_record(const epd::Record& written, const Options& options, Findings& findings);

/// Appends those about mates, which need a search (see lint()).
void check_mates(const epd::Record& record, const Options& options, Findings& findings);

}  // namespace plylab::suites::lint
