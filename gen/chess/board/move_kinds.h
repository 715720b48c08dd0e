// The columns of chess perft tables.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "gen/chess/board/notation.h"
#include "gen/game/move_kinds.h"

namespace plylab::chess {

/// Counts of last moves by kind (gen/game/move_kinds.h). Checks, discovered and double checks
/// include mating moves; the `mating` counts are the numbers of these.
///
/// A new statistic is a Kind, a row of `columns`, and a line in add_by_code() if the move's code
/// determines it, else in add(). The vectors of the bitboard kernels count separately: the compiler
/// reports where to add it.
struct MoveKinds {
  enum Kind : std::size_t {
    captures,  ///< e.p. included
    en_passant,
    castles,
    promotions,
    fixed_by_code,  ///< the number of kinds that the move's code determines, without the position
                    ///< after it

    checks = fixed_by_code,
    discovered,  ///< a single check, not by the piece that moved (nor by a castling rook)
    doubled,
    mates,
    mating_discovered,
    mating_doubled,
    counted,
    none = counted
  };

  /// A column: the moves of a kind, from which a convention may subtract those of another.
  struct Column : StatisticsColumn {
    Kind kind;
    Kind mating;  ///< the mating ones of these; `none` if no convention excludes them
  };
  static constexpr std::array<Column, 8> columns{{
      {{"captures", "last moves that capture, e.p. included"}, captures, none},
      {{"ep", "last moves that capture en passant"}, en_passant, none},
      {{"castles", "last moves that castle"}, castles, none},
      {{"promos", "last moves that promote"}, promotions, none},
      {{"checks", "last moves that give check, mating ones as the convention says"}, checks, mates},
      {{"disc", "single checks not by the moved piece, mating ones as the convention says"},
       discovered,
       mating_discovered},
      {{"double", "double checks, mating ones as the convention says"}, doubled, mating_doubled},
      {{"mates", "last moves that give mate"}, mates, none},
  }};

  /// The Chess Programming Wiki counts every move that gives check under checks, but excludes
  /// mating moves from discovered and double checks (startpos 9: 36095901903, 37101713, 5547231).
  /// Other sources exclude mating moves everywhere, or nowhere.
  static constexpr std::array<Convention, 3> conventions{{
      {"wiki", "checks include the mating moves, disc and double exclude them"},
      {"split", "checks, disc and double exclude the mating moves"},
      {"all", "checks, disc and double include the mating moves"},
  }};

  template <class Number>
  static std::array<Number, columns.size()> columns_in(std::size_t convention,
                                                       const std::array<Number, counted>& counts) {
    std::array<Number, columns.size()> numbers{};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Kind kind = columns[i].kind, mating = columns[i].mating;
      const bool includes_mating = convention == 2 || (convention == 0 && kind == checks);
      numbers[i] = mating == none || includes_mating ? counts[kind] : counts[kind] - counts[mating];
    }
    return numbers;
  }

  /// Adds `number` moves to the kinds that their code determines.
  static constexpr void add_by_code(MoveKind code, std::uint64_t number, auto& counts) {
    const Move move(a1, a1, code);
    counts[captures] += number * move.is_capture();
    counts[en_passant] += number * move.is_en_passant();
    counts[castles] += number * move.is_castle();
    counts[promotions] += number * move.is_promotion();
  }

  template <Board P>
  static void add(P& position, Move move, std::array<std::uint64_t, counted>& counts) {
    add_by_code(move.kind(), 1, counts);
    const auto undo = position.make(move);
    if (const std::uint64_t checkers = position.checkers(); checkers != 0) {
      const bool is_double = std::popcount(checkers) > 1;
      const bool is_discovered = !is_double && (checkers & landed_on(move)) == 0;
      const bool is_mate = position.count() == 0;
      ++counts[checks];
      counts[discovered] += is_discovered;
      counts[doubled] += is_double;
      counts[mates] += is_mate;
      counts[mating_discovered] += is_mate && is_discovered;
      counts[mating_doubled] += is_mate && is_double;
    }
    position.unmake(move, undo);
  }

 private:
  /// The square of the moved piece after the move, as a set; after castling that of the rook,
  /// because a king cannot give check.
  static std::uint64_t landed_on(Move move) {
    const Color color = rank_of(move.from()) == 0 ? white : black;
    return std::uint64_t{1} << (move.is_castle() ? castled_rook(color, move.castling_side())
                                                 : move.to());
  }
};

}  // namespace plylab::chess
