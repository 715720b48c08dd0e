// What the difference of two squares tells on the 0x88 board. Only X88 uses it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gen/chess/board.h"

namespace plylab::chess::x88 {

inline constexpr int diagonal_steps[4] = {-17, -15, 15, 17};
inline constexpr int straight_steps[4] = {-16, -1, 1, 16};
inline constexpr int knight_steps[8] = {-33, -31, -18, -14, 14, 18, 31, 33};

constexpr int forward_step(Color color) { return color == white ? 16 : -16; }

/// How a piece reaches a square that lies a given difference away.
struct Line {
  std::uint16_t attackers = 0;  ///< bit p: piece p attacks along it if nothing stands between
  std::int8_t step = 0;         ///< the step that leads there; for a knight the whole jump

  constexpr bool carries(Piece piece) const { return (attackers >> piece & 1) != 0; }
};

/// A difference's place in the tables. The farthest is 0x77, from a1 to h8.
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

constexpr Line line(int from, int to) { return lines[difference(from, to)]; }

/// A king's zone as a set: bit i for the square to which zone_steps[i] leads. These are the squares
/// around him, those to which castling takes him, and his own.
using Zone = std::uint16_t;

inline constexpr int zone_steps[11] = {-17, -15, 15, 17, -16, 16, -1, 1, -2, 2, 0};
inline constexpr unsigned around = 0xff;
inline constexpr unsigned centre = 1 << 10;

/// The squares that the king crosses or reaches when he castles in standard chess.
constexpr unsigned castling_way(Wing wing) {
  return wing == Wing::long_side ? 1 << 6 | 1 << 8 : 1 << 7 | 1 << 9;
}

/// By piece and by the difference from it to the king: which squares of the king's zone it attacks
/// if nothing stands between.
using Zones = std::array<std::array<Zone, lines.size()>, 16>;

constexpr Zones make_zones() {
  Zones zones{};
  for (int piece = white_bishop; piece <= black_king; ++piece)
    for (int i = 0; i < static_cast<int>(lines.size()); ++i)
      for (int bit = 0; bit < 11; ++bit) {
        const auto square = static_cast<std::size_t>(i + zone_steps[bit]);
        Zone& zone = zones[static_cast<std::size_t>(piece)][static_cast<std::size_t>(i)];
        if (square < lines.size() && lines[square].carries(static_cast<Piece>(piece)))
          zone = static_cast<Zone>(zone | 1 << bit);
      }
  return zones;
}

inline constexpr Zones zones = make_zones();

constexpr unsigned attacked_zone(Piece piece, int from, int king_square) {
  return zones[piece][difference(from, king_square)];
}

}  // namespace plylab::chess::x88
