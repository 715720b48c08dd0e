// A cache of pawn evaluations. Most moves do not change the pawns, so a small table has a high hit
// rate.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/chess/board/bits.h"
#include "gen/chess/board/board.h"
#include "search/evaluation/positional.h"

namespace plylab::search {

/// Scores by colour that depend only on the pawns, or only on the pawns and the own king.
struct PawnScores {
  std::array<Score, 2> structure;
  std::array<int, 2> shelter;
};

/// PawnScores by the squares of all pawns, and optionally of the kings (RDChess's king-pawn table);
/// without kings, each probe evaluates the shelters again. Compares whole sets of squares, so that
/// a table never changes a value. A new entry replaces the old one.
class PawnTable {
 public:
  /// A table with this number of entries, at least one.
  PawnTable(std::size_t entries, bool with_kings)
      : entries_(std::bit_floor(std::max<std::size_t>(entries, 1))), with_kings_(with_kings) {}

  bool with_kings() const { return with_kings_; }

  /// The entry for the pawns and kings; `judge` fills it in if it holds others.
  const PawnScores& find(chess::Bits white, chess::Bits black, std::array<chess::Square, 2> kings,
                         auto&& judge) {
    if (!with_kings_) kings = {};
    const std::uint64_t mixed = (white * 0x9e3779b97f4a7c15) ^ (black * 0xc2b2ae3d27d4eb4f) ^
                                (std::uint64_t{kings[0]} * 64 + kings[1]) * 0x165667b19e3779f9;
    Entry& entry = entries_[(mixed ^ (mixed >> 32)) & (entries_.size() - 1)];
    ++probes_;
    if (entry.used && entry.white == white && entry.black == black && entry.kings == kings)
      ++hits_;
    else
      entry = {white, black, kings, true, judge()};
    return entry.scores;
  }

  /// The numbers of probes, and of hits, since clear_counts().
  std::uint64_t probes() const { return probes_; }
  std::uint64_t hits() const { return hits_; }
  void clear_counts() { probes_ = hits_ = 0; }

 private:
  struct Entry {
    chess::Bits white = 0, black = 0;
    std::array<chess::Square, 2> kings = {};
    bool used = false;
    PawnScores scores = {};
  };

  std::vector<Entry> entries_;
  bool with_kings_;
  std::uint64_t probes_ = 0, hits_ = 0;
};

}  // namespace plylab::search
