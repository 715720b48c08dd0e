// Judgements of pawns that were met before. Most moves leave the pawns where they are, so that a
// small table finds nearly all of them again.
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

/// What depends on the pawns alone, by colour, and on the pawns and the own king.
struct PawnScores {
  std::array<Score, 2> structure;
  std::array<int, 2> shelter;
};

/// PawnScores by the squares of all pawns, and of the kings if the table is to know those too
/// (RDChess's king-pawn table); without them each look judges the shelters anew. Whole sets of
/// squares are compared, so that a table never changes a value. The newest entry wins.
class PawnTable {
 public:
  /// Room for so many positions, at least one.
  PawnTable(std::size_t entries, bool with_kings)
      : entries_(std::bit_floor(std::max<std::size_t>(entries, 1))), with_kings_(with_kings) {}

  bool with_kings() const { return with_kings_; }

  /// The entry for the pawns and kings, which `judge` fills in if it is not theirs.
  const PawnScores& find(chess::Bits white, chess::Bits black, std::array<chess::Square, 2> kings,
                         auto&& judge) {
    if (!with_kings_) kings = {};
    const std::uint64_t mixed = (white * 0x9e3779b97f4a7c15) ^ (black * 0xc2b2ae3d27d4eb4f) ^
                                (std::uint64_t{kings[0]} * 64 + kings[1]) * 0x165667b19e3779f9;
    Entry& entry = entries_[(mixed ^ mixed >> 32) & (entries_.size() - 1)];
    ++probes_;
    if (entry.used && entry.white == white && entry.black == black && entry.kings == kings)
      ++hits_;
    else
      entry = {white, black, kings, true, judge()};
    return entry.scores;
  }

  /// Looks into the table, and those that found the pawns, since clear_counts().
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
