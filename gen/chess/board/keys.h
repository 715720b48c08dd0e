// Random key tables (Zobrist 1970), shared by all chess generators, and the packed form.
#pragma once

#include <array>
#include <cstdint>

#include "gen/base/random.h"
#include "gen/chess/board/setup.h"
#include "gen/game/position.h"

namespace plylab::chess {

/// One random 128-bit number for each fact that a position is made of.
struct KeyTable {
  std::array<std::array<Key, 64>, 16> piece;  ///< by piece code and square; no_piece is zero
  std::array<Key, 64> castling;               ///< by the square of a rook that may castle
  std::array<Key, 8> en_passant;              ///< by file, only where a capture is legal
  Key black_to_move;
};

constexpr KeyTable make_key_table() {
  KeyTable table{};
  std::uint64_t state = 0x706c796c6162;
  const auto next = [&state] {
    const std::uint64_t high = splitmix64(state);
    return Key{high, splitmix64(state)};
  };
  for (int piece = 1; piece < 16; ++piece)
    for (Key& key : table.piece[static_cast<unsigned>(piece)]) key = next();
  for (Key& key : table.castling) key = next();
  for (Key& key : table.en_passant) key = next();
  table.black_to_move = next();
  return table;
}

inline constexpr KeyTable keys = make_key_table();

/// The key computed afresh: the reference for every incremental key. setup.en_passant must have
/// been kept only where a capture is legal, as ValidSetup and all generators do.
Key compute_key(const Setup& setup);

/// A position without its clocks in 32 bytes, exact.
///
/// Plane i holds bit bits[i] of each square's piece code. Codes without a piece carry the rest:
/// code 7 (15 for Black) on a back rank is a rook that may castle, on the fourth or fifth rank a
/// pawn that may be captured e.p.; empty squares have code 8 in place of 0 when Black is to move.
///
/// Bit 3 comes first. Sorted by bytes, positions with the same men of the side that moved last are
/// thus neighbours, and these have children in common (perft/walk/table_walk.h).
struct Packed {
  static constexpr std::array<std::size_t, 4> bits{3, 0, 1, 2};

  std::array<std::uint64_t, 4> planes{};
  friend bool operator==(const Packed&, const Packed&) = default;
};

/// Packs what the FEN says; the same precondition as compute_key.
Packed pack(const Setup& setup);

/// The inverse of pack(); the clocks read as 0 and 1.
Setup unpack(const Packed& packed);

}  // namespace plylab::chess
