// Counts the legal moves by kind, most of them in bulk: makes only moves that may give check.
#pragma once

#include <cstdint>

#include "gen/chess/bitboard/checks.h"
#include "gen/chess/bitboard/lanes.h"
#include "gen/chess/bitboard/moves.h"
#include "gen/chess/board/move_kinds.h"
#include "gen/game/move_kinds.h"

namespace plylab::chess {

/// Whether the side Us, whose king these pieces check, has no move. `en_passant` is the e.p. square
/// or no_square; a capture there need not be legal.
template <class Kernel, Color Us>
bool is_mate(const PlanesOf<Kernel>& planes, Bits checkers, Square en_passant) {
  const Square king_square = planes.king(Us);
  const Bits own = planes.of(Us), enemy = planes.of(!Us);
  // Without the king on its square, so that it cannot flee along a line of attack.
  const Bits without_king = planes.occupied() ^ bit(king_square);
  for (Square to : each(king_attacks<Kernel>(planes, king_square) & ~own))
    if ((attackers<Kernel>(planes, to, without_king) & enemy) == 0) return false;
  if (!has_one(checkers)) return true;

  CountSink sink;
  visit_piece_moves<Kernel, Us>(
      planes, king_safety<Kernel, Us>(planes).pinned,
      checkers | between<Kernel>(planes, king_square, first_square(checkers)), sink);
  if (sink.total != 0) return false;
  if (en_passant != no_square)
    for (Square from : each(pawn_attacks(!Us, bit(en_passant)) & planes.pawns() & own))
      if (en_passant_is_legal<Kernel>(planes, from, en_passant)) return false;
  return true;
}

/// Counts the moves of the side Us by kind, as MoveKinds::add() does one by one.
template <class Kernel, Color Us>
class KindSink {
 public:
  unsigned moves = 0;
  std::uint64_t counts[MoveKinds::counted] = {};

  /// `squares` must be those of the position, and outlive the sink.
  KindSink(const PlanesOf<Kernel>& planes, const CheckSquares<Kernel, Us>& squares)
      : planes_(planes), squares_(squares) {}

  void add(Square from, Bits targets, Bits enemy) {
    const unsigned captures = popcount(targets & enemy);
    moves += popcount(targets);
    MoveKinds::add_by_code(MoveKind::capture, captures, counts);
    MoveKinds::add_by_code(MoveKind::quiet, popcount(targets) - captures, counts);
    const Bits direct = targets & squares_.from[type_of(planes_.on(from))];
    if ((squares_.screens & bit(from)) == 0) {
      for (Square to : each(direct)) add_direct_check(Move(from, to));
      return;
    }
    Bits checking = direct | (targets & squares_.uncovering(from));
    if constexpr (is_fairy<Kernel>)  // a knight may leap along the line that it closes
      if (planes_.knights() & bit(from)) checking = targets;
    for (Square to : each(checking)) look_for_check(Move(from, to));
  }
  /// The kind of a pawn's move, from its step, a compile-time constant.
  template <int Step>
  static constexpr MoveKind kind_of_step = Step % 16 == 0  ? MoveKind::double_push
                                           : Step % 8 == 0 ? MoveKind::quiet
                                                           : MoveKind::capture;
  template <int Step>
  void add_pawns(Bits targets, MoveKind kind) {
    moves += popcount(targets);
    MoveKinds::add_by_code(kind_of_step<Step>, popcount(targets), counts);
    const Bits uncovering = shifted<Step>(squares_.screens & planes_.pawns());
    for (Square to : each(targets & (squares_.from[pawn] | uncovering))) {
      const Move move(static_cast<Square>(to - Step), to, kind);
      (uncovering & bit(to)) != 0 ? look_for_check(move) : add_direct_check(move);
    }
  }
  template <int Step>
  void add_promotions(Bits targets, MoveKind kind) {
    const unsigned promotions = 4 * popcount(targets);
    moves += promotions;
    MoveKinds::add_by_code(Step % 8 == 0 ? MoveKind::to_knight : MoveKind::capture_to_knight,
                           promotions, counts);
    // The new piece also attacks back through the square that it left.
    const Bits in_line = squares_.from[queen] | squares_.from[knight] |
                         shifted<Step>(squares_.from[queen] | squares_.screens);
    for (Square to : each(targets & in_line))
      for (int piece = 0; piece < 4; ++piece)
        look_for_check(Move(static_cast<Square>(to - Step), to,
                            static_cast<MoveKind>(static_cast<int>(kind) + piece)));
  }
  /// Adds castling or a capture en passant.
  void add(Move move) {
    ++moves;
    MoveKinds::add_by_code(move.kind(), 1, counts);
    look_for_check(move);
  }

 private:
  static unsigned popcount(Bits bits) { return static_cast<unsigned>(std::popcount(bits)); }

  /// Makes the move, and counts the check that it gives.
  [[gnu::noinline]] void look_for_check(Move move) {
    const PlanesOf<Kernel> after = chess::after<Kernel>(planes_, Us, move);
    const Bits checkers = attackers<Kernel>(after, squares_.king, after.occupied()) & after.of(Us);
    if (checkers != 0) add_check(after, checkers, move);
  }
  /// Counts a move whose piece gives the only check.
  [[gnu::noinline]] void add_direct_check(Move move) {
    add_check(chess::after<Kernel>(planes_, Us, move), bit(move.to()), move);
  }
  void add_check(const PlanesOf<Kernel>& after, Bits checkers, Move move) {
    static_assert(MoveKinds::counted - MoveKinds::checks == 6,
                  "only these kinds of checks are counted here, and by CheckCounter");
    const Square landed = move.is_castle() ? castled_rook(Us, move.castling_side()) : move.to();
    const bool is_double = !has_one(checkers);
    const bool is_discovered = !is_double && (checkers & bit(landed)) == 0;
    const bool mates = is_mate<Kernel, !Us>(
        after, checkers,
        move.kind() == MoveKind::double_push ? forward(Us, move.from()) : no_square);
    ++counts[MoveKinds::checks];
    counts[MoveKinds::discovered] += is_discovered;
    counts[MoveKinds::doubled] += is_double;
    counts[MoveKinds::mates] += mates;
    counts[MoveKinds::mating_discovered] += mates && is_discovered;
    counts[MoveKinds::mating_doubled] += mates && is_double;
  }

  const PlanesOf<Kernel>& planes_;
  const CheckSquares<Kernel, Us>& squares_;
};

/// Counts of moves of some positions by kind.
struct KindCounts {
  std::array<std::uint64_t, MoveKinds::counted> kinds{};
  ShortPaths paths;

  void add(const auto& sink) {
    paths.full += sink.moves;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) kinds[kind] += sink.counts[kind];
  }
  /// Adds the counts to `total`, and returns the number of paths.
  ShortPaths add_to(std::array<std::uint64_t, MoveKinds::counted>& total) const {
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) total[kind] += kinds[kind];
    return paths;
  }
};

}  // namespace plylab::chess
