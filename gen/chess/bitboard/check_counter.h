// Looking at moves that may give check, which a KindTally has noted.
#pragma once

#include "gen/chess/bitboard/compass.h"
#include "gen/chess/bitboard/kind_sink.h"
#include "gen/chess/bitboard/kind_tally.h"

namespace plylab::chess {

/// Counts the checks, and the mates among them, in the positions of a pool, in which the side Us is
/// to move.
template <class Kernel, Color Us>
class CheckCounter {
  using Sums = KindSums<Kernel>;

 public:
  CheckCounter(const PositionPool<Kernel>& pool, const Sums& sums, KindCounts& counts)
      : pool_(pool), sums_(sums), counts_(counts) {}

  void count_noted() {
    for (unsigned i = 0; i < sums_.size; ++i) {
      const auto& [first, noted, source] = sums_.checks[i];
      for (unsigned lanes = noted & ~sums_.odd[first / Sums::width] & 0xffu; lanes != 0;
           lanes &= lanes - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
        for (Square to : each(sums_.targets[i][lane])) look_at(first + lane, source, to);
      }
    }
  }

  /// Those of a position in which check may be given in any way.
  void count_odd(unsigned position) {
    const Planes planes = pool_.template planes<Us>(position);
    const CheckSquares<Kernel, Us> squares(planes);
    KindSink<Kernel, Us> sink(planes, squares);
    visit_moves<Kernel, Us>(planes, pool_.castling, no_square, sink);
    for (std::size_t kind = MoveKinds::checks; kind < MoveKinds::counted; ++kind)
      counts_.kinds[kind] += sink.counts[kind];
  }

 private:
  static constexpr int up = Us == white ? 8 : -8;

  void look_at(unsigned position, unsigned source, Square to) {
    const Bits diagonal = pool_.diagonal[position], orthogonal = pool_.orthogonal[position],
               leaper = pool_.leaper[position], own = pool_.own[position];
    const Bits all = diagonal | orthogonal | leaper, king = leaper & orthogonal & ~own;
    const auto add = [&](Bits attacked, Move move) {
      if ((attacked & king) != 0) add_check(position, king, attacked, move);
    };
    const auto rook_attacks = [&](Square from) { return Kernel::rook(to, all ^ bit(from) ^ king); };
    const auto bishop_attacks = [&](Square from) {
      return Kernel::bishop(to, all ^ bit(from) ^ king);
    };
    if (source < by_slider) {
      add(leapers.knight[to], Move(static_cast<Square>(source), to));
    } else if (source < by_push) {
      const Square from = next_piece(to, (source - by_slider) ^ 4, all);
      add((rook_attacks(from) & -(orthogonal >> from & 1)) |
              (bishop_attacks(from) & -(diagonal >> from & 1)),
          Move(from, to));
    } else {
      constexpr int steps[] = {up, 2 * up, up + 1, up - 1, up, up + 1, up - 1};
      const auto from = static_cast<Square>(to - steps[source - by_push]);
      if (source < promotion) {
        add(pawn_attacks(Us, bit(to)),
            Move(from, to, source == by_double_push ? MoveKind::double_push : MoveKind::quiet));
      } else {
        const Bits straight = rook_attacks(from), diagonals = bishop_attacks(from);
        add(leapers.knight[to], Move(from, to, MoveKind::to_knight));
        add(diagonals, Move(from, to, MoveKind::to_bishop));
        add(straight, Move(from, to, MoveKind::to_rook));
        add(straight | diagonals, Move(from, to, MoveKind::to_queen));
      }
    }
  }

  /// The first piece in a direction. Both ends are found: which of them it is would often be
  /// mispredicted.
  static Square next_piece(Square square, unsigned direction, Bits all) {
    const Bits seen = compass_rays.from[square][direction] & all;
    const int first = std::countr_zero(seen), last = 63 - std::countl_zero(seen);
    const int backward = -static_cast<int>(direction >> 2);  // all ones or zero
    return static_cast<Square>(first ^ ((first ^ last) & backward));
  }

  /// A check by the piece that moves. There is no need to look further if the king has a flight, or
  /// the piece can be taken, and no line that the move opens changes that.
  void add_check(unsigned position, Bits king, Bits attacked, Move move) {
    ++counts_.kinds[MoveKinds::checks];
    const Square from = move.from();
    const Bits lines_of_from = lines.straight[from] | lines.diagonal[from];
    const Bits opened = lines_of_from & -(sums_.slid[position] >> from & 1);
    if ((sums_.flights[position] & ~attacked & ~opened) != 0) return;
    // Who leaves a line of the king may pin the piece that would take, from either side of it.
    if ((sums_.guarded[position] & bit(move.to())) != 0 && (lines_of_from & king) == 0) return;
    counts_.kinds[MoveKinds::mates] += mates(position, move);
  }
  [[gnu::noinline]] bool mates(unsigned position, Move move) const {
    const Planes after = chess::after<Kernel>(pool_.template planes<Us>(position), Us, move);
    return is_mate<Kernel, !Us>(
        after, bit(move.to()),
        move.kind() == MoveKind::double_push ? forward(Us, move.from()) : no_square);
  }

  const PositionPool<Kernel>& pool_;
  const Sums& sums_;
  KindCounts& counts_;
};

}  // namespace plylab::chess
