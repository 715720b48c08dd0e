// Which fault of a table of counts would explain the count of a walk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "perft/verify/counterexample.h"

namespace plylab::perft::verify {

/// What a table may get wrong about the positions and counts that it holds.
enum class TablePart : std::uint8_t {
  castling,
  en_passant,
  side,
  color,              ///< black and white pieces have the same numbers
  captured,           ///< in making moves: a captured piece stays in the key
  en_passant_victim,  ///< only one captured e.p. does
  promoted,           ///< a promoted piece is a pawn in the key
  castled_rook,       ///< castling moves only the king in the key
  moved_rook,         ///< the right of a rook that has moved stays in the key
  not_restored,       ///< a move that is taken back stays in the key
  depth,              ///< a count is taken whatever its depth
  greater_depth       ///< a count of a greater depth is taken too
};

/// "key_castling_rights", "key_en_passant_square", …, "entry_depth", "greater_entry_depth".
std::string_view name_of(TablePart part);

/// A fault that gives just the count reported.
struct TableFault {
  TablePart part;
  std::string sentence;  ///< "as if its key left out the side to move: the position after …"
};

/// What a table of counts would have to confuse so that the walk has the total reported; none if no
/// single fault does. The table is taken to hold depths from 1 or from 2 on, and what the questions
/// for lesser depths have left, or not. Which of two positions is counted first depends on the
/// order of the moves: the canonical one is tried, then that in which the generator lists them.
/// Throws EngineFault.
std::optional<TableFault> table_fault(engines::GeneratorUnderTest& generator,
                                      const Counterexample& walk);

}  // namespace plylab::perft::verify
