// History that forgets: how well quiet moves have done lately, alone and as answers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "gen/chess/board/move.h"
#include "gen/chess/board/notation.h"
#include "search/core/path.h"

namespace plylab::search {

/// The piece that the move leaves on its target; a promoted pawn counts as a pawn.
template <chess::ChessPosition P>
PieceTarget piece_target(const P& position, chess::Move move) {
  return static_cast<PieceTarget>(position.piece_on(move.from())) << 6 | move.to();
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
  /// No score is beyond.
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
