// Full-width search for a mate in n moves.
//
// The attacker's moves are tried in order of the replies that they leave, checks first; the
// defender's by how often they have refuted elsewhere (Schaeffer 1983), after a look whether the
// table knows one that refutes (Plaat et al. 1996). The table keeps what is known of positions with
// at least two moves to go. Mates in two and in one are searched without a board (mate_in_two.h).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "search/mate/mate_in_two.h"
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
    const chess::Moves all = board_.generate();
    RankedMoves replies;
    for (const Move move : all) {
      const MateEntry known = n > 1 ? known_after(move) : MateEntry{};
      if (known.none_within >= n) {
        refutations_.note(move);
        return false;
      }
      if (known.mate_within == 0 || known.mate_within > n)
        replies.add({move, refutations_.rank(move)});
    }
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
    return !all.empty();
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
    return {table_.find(board_.key())->move, n};
  }

  /// What the table knows of the position after the move.
  MateEntry known_after(Move move) {
    const auto undo = board_.make(move);
    const MateEntry known = table_.find(board_.key()).value_or(MateEntry{});
    board_.unmake(move, undo);
    return known;
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
    if (n == 2) return mate_in_two();
    RankedMoves candidates = attacks(entry.move);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Move move = next(candidates, i);
      const auto undo = board_.make(move);
      const bool mates = defend(n - 1);  // mates in one have been ruled out
      board_.unmake(move, undo);
      if (mates) return move;
    }
    return {};
  }

  /// A move that mates in two, or Move(). A mate in one has been ruled out.
  Move mate_in_two() {
    const auto position = placement(board_);
    using Kernel = SlidersFor<std::remove_cvref_t<decltype(position.planes)>>;
    return board_.side_to_move() == chess::white
               ? MateInTwo<Kernel, chess::white>(budget_, late_refutations_).find(position)
               : MateInTwo<Kernel, chess::black>(budget_, late_refutations_).find(position);
  }

  /// All moves that might mate in more than two, ranked: checks first, then by the number of
  /// replies that they leave.
  RankedMoves attacks(Move first) {
    constexpr unsigned quiet = 512;  // after all checks, which leave fewer replies than that
    RankedMoves candidates;
    for (const Move move : board_.generate()) {
      const auto undo = board_.make(move);
      const bool checks = board_.checkers() != 0;
      const unsigned replies = board_.count();
      const unsigned rank = move == first ? 0 : replies + (checks ? 0 : quiet);
      if (replies != 0) candidates.add({move, static_cast<std::uint16_t>(rank)});
      board_.unmake(move, undo);
    }
    return candidates;
  }

  Board board_;
  Budget& budget_;
  MateTable& table_;
  RefutationCounts refutations_;  // with more than two moves to go
  Refutations late_refutations_;
};

}  // namespace plylab::search::mate
