// What the rules make of the mailbox's distances.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/chess/board/rules.h"
#include "gen/chess/mailbox/cells.h"

namespace plylab::chess::mailbox {

/// Where the mailbox looks distances up. `line(piece, from, to)` is the piece's line, `near_king`
/// as in Distances, `pin_line(king, from)` the line from the king on which a piece there may be
/// pinned.
template <class Rules>
class Ground;

template <>
class Ground<Orthodox> {
 public:
  explicit Ground(const ValidSetup&) {}

  static const Variant& variant() { return orthodox; }
  static constexpr bool kings_move() { return true; }
  static const Line& line(Piece, Cell from, Cell to) {
    return distances.line[to - from + Distances::reach];
  }
  static const Line& pin_line(Cell king, Cell from) { return line(no_piece, king, from); }
  static unsigned near_king(Piece piece, Cell from, Cell king) {
    return distances.near_king[king - from + Distances::reach][piece];
  }
};

/// The distances of a variant. Where knights leap along the lines of others, their steps are
/// longer: so their lines are kept apart.
struct FairyDistances {
  Distances knights, others;
  std::vector<Cell> leaps;  ///< of a knight

  explicit FairyDistances(const Variant& variant)
      : knights(make_distances(
            [&](int files, int ranks) { return knights_line_over(files, ranks, variant); })),
        others(make_distances(
            [&](int files, int ranks) { return others_line_over(files, ranks, variant); })) {
    for (int ranks = -2; ranks <= 2; ++ranks)
      for (int files = -2; files <= 2; ++files)
        if (variant.knights_leap(files, ranks)) leaps.push_back(ranks * up + files);
  }

 private:
  /// No step of a king continues a knight's line, so it has no king_bit.
  static Line knights_line_over(int files, int ranks, const Variant& variant) {
    const int most = variant.knights_ride ? 3 : 1;
    for (int leaps = 1; leaps <= most; ++leaps)
      if (files % leaps == 0 && ranks % leaps == 0 &&
          variant.knights_leap(files / leaps, ranks / leaps))
        return {static_cast<std::uint16_t>(both(knight)),
                static_cast<std::int8_t>((ranks * up + files) / leaps), 0};
    return {};
  }
  static Line others_line_over(int files, int ranks, const Variant& variant) {
    Line line = line_over(files, ranks);
    line.pieces &= static_cast<std::uint16_t>(~both(knight));
    if (!variant.kings_move) line.pieces &= static_cast<std::uint16_t>(~both(king));
    return line.pieces != 0 ? line : Line{};
  }
};

template <>
class Ground<Fairy> {
 public:
  explicit Ground(const VariantSetup& start)
      : variant_(&start.variant()), distances_(&tables_of<FairyDistances>(start.number())) {}

  const Variant& variant() const { return *variant_; }
  bool kings_move() const { return variant_->kings_move; }
  bool knights_ride() const { return variant_->knights_ride; }
  std::span<const Cell> leaps() const { return distances_->leaps; }
  const Line& line(Piece piece, Cell from, Cell to) const {
    return of(piece).line[to - from + Distances::reach];
  }
  const Line& pin_line(Cell king, Cell from) const {
    const Line& of_others = line(no_piece, king, from);
    return of_others.pieces != 0 ? of_others : line(white_knight, king, from);
  }
  unsigned near_king(Piece piece, Cell from, Cell king) const {
    return of(piece).near_king[king - from + Distances::reach][piece];
  }

 private:
  const Distances& of(Piece piece) const {
    return type_of(piece) == knight ? distances_->knights : distances_->others;
  }

  const Variant* variant_;
  const FairyDistances* distances_;
};

}  // namespace plylab::chess::mailbox
