// The cells of the mailbox, their contents, and the lines between them, by the rules.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/setup.h"

namespace plylab::chess::mailbox {

/// An index into the 12x12 mailbox, or the difference of two. a1 is cell 26; the two outer rings
/// are the rim.
using Cell = std::ptrdiff_t;

inline constexpr Cell up = 12;

constexpr Cell cell_of(Square square) { return square + 4 * rank_of(square) + 26; }
constexpr Square square_of(Cell cell) {
  return make_square(static_cast<int>(cell % up - 2), static_cast<int>(cell / up - 2));
}
constexpr Cell pawn_step(Color color) { return color == white ? up : -up; }

/// The content of a cell: the piece in bits 0–3; bit 4 is set if White may not enter, bit 5 if
/// Black may not; bit 6 for a white piece, bit 7 for a black one; the slot in the piece list from
/// bit 8. An empty cell is 0, and neither side may enter the rim. One bit thus decides whether a
/// move can enter a cell.
using Occupant = std::uint16_t;

constexpr Occupant closed_to(Color color) { return static_cast<Occupant>(16 << index(color)); }
constexpr Occupant owned_by(Color color) { return static_cast<Occupant>(64 << index(color)); }
constexpr Occupant make_occupant(Piece piece, int slot) {
  const Color color = color_of(piece);
  return static_cast<Occupant>(piece | closed_to(color) | owned_by(color) | (slot << 8));
}
constexpr Piece piece_of(Occupant occupant) { return static_cast<Piece>(occupant & 15); }
constexpr int slot_of(Occupant occupant) { return occupant >> 8; }

/// The indices of the ones in a mask, for range-for: slots of a piece list, steps of a king.
struct Bits {
  struct Iterator {
    unsigned rest;
    int operator*() const { return std::countr_zero(rest); }
    void operator++() { rest &= rest - 1; }
    bool operator!=(Iterator other) const { return rest != other.rest; }
  };
  unsigned mask;
  Iterator begin() const { return {mask}; }
  Iterator end() const { return {0}; }
};

inline constexpr Cell king_steps[8] = {1, -1, up, -up, up + 1, -up - 1, up - 1, -up + 1};
inline constexpr Cell knight_jumps[8] = {2 * up + 1,  2 * up - 1,  up + 2,  up - 2,
                                         -2 * up - 1, -2 * up + 1, -up - 2, -up + 2};

/// How pieces can cover a distance on the empty board.
struct Line {
  std::uint16_t pieces = 0;   ///< bit p: piece p attacks over this distance
  std::int8_t step = 0;       ///< the step to be repeated; the whole jump for a knight
  std::uint8_t king_bit = 0;  ///< bit i: the step is king_steps[i]

  constexpr bool carries(Piece piece) const { return ((pieces >> piece) & 1) != 0; }
};

/// A type's pieces of both colours as bits.
constexpr unsigned both(PieceType type) {
  return (1u << make_piece(white, type)) | (1u << make_piece(black, type));
}

constexpr Line line_over(int files, int ranks) {
  const int wide = files < 0 ? -files : files;
  const int high = ranks < 0 ? -ranks : ranks;
  unsigned pieces = 0;
  Cell step = 0;
  if (wide * high == 2) {
    pieces = both(knight);
    step = ranks * up + files;
  } else if ((wide == high || wide * high == 0) && wide + high > 0) {
    pieces = both(queen) | (wide == high ? both(bishop) : both(rook));
    if (wide <= 1 && high <= 1) pieces |= both(king);
    if (wide == 1 && high == 1) pieces |= 1u << (ranks > 0 ? white_pawn : black_pawn);
    step = ranks / std::max(high, 1) * up + files / std::max(wide, 1);
  }
  unsigned king_bit = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (king_steps[i] == step) king_bit = 1u << i;
  return {static_cast<std::uint16_t>(pieces), static_cast<std::int8_t>(step),
          static_cast<std::uint8_t>(king_bit)};
}

/// Tables by the difference of two cells. A difference may stand for two distances in files and
/// ranks, but at most one of them is a line; a walk along that line for the other distance ends at
/// the rim. Up to four files, which includes jumps and their neighbourhood, a difference stands for
/// only one distance.
struct Distances {
  static constexpr Cell reach = 7 * up + 7;
  Line line[2 * reach + 1];
  /// By distance and piece: the steps of a king at that distance, as bits, to squares that the
  /// piece attacks.
  std::uint8_t near_king[2 * reach + 1][16];
};

template <class LineOver>
constexpr Distances make_distances(LineOver line_over) {
  Distances distances{};
  for (int ranks = -7; ranks <= 7; ++ranks)
    for (int files = -7; files <= 7; ++files) {
      const Cell place = Distances::reach + ranks * up + files;
      if (const Line line = line_over(files, ranks); line.pieces != 0) distances.line[place] = line;
      for (int rank_step = -1; rank_step <= 1; ++rank_step)
        for (int file_step = -1; file_step <= 1; ++file_step) {
          const Line line = line_over(files + file_step, ranks + rank_step);
          const auto king_bit = mailbox::line_over(file_step, rank_step).king_bit;
          for (unsigned piece = 0; piece < 16 && king_bit != 0; ++piece)
            if (line.carries(static_cast<Piece>(piece)))
              distances.near_king[place][piece] |= king_bit;
        }
    }
  return distances;
}

inline constexpr Distances distances = make_distances(line_over);

/// The tables in which the mailbox looks up distances. `line(piece, from, to)` is the piece's line,
/// `near_king` as in Distances, `pin_line(king, from)` the line from the king on which a piece
/// there may be pinned.
template <class Rules>
class LineTables;

template <>
class LineTables<Orthodox> {
 public:
  explicit LineTables(const ValidSetup&) {}

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

/// The distances of a variant. Knights that leap along the lines of other pieces have longer steps,
/// so their lines are stored separately.
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
    const int max = variant.knights_ride ? 3 : 1;
    for (int leaps = 1; leaps <= max; ++leaps)
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
class LineTables<Fairy> {
 public:
  explicit LineTables(const VariantSetup& start)
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
