// What the rules make of the lines of the 0x88 board.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/chess/board/rules.h"
#include "gen/chess/x88/lines.h"

namespace plylab::chess::x88 {

/// Where X88 looks lines up: that of a piece from one square to another, and what a piece attacks
/// of a king's zone if nothing stands between.
template <class Rules>
class Ground;

template <>
class Ground<Orthodox> {
 public:
  explicit Ground(const ValidSetup&) {}

  static const Variant& variant() { return orthodox; }
  static constexpr bool kings_move() { return true; }
  static constexpr bool knights_ride() { return false; }
  static constexpr std::span<const int, 8> knight_steps() { return x88::knight_steps; }
  static Line line(Piece, int from, int to) { return lines[difference(from, to)]; }
  static unsigned attacked_zone(Piece piece, int from, int king) {
    return zones[piece][difference(from, king)];
  }
};

/// The lines of a variant. A knight that leaps along a line of others has another step than they,
/// and so lines of its own.
struct FairyLines {
  Lines of_knights{}, of_others = lines;
  Zones zones{};
  std::vector<int> knight_steps;

  explicit FairyLines(const Variant& variant) {
    for (int ranks : {-2, -1, 0, 1, 2})
      for (int files : {-2, -1, 0, 1, 2})
        if (variant.knights_leap(files, ranks)) add_leap(16 * ranks + files, variant.knights_ride);
    for (Line& line : of_others) {
      line.attackers &= static_cast<std::uint16_t>(~attackers(knight));
      if (!variant.kings_move) line.attackers &= static_cast<std::uint16_t>(~attackers(king));
    }
    add_zones(zones, of_knights);
    add_zones(zones, of_others);
  }

 private:
  void add_leap(int step, bool is_ride) {
    knight_steps.push_back(step);
    const int most = is_ride ? 3 : 1;  // the board has no room for more
    for (int leaps = 1; leaps <= most; ++leaps)
      of_knights[difference(0, leaps * step)] = {attackers(knight), static_cast<std::int8_t>(step)};
  }
  static constexpr std::uint16_t attackers(PieceType type) {
    return static_cast<std::uint16_t>(1 << make_piece(white, type) | 1 << make_piece(black, type));
  }
};

template <>
class Ground<Fairy> {
 public:
  explicit Ground(const VariantSetup& start)
      : variant_(&start.variant()), lines_(&tables_of<FairyLines>(start.number())) {}

  const Variant& variant() const { return *variant_; }
  bool kings_move() const { return variant_->kings_move; }
  bool knights_ride() const { return variant_->knights_ride; }
  std::span<const int> knight_steps() const { return lines_->knight_steps; }
  Line line(Piece piece, int from, int to) const {
    return (type_of(piece) == knight ? lines_->of_knights
                                     : lines_->of_others)[difference(from, to)];
  }
  unsigned attacked_zone(Piece piece, int from, int king) const {
    return lines_->zones[piece][difference(from, king)];
  }

 private:
  const Variant* variant_;
  const FairyLines* lines_;
};

}  // namespace plylab::chess::x88
