// Tables by the difference of two squares on the 0x88 board. Only X88 uses them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/setup.h"

namespace plylab::chess::x88 {

inline constexpr int diagonal_steps[4] = {-17, -15, 15, 17};
inline constexpr int straight_steps[4] = {-16, -1, 1, 16};
inline constexpr int knight_steps[8] = {-33, -31, -18, -14, 14, 18, 31, 33};

constexpr int forward_step(Color color) { return color == white ? 16 : -16; }

/// How a piece reaches a square that lies a given difference away.
struct Line {
  std::uint16_t attackers = 0;  ///< bit p: piece p attacks along it if nothing stands between
  std::int8_t step = 0;         ///< the step that leads there; for a knight the whole jump

  constexpr bool carries(Piece piece) const { return ((attackers >> piece) & 1) != 0; }
};

/// The index of a difference in the tables. The largest difference is 0x77, from a1 to h8.
constexpr unsigned difference(int from, int to) { return static_cast<unsigned>(to - from + 0x77); }

using Lines = std::array<Line, 240>;

constexpr Lines make_lines() {
  Lines lines{};
  const auto add = [&lines](int to, int step, auto... pieces) {
    Line& line = lines[difference(0, to)];
    line.attackers = static_cast<std::uint16_t>(line.attackers | ((1 << pieces) | ...));
    line.step = static_cast<std::int8_t>(step);
  };
  for (int distance = 1; distance < 8; ++distance) {
    for (int step : diagonal_steps)
      add(step * distance, step, white_bishop, black_bishop, white_queen, black_queen);
    for (int step : straight_steps)
      add(step * distance, step, white_rook, black_rook, white_queen, black_queen);
  }
  for (int step : diagonal_steps) add(step, step, white_king, black_king);
  for (int step : straight_steps) add(step, step, white_king, black_king);
  for (int step : knight_steps) add(step, step, white_knight, black_knight);
  for (int sideways : {-1, 1}) {
    add(sideways + forward_step(white), sideways + forward_step(white), white_pawn);
    add(sideways + forward_step(black), sideways + forward_step(black), black_pawn);
  }
  return lines;
}

inline constexpr Lines lines = make_lines();

/// A king's zone as a set: bit i for the square to which zone_steps[i] leads. The zone has the
/// squares around the king, those on its rank that it may cross when it castles, and its own.
using Zone = std::uint16_t;

inline constexpr int zone_steps[16] = {-17, -15, 15, 17, -16, 16, -1, 1, -2, 2, -3, 3, -4, 4, 5, 0};
inline constexpr unsigned around = 0xff;
inline constexpr unsigned centre = 1 << 15;

/// The squares of its zone that a castling king crosses or reaches, by its file. In Chess960 it can
/// be on any file except those of the corners.
using CastlingWays = std::array<std::array<Zone, 8>, 2>;

constexpr CastlingWays make_castling_ways() {
  CastlingWays ways{};
  for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside})
    for (int file = 1; file < 7; ++file) {
      const int to_goal = file_of(castled_king(white, castling_side)) - file;
      Zone& way = ways[index(castling_side)][static_cast<unsigned>(file)];
      for (int bit = 0; bit < 16; ++bit)
        if ((zone_steps[bit] > 0 && zone_steps[bit] <= to_goal) ||
            (zone_steps[bit] < 0 && zone_steps[bit] >= to_goal))
          way = static_cast<Zone>(way | (1 << bit));
    }
  return ways;
}

inline constexpr CastlingWays castling_ways = make_castling_ways();

/// The squares that must be empty for castling, by the files of king and rook: as a mask of bytes
/// for the word with the cells of the back rank in memory.
using CastlingRooms = std::array<std::array<std::uint64_t, 8>, 8>;

constexpr CastlingRooms make_castling_rooms() {
  CastlingRooms rooms{};
  for (int king_file = 1; king_file < 7; ++king_file)
    for (int rook_file = 0; rook_file < 8; ++rook_file) {
      const CastlingSide castling_side =
          rook_file < king_file ? CastlingSide::queenside : CastlingSide::kingside;
      // All files from the leftmost to the rightmost of the pieces and their destinations.
      const auto [first, last] =
          std::minmax({king_file, rook_file, file_of(castled_king(white, castling_side)),
                       file_of(castled_rook(white, castling_side))});
      std::array<std::uint8_t, 8> bytes{};
      for (int file = first; file <= last; ++file)
        if (file != king_file && file != rook_file) bytes[static_cast<unsigned>(file)] = 0xff;
      rooms[static_cast<unsigned>(king_file)][static_cast<unsigned>(rook_file)] =
          std::bit_cast<std::uint64_t>(bytes);
    }
  return rooms;
}

inline constexpr CastlingRooms castling_rooms = make_castling_rooms();

/// By piece and by the difference from it to the king: which squares of the king's zone it attacks
/// if nothing stands between.
using Zones = std::array<std::array<Zone, lines.size()>, 16>;

/// Adds the attacks of pieces along these lines.
constexpr void add_zones(Zones& zones, const Lines& by) {
  for (std::size_t to = 0; to < by.size(); ++to)
    for (unsigned bit = 0; bit < 16 && by[to].attackers != 0; ++bit) {
      const std::size_t to_king = to - static_cast<std::size_t>(zone_steps[bit]);
      for (std::size_t piece = 0; piece < 16 && to_king < by.size(); ++piece)
        if (by[to].carries(static_cast<Piece>(piece)))
          zones[piece][to_king] = static_cast<Zone>(zones[piece][to_king] | (1u << bit));
    }
}

constexpr Zones make_zones() {
  Zones zones{};
  add_zones(zones, lines);
  return zones;
}

inline constexpr Zones zones = make_zones();

/// The tables in which X88 looks up lines: that of a piece from one square to another, and the
/// attacks of a piece on a king's zone if nothing stands between.
template <class Rules>
class LineTables;

template <>
class LineTables<Orthodox> {
 public:
  explicit LineTables(const ValidSetup&) {}

  static const Variant& variant() { return orthodox; }
  static constexpr bool kings_move() { return true; }
  static constexpr bool knights_ride() { return false; }
  static constexpr std::span<const int, 8> knight_steps() { return x88::knight_steps; }
  static Line line(Piece, int from, int to) { return lines[difference(from, to)]; }
  static unsigned attacked_zone(Piece piece, int from, int king) {
    return zones[piece][difference(from, king)];
  }
};

/// The lines of a variant. A knight that leaps along the line of other pieces has a different step,
/// and therefore separate lines.
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
    const int max = is_ride ? 3 : 1;  // the board has no room for more
    for (int leaps = 1; leaps <= max; ++leaps)
      of_knights[difference(0, leaps * step)] = {attackers(knight), static_cast<std::int8_t>(step)};
  }
  static constexpr std::uint16_t attackers(PieceType type) {
    return static_cast<std::uint16_t>((1 << make_piece(white, type)) |
                                      (1 << make_piece(black, type)));
  }
};

template <>
class LineTables<Fairy> {
 public:
  explicit LineTables(const VariantSetup& start)
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
