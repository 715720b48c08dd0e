// The statistics columns of chess perft tables.
#pragma once

#include <bit>
#include <concepts>
#include <type_traits>

#include "gen/chess/chess_position.h"
#include "gen/count.h"

namespace plylab::perft {

/// How checks are counted in a table.
enum class Convention {
  wiki,  ///< as the Chess Programming Wiki prints them: every move that gives check
  split  ///< checks, discovered and double checks without the mating ones
};

/// The last moves of all paths, by what they do. Check, discovered and double include the moves
/// that mate; the `mating` counters tell how many of them do.
struct Statistics {
  Count leaves;
  Count captures;  ///< e.p. included
  Count en_passant;
  Count castles;
  Count promotions;
  Count checks;
  Count discovered;  ///< a single check, not by the piece that moved (nor by a castling rook)
  Count doubled;
  Count mates;
  Count mating_discovered;
  Count mating_doubled;

  Statistics& operator+=(const Statistics& other);
  Statistics& operator*=(Count factor);
  friend bool operator==(const Statistics&, const Statistics&) = default;

  /// The check columns in a convention.
  Count checks_in(Convention convention) const;
  Count discovered_in(Convention convention) const;
  Count doubled_in(Convention convention) const;
};

/// Calls visit(count) for each of the counters.
template <class T>
requires std::same_as<std::remove_const_t<T>, Statistics>
void for_each_count(T& total, auto&& visit) {
  visit(total.leaves);
  visit(total.captures);
  visit(total.en_passant);
  visit(total.castles);
  visit(total.promotions);
  visit(total.checks);
  visit(total.discovered);
  visit(total.doubled);
  visit(total.mates);
  visit(total.mating_discovered);
  visit(total.mating_doubled);
}

/// A walk's leaves that classify every last move: Leaves<P> for any chess generator.
struct Classify {
  using Total = Statistics;

  template <chess::ChessPosition P>
  Statistics operator()(P& position) const {
    Tally tally;
    for (const chess::Move move : position.generate()) tally.add(position, move);
    return tally.statistics();
  }

  /// The statistics of one move.
  template <chess::ChessPosition P>
  Statistics one(P position, chess::Move move) const {
    Tally tally;
    tally.add(position, move);
    return tally.statistics();
  }

 private:
  /// Plain 64-bit sums for one position's moves.
  struct Tally {
    std::uint64_t moves = 0, captures = 0, en_passant = 0, castles = 0, promotions = 0, checks = 0,
                  discovered = 0, doubled = 0, mates = 0, mating_discovered = 0, mating_doubled = 0;

    template <class P>
    void add(P& position, chess::Move move) {
      ++moves;
      captures += move.is_capture();
      en_passant += move.is_en_passant();
      castles += move.is_castle();
      promotions += move.is_promotion();
      const auto undo = position.make(move);
      if (const std::uint64_t checkers = position.checkers(); checkers != 0) {
        const bool is_double = std::popcount(checkers) > 1;
        const bool is_discovered = !is_double && (checkers & landed_on(move)) == 0;
        const bool is_mate = position.count() == 0;
        ++checks;
        discovered += is_discovered;
        doubled += is_double;
        mates += is_mate;
        mating_discovered += is_mate && is_discovered;
        mating_doubled += is_mate && is_double;
      }
      position.unmake(move, undo);
    }

    Statistics statistics() const {
      return {moves,      captures, en_passant, castles,           promotions,    checks,
              discovered, doubled,  mates,      mating_discovered, mating_doubled};
    }
  };

  /// Bit set of the square where the moved piece stands after the move; after castling that of the
  /// rook, because a king gives no check.
  static std::uint64_t landed_on(chess::Move move) {
    const chess::Color color = chess::rank_of(move.from()) == 0 ? chess::white : chess::black;
    return std::uint64_t{1} << (move.is_castle() ? chess::castled_rook(color, move.castling_side())
                                                 : move.to());
  }
};

}  // namespace plylab::perft
