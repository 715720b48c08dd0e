// What threatens the king on the 0x88 board, seen from the enemy's pieces.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "gen/chess/x88/reaches.h"

namespace plylab::chess {

/// The checks, the pins and the steps of the king of `us`, the side to move: found by looking from
/// the enemy's pieces to the king and to the squares around him. `Local` is a type of the including
/// file alone: the compiler then sees all calls, and inlines more.
template <class Rules>
template <Color us, class Local>
class X88Of<Rules>::KingDanger {
 public:
  explicit KingDanger(const X88Of& of) : position(of), king(of.square_[king_slot(us)]) {
    open_zone();
    look_with_leapers<pawn>();
    if constexpr (std::is_same_v<Rules, Fairy>)
      look_with_sliders<knight>();  // perhaps of one leap
    else
      look_with_leapers<knight>();
    open &= ~attacked_zone(make_piece(!us, chess::king), position.square_[king_slot(!us)]);
    look_with_sliders<bishop>();
    look_with_sliders<rook>();
    look_with_sliders<queen>();
  }

  CastlingSide castling_side_of(int rook_from) const {
    return rook_from < king ? CastlingSide::queenside : CastlingSide::kingside;
  }

  /// The squares of the zone that the king must not find attacked when he castles with the rook.
  unsigned castling_way(int rook_from) const {
    return x88::castling_ways[index(castling_side_of(rook_from))][king & 7];
  }

  const X88Of& position;
  const int king;
  unsigned open = x88::centre;  ///< the king's zone so far as he may go there, and `centre`
  unsigned steps = 0;           ///< the squares around the king without own pieces
  Slots castlers = 0;           ///< the rooks that may castle and have room for it
  unsigned checks = 0;
  int checker = nowhere;
  Slots pinned = 0;
  int pin_step[16];  ///< for pinned pieces: the way from the pinner to the king

 private:
  Cell cell(int square) const { return position.board_[square]; }
  unsigned attacked_zone(Piece piece, int from) const {
    return position.ground_.attacked_zone(piece, from, king);
  }
  Slots enemy(PieceType type) const { return position.slots_[type] & army(!us); }

  /// Opens the squares where the king may go if no enemy minds.
  void open_zone() {
    for (unsigned i = 0; i < 8; ++i) {
      const int to = king + x88::zone_steps[i];
      if (on_board(to)) open |= unsigned{!has<us>(cell(to))} << i;
    }
    if (!position.ground_.kings_move()) open = x88::centre;
    steps = open & x88::around;
    position.for_each_square(position.castlers_ & army(us), [this](int rook_from) {
      if (!has_room(rook_from)) return;
      castlers |= single(slot_of(cell(rook_from)));
      open |= castling_way(rook_from);
    });
  }

  /// Whether nobody else stands where king and rook stand, pass or arrive when they castle. The
  /// whole back rank is looked at as one word.
  bool has_room(int rook_from) const {
    std::uint64_t rank;
    std::memcpy(&rank, position.board_ + (king & 0x70), sizeof rank);
    return (rank & x88::castling_rooms[king & 7][rook_from & 7]) == 0;
  }

  void add_check(int from) {
    ++checks;
    checker = from;
  }

  template <PieceType type>
  void look_with_leapers() {
    unsigned attacked = 0;
    position.for_each_square(enemy(type), [&](int from) {
      const unsigned zone = attacked_zone(make_piece(!us, type), from);
      attacked |= zone;
      if ((zone & x88::centre) != 0) add_check(from);
    });
    open &= ~attacked | x88::centre;
  }

  template <PieceType type>
  void look_with_sliders() {
    position.for_each_square(enemy(type), [this](int from) {
      unsigned attacked = attacked_zone(make_piece(!us, type), from) & open;
      if ((attacked & x88::centre) != 0) look_to_king(from);
      for (attacked &= ~x88::centre; attacked != 0; attacked &= attacked - 1) {
        const int target = king + x88::zone_steps[std::countr_zero(attacked)];
        const auto occupied = [this](int square) {
          return cell(square) != 0 && square != king;  // he cannot hide behind himself
        };
        if (position.reaches(from, target, occupied)) open &= ~(attacked & -attacked);
      }
    });
  }

  /// Finds the check or the pin that a slider gives on its line to the king.
  void look_to_king(int from) {
    const int step = position.ground_.line(piece_of(cell(from)), from, king).step;
    const int first = next_piece(from, step);
    if (first == king) return add_check(from);
    if (has<!us>(cell(first)) || next_piece(first, step) != king) return;
    const int slot = slot_of(cell(first));
    pinned |= single(slot);
    pin_step[slot & 15] = step;
  }

  /// The first piece that stands from the square in the step's direction. There must be one.
  int next_piece(int square, int step) const {
    do square += step;
    while (cell(square) == 0);
    return square;
  }
};

}  // namespace plylab::chess
