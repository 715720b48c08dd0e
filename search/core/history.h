// Recent success of quiet moves: killers, the history heuristic, and history with gravity.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "gen/chess/board/move.h"
#include "gen/chess/board/notation.h"
#include "search/base/value.h"
#include "search/core/path.h"

namespace plylab::search {

/// Two killer moves a ply: quiet moves that cut there lately and may do so again (Akl and Newborn,
/// "The principal continuation and the killer heuristic", ACM 1977). The newer one comes first, or
/// with `by_count` the one that has cut more often: a new move then replaces the other, as in
/// RDChess.
class Killers {
 public:
  explicit Killers(bool by_count = false) : by_count_(by_count) {}

  void learn(int ply, chess::Move move) {
    auto& pair = pairs_[static_cast<std::size_t>(ply)];
    if (by_count_) return count(move, pair, counts_[static_cast<std::size_t>(ply)]);
    if (pair[0] == move) return;
    pair[1] = pair[0];
    pair[0] = move;
  }

  /// 2 for the first killer of the ply, 1 for the second one, 0 for other moves.
  int rank(int ply, chess::Move move) const {
    const auto& pair = pairs_[static_cast<std::size_t>(ply)];
    return move == pair[0] ? 2 : move == pair[1] ? 1 : 0;
  }

 private:
  using Pair = std::array<chess::Move, 2>;
  using Counts = std::array<std::uint32_t, 2>;

  static void count(chess::Move move, Pair& pair, Counts& counts) {
    if (pair[0] == move) {
      ++counts[0];
      return;
    }
    if (pair[1] != move) {
      pair[1] = move;
      counts[1] = 0;
    }
    if (++counts[1] <= counts[0]) return;
    std::swap(pair[0], pair[1]);
    std::swap(counts[0], counts[1]);
  }

  bool by_count_;
  std::array<Pair, max_ply> pairs_{};
  std::array<Counts, max_ply> counts_{};  // how often they have cut, if that matters
};

/// How often quiet moves were best or cut, by side, origin and target; deep nodes count for more
/// (Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983). The weight is the square of the
/// depth, and all counts are halved before one passes the limit.
class ButterflyHistory {
 public:
  static constexpr int limit = 1 << 16;

  void learn(chess::Color side, chess::Move move, int depth) {
    int& count = at(side, move);
    count += depth * depth;
    if (count < limit) return;
    for (auto& side_counts : counts_)
      for (int& each : side_counts) each /= 2;
  }

  int score(chess::Color side, chess::Move move) const {
    return counts_[chess::index(side)][place(move)];
  }

 private:
  static std::size_t place(chess::Move move) { return move.bits() >> 4; }
  int& at(chess::Color side, chess::Move move) { return counts_[chess::index(side)][place(move)]; }

  std::array<std::array<int, 64 * 64>, 2> counts_{};
};

/// The piece that the move leaves on its target; a promoted pawn counts as a pawn.
template <chess::AnyChessPosition P>
PieceTarget piece_target(const P& position, chess::Move move) {
  return (static_cast<PieceTarget>(position.piece_on(move.from())) << 6) | move.to();
}

/// A score between −limit and limit that moves towards the limit by less the nearer it is (the
/// "gravity" of Stockfish's history).
class HistoryEntry {
 public:
  static constexpr int limit = 1 << 13;

  void learn(int bonus) {
    score_ = static_cast<std::int16_t>(score_ + bonus - score_ * std::abs(bonus) / limit);
  }
  int score() const { return score_; }

 private:
  std::int16_t score_ = 0;
};

/// Scores of quiet moves: by side, origin and target, and, if `continuation`, by the piece and its
/// target as an answer to the last move and as a sequel to the move before that (the countermove
/// heuristic of Uiterwijk, ICCA Journal 15(1), 1992, as a table of scores).
class QuietHistory {
 public:
  /// The bound of scores.
  static constexpr int limit = 3 * HistoryEntry::limit;

  QuietHistory(bool alone, bool continuation) : alone_on_(alone), continuation_on_(continuation) {}

  int score(chess::Color side, chess::Move move, PieceTarget own, PreviousMoves previous) const {
    int sum = 0;
    if (alone_on_) sum += alone_[chess::index(side)][place(move)].score();
    if (continuation_on_)
      sum += answers_[previous.last][own].score() + sequels_[previous.one_before][own].score();
    return sum;
  }

  /// The move cut at this depth, or (`good` false) was tried before one that did.
  void learn(chess::Color side, chess::Move move, PieceTarget own, PreviousMoves previous,
             int depth, bool good) {
    const int weight = std::min(160 * depth - 80, 1600);
    const int bonus = good ? weight : -weight;
    if (alone_on_) alone_[chess::index(side)][place(move)].learn(bonus);
    if (!continuation_on_) return;
    answers_[previous.last][own].learn(bonus);
    sequels_[previous.one_before][own].learn(bonus);
  }

 private:
  static std::size_t place(chess::Move move) { return move.bits() >> 4; }

  using ByMove = std::array<std::array<HistoryEntry, piece_targets>, piece_targets>;

  bool alone_on_, continuation_on_;
  std::array<std::array<HistoryEntry, 64 * 64>, 2> alone_{};
  ByMove answers_{}, sequels_{};
};

}  // namespace plylab::search
