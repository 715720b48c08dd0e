// What the mate solvers share: boards, material, a budget of nodes and seconds, the order of moves,
// and a table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/bitboard/fairy.h"
#include "gen/chess/board/keys.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/notation.h"
#include "gen/game/moves.h"
#include "gen/game/position.h"
#include "search/core/mate_in_one.h"
#include "search/core/position_table.h"
#include "search/mate/problem.h"

namespace plylab::search::mate {

/// The board of all solvers, so that each is compiled once: the bitboard, which can list only
/// checks, with the kernel that runs on every CPU. Faster kernels would save a few per cent of a
/// solver's time.
using Board = chess::Bitboard<chess::Magic>;

/// The board for a start: of chess, or of a variant.
template <class Start>
using BoardOf = std::conditional_t<std::is_same_v<Start, chess::ValidSetup>, Board,
                                   chess::Bitboard<chess::FairyMagic>>;

/// Material in pawns: 1, 3, 3, 5, 9, and 0 for a king.
constexpr int value_in_pawns(chess::PieceType type) {
  constexpr int values[] = {0, 3, 5, 9, 1, 3, 0};
  return values[type];
}
constexpr int value_in_pawns(chess::Piece piece) { return value_in_pawns(chess::type_of(piece)); }

/// What the move wins before any reply, in pawns: the captured piece and a promotion.
template <chess::ChessPosition Board>
int immediate_gain(const Board& board, chess::Move move) {
  const int captured = move.is_capture() ? value_in_pawns(board.piece_on(move.captured_on())) : 0;
  return captured + (move.is_promotion() ? value_in_pawns(move.promoted()) - 1 : 0);
}

/// The material of a colour less that of the other, in pawns.
template <chess::ChessPosition Board>
int material_balance(const Board& board, chess::Color color) {
  int sum = 0;
  board.for_each_piece([&](chess::Piece piece, chess::Square) {
    sum += chess::color_of(piece) == color ? value_in_pawns(piece) : -value_in_pawns(piece);
  });
  return sum;
}

/// Thrown where a limit is reached, and caught in the solver by within_limits().
struct LimitReached {};

/// Calls search(). Returns whether it ended before a limit was reached.
bool within_limits(auto&& search) {
  try {
    search();
    return true;
  } catch (const LimitReached&) {
    return false;
  }
}

/// Counts the nodes and seconds of one answer.
class Budget {
 public:
  /// Another thread may set `*done`, which is a limit, too.
  explicit Budget(const MateLimits& limits, const std::atomic<bool>* done = nullptr)
      : limits_(limits), done_(done), start_(Clock::now()), end_(limits.nodes) {}

  /// Counts a node. Throws LimitReached.
  void spend() {
    constexpr std::uint64_t between_looks = 1024;  // nodes between clock reads, which are slow
    if (nodes_ >= end_) throw LimitReached();
    if (++nodes_ % between_looks == 0 && is_late()) throw LimitReached();
  }

  /// Calls search() for a turn of at most so many nodes. Returns whether it ended before the turn.
  /// Throws LimitReached if a limit of the answer was reached.
  bool in_turn(std::uint64_t nodes, auto&& search) {
    end_ = nodes_ + std::min(nodes, limits_.nodes - nodes_);
    const bool ended = within_limits(search);
    end_ = limits_.nodes;
    if (!ended && (nodes_ >= end_ || is_late())) throw LimitReached();
    return ended;
  }

  std::uint64_t nodes() const { return nodes_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  bool is_late() const {
    return (limits_.stop && *limits_.stop) || (done_ && *done_) || seconds() > limits_.seconds;
  }

  const MateLimits limits_;
  const std::atomic<bool>* const done_;
  const Clock::time_point start_;
  std::uint64_t nodes_ = 0;
  std::uint64_t end_;  // of the turn, or of all
};

/// Adds the cost to an answer, and, if nothing was found, the status of a refutation.
inline void complete(MateAnswer& answer, const Budget& budget) {
  if (answer.status == MateStatus::unknown && answer.refuted > 0)
    answer.status = MateStatus::none_within;
  answer.nodes = budget.nodes();
  answer.seconds = budget.seconds();
}

/// A move and its rank; moves are tried from the lowest rank up, and sorted only as far as tried.
struct RankedMove {
  chess::Move move;
  std::uint16_t rank;
};
using RankedMoves = MoveList<RankedMove, 416>;

/// Of the candidates from `from` on, swaps the one of the lowest rank to that place and returns its
/// move. `from` is less than the number of candidates.
inline chess::Move next(RankedMoves& candidates, std::size_t from) {
  // Not std::min_element, which rereads the least rank for each candidate and took a seventh of the
  // time of exhaustive search.
  std::size_t best = from;
  unsigned min = candidates[from].rank;
  for (std::size_t i = from + 1; i < candidates.size(); ++i)
    if (candidates[i].rank < min) {
      min = candidates[i].rank;
      best = i;
    }
  std::swap(candidates[from], candidates[best]);
  return candidates[from].move;
}

/// Counts successes of moves by the squares that they go from and to (Schaeffer 1983).
class SuccessCounts {
 public:
  static constexpr std::uint16_t max = 0x7000;  ///< the greatest count

  std::uint16_t operator[](chess::Move move) const { return counts_[move.bits() >> 4]; }

  /// Counts a success. All counts are halved when one would exceed `max`.
  void note(chess::Move move) {
    auto& count = counts_[move.bits() >> 4];
    if (++count > max)
      for (auto& number : counts_) number = static_cast<std::uint16_t>(number / 2);
  }

 private:
  std::array<std::uint16_t, 4096> counts_{};
};

/// What is known of a position. In dfpn it may be the defender's: then there is no move.
struct MateEntry {
  chess::Move move;          ///< the mating move, if mate_within is not 0
  std::uint8_t mate_within;  ///< proved: a mate in at most this many moves; 0: not known
  std::uint8_t none_within;  ///< proved: no mate in this many moves or fewer
};

using MateTable = PositionTable<MateEntry>;

/// Whether the side to move can force its goal within n moves: by the table, or else by
/// find(entry), which returns a move that does, or Move(). Stores the result in the table.
bool forces_within(int n, const Key& key, const Budget& budget, MateTable& table, auto&& find) {
  MateEntry entry = table.find(key).value_or(MateEntry{});
  if (entry.mate_within != 0 && entry.mate_within <= n) return true;
  if (entry.none_within >= n) return false;
  const std::uint64_t start = budget.nodes();
  const chess::Move move = find(entry);
  const bool forces = move != chess::Move();
  if (forces) entry.move = move;
  (forces ? entry.mate_within : entry.none_within) = static_cast<std::uint8_t>(n);
  table.store(key, entry, budget.nodes() - start);
  return forces;
}

}  // namespace plylab::search::mate
