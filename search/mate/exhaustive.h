// Full-width search for a mate in n moves.
//
// The attacker's moves are tried in order of the replies that they leave, checks first; the
// defender's by how often they have refuted elsewhere (Schaeffer 1983); for the last move only
// checks are listed. A table keeps what is known of positions with at least two moves to go.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "search/mate/proof.h"
#include "search/mate/solver_base.h"

namespace plylab::search::mate {

/// An AND/OR search on one board. All public functions throw LimitReached.
template <class Board>
class ExhaustiveSearch {
  using Move = chess::Move;

 public:
  ExhaustiveSearch(const Board& board, Budget& budget, MateTable& table)
      : board_(board), budget_(budget), table_(table) {}

  Board& board() { return board_; }

  /// Whether the side to move can mate in at most n moves, n > 0.
  bool attack(int n) {
    assert(n >= 1 && n <= longest_mate);
    budget_.spend();
    if (n == 1) return mate_at_once(board_) != Move();
    return forces_within(n, board_.key(), budget_, table_,
                         [&](const MateEntry& entry) { return find_mate(n, entry); });
  }

  /// Whether the side to move has replies, and each is answered by a mate in n moves, n > 0.
  bool defend(int n) {
    budget_.spend();
    RankedMoves replies;
    for (const Move move : board_.generate()) replies.add({move, rank_of(move)});
    for (std::size_t i = 0; i < replies.size(); ++i) {
      const Move reply = next(replies, i);
      const auto undo = board_.make(reply);
      const bool mates = attack(n);
      board_.unmake(reply, undo);
      if (!mates) {
        refutations_.note(reply);
        return false;
      }
    }
    return !replies.empty();
  }

  /// All moves that mate in at most n moves, in canonical order.
  std::vector<Move> keys(int n) {
    std::vector<Move> mating;
    for (const Move move : board_.generate())
      if (mates_by(move, n)) mating.push_back(move);
    std::sort(mating.begin(), mating.end());
    return mating;
  }

  /// The shortest mate from here; there must be one in at most n moves.
  Proof::Step step(int n) {
    for (int moves = 1; moves < n; ++moves)
      if (attack(moves)) return step_of(moves);
    attack(n);
    return step_of(n);
  }

 private:
  /// The move of a mate in n that attack(n) has found.
  Proof::Step step_of(int n) {
    if (n == 1) return {mate_at_once(board_), 1};
    const MateEntry* entry = table_.find(board_.key());
    return {entry->move, n};
  }

  /// Whether the move mates in at most n moves.
  bool mates_by(Move move, int n) {
    const auto undo = board_.make(move);
    const bool mates = (board_.count() == 0 && board_.checkers() != 0) || (n > 1 && defend(n - 1));
    board_.unmake(move, undo);
    return mates;
  }

  /// A move that mates in at most n moves, n > 1, or Move().
  Move find_mate(int n, const MateEntry& entry) {
    if (entry.none_within == 0)
      if (const Move mating = mate_at_once(board_); mating != Move()) return mating;
    RankedMoves candidates = attacks(n, entry.move);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Move move = next(candidates, i);
      const auto undo = board_.make(move);
      const bool mates = defend(n - 1);  // mates in one have been ruled out
      board_.unmake(move, undo);
      if (mates) return move;
    }
    return {};
  }

  /// All moves that might mate in n, ranked: checks first, then by the number of replies that they
  /// leave. With two moves left it counts replies only for checks; counting more does not pay.
  RankedMoves attacks(int n, Move first) {
    constexpr unsigned quiet = 512;  // after all checks, which leave fewer replies than that
    RankedMoves candidates;
    for (const Move move : board_.generate()) {
      const auto undo = board_.make(move);
      const bool checks = board_.checkers() != 0;
      const unsigned replies = checks || n > 2 ? board_.count() : 1;
      const unsigned rank = move == first ? 0 : replies + (checks ? 0 : quiet);
      if (replies != 0) candidates.add({move, static_cast<std::uint16_t>(rank)});
      board_.unmake(move, undo);
    }
    return candidates;
  }

  /// The rank of a reply: those that have refuted more often come first, and among equals captures.
  std::uint16_t rank_of(Move reply) const {
    return static_cast<std::uint16_t>(0xffff - 2 * refutations_[reply] -
                                      (reply.is_capture() ? 1 : 0));
  }

  Board board_;
  Budget& budget_;
  MateTable& table_;
  SuccessCounts refutations_;
};

}  // namespace plylab::search::mate
