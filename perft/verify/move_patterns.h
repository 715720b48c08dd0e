// What wrong moves have in common: "promotions by capture to a rook, bishop or knight".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "perft/verify/diagnosis.h"

namespace plylab::perft::verify {

/// Special moves that a generator may forget or repeat all at once.
struct MovePattern {
  std::string text;                   ///< in the plural: "Black's double steps"
  std::uint16_t kinds;                ///< bits by chess::MoveKind
  std::optional<chess::Color> color;  ///< none: of both

  bool matches(const chess::Setup& position, chess::Move move) const;
};

/// All patterns, those of fewer moves first.
std::span<const MovePattern> move_patterns();

/// The indices of the patterns that tell the wrong moves of a diagnosis exactly: all legal moves
/// that match are missing, or all are repeated, and no other move is wrong.
std::vector<std::size_t> patterns_of(const Diagnosis& diagnosis);

/// The indices of the patterns that match a move which the diagnosis does not find fault with,
/// though it is legal.
std::vector<std::size_t> refuted_by(const Diagnosis& diagnosis);

/// Those that match any legal move of a position.
std::vector<std::size_t> patterns_in(const chess::Setup& position);

}  // namespace plylab::perft::verify
