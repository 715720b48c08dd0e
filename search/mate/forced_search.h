// Full-width search of forced play for any aim and goal.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "search/mate/composition.h"
#include "search/mate/kingless_board.h"
#include "search/mate/proof.h"
#include "search/mate/solver_base.h"

namespace plylab::search::mate {

/// The rules of play in which one side, the attacker, forces that itself or the other side, the
/// defender, reaches a goal: which moves count, and when the goal is reached.
class ForcedRules {
 public:
  ForcedRules(Aim aim, Goal goal) : aim_(aim), goal_(goal) {}

  /// Whether it is the defender who reaches the goal.
  bool by_defender() const { return aim_ != Aim::direct; }

  /// Whether the last move has reached the goal.
  template <class Board>
  bool reached(const Board& board) const {
    return (board.checkers() != 0) == (goal_ == Goal::mate) && board.count() == 0;
  }

  /// Whether the move of the side to move reaches the goal.
  template <class Board>
  bool reaches(Board& board, chess::Move move) const {
    const auto undo = board.make(move);
    const bool reaches = reached(board);
    board.unmake(move, undo);
    return reaches;
  }

  /// The moves of the side to move that reach the goal at once.
  template <class Board>
  chess::Moves finals(Board& board) const {
    chess::Moves found;
    if constexpr (!std::is_same_v<Board, KinglessBoard>)
      if (goal_ == Goal::mate && mate_at_once(board) == chess::Move()) return found;
    for (const chess::Move move : goal_ == Goal::mate ? board.checks() : board.generate())
      if (reaches(board, move)) found.add(move);
    return found;
  }

  /// The attacker's moves; none in a reflexmate if he could reach the goal himself.
  template <class Board>
  chess::Moves attacks(Board& board) const {
    if (aim_ == Aim::reflex && !finals(board).empty()) return {};
    return board.generate();
  }

  /// The defender's moves; only those that reach the goal if he must play one of them.
  template <class Board>
  chess::Moves defences(Board& board) const {
    if (const chess::Moves forced = forced_finals(board); !forced.empty()) return forced;
    return board.generate();
  }

  /// In a reflexmate or a semi-reflexmate, the defender's moves that reach the goal: he must play
  /// one of them.
  template <class Board>
  chess::Moves forced_finals(Board& board) const {
    const bool must = aim_ == Aim::reflex || aim_ == Aim::semi_reflex;
    return must ? finals(board) : chess::Moves();
  }

 private:
  Aim aim_;
  Goal goal_;
};

/// Whether the goal can be forced in n moves: selfmates, reflexmates, stalemates. For direct mates
/// ExhaustiveSearch is faster: it knows that only checks mate. All public functions throw
/// LimitReached.
class ForcedSearch {
  using Move = chess::Move;

 public:
  ForcedSearch(const Board& board, ForcedRules rules, Budget& budget, MateTable& table)
      : board_(board), rules_(rules), budget_(budget), table_(table) {}

  Board& board() { return board_; }

  /// Whether the side to move can force the goal in at most n moves, n > 0.
  bool attack(int n) {
    budget_.spend();
    return forces_within(n, board_.key(), budget_, table_, [&](const MateEntry&) {
      const chess::Moves moves = rules_.attacks(board_);
      const auto forcing =
          std::find_if(moves.begin(), moves.end(), [&](Move move) { return forces_by(move, n); });
      return forcing == moves.end() ? Move() : *forcing;
    });
  }

  /// All moves that force it in at most n moves, in canonical order.
  std::vector<Move> keys(int n) {
    std::vector<Move> forcing;
    for (const Move move : rules_.attacks(board_))
      if (forces_by(move, n)) forcing.push_back(move);
    std::sort(forcing.begin(), forcing.end());
    return forcing;
  }

  /// The fastest way from here; there must be one of at most n moves.
  Proof::Step step(int n) {
    int moves = 1;
    while (moves < n && !attack(moves)) ++moves;
    const chess::Moves candidates = rules_.attacks(board_);
    const auto first = std::find_if(candidates.begin(), candidates.end(),
                                    [&](Move move) { return forces_by(move, moves); });
    return {*first, moves};
  }

 private:
  /// Whether the move forces the goal within n moves, itself included.
  bool forces_by(Move move, int n) {
    const auto undo = board_.make(move);
    const bool forces =
        rules_.by_defender() ? all_lose(n) : rules_.reached(board_) || (n > 1 && all_lose(n));
    board_.unmake(move, undo);
    return forces;
  }

  /// Whether there are defences, and none holds out for more than n moves. The defences that have
  /// refuted most often elsewhere are tried first.
  bool all_lose(int n) {
    RankedMoves defences;
    for (const Move move : rules_.defences(board_))
      defences.add({move, static_cast<std::uint16_t>(SuccessCounts::max - refutations_[move])});
    for (std::size_t i = 0; i < defences.size(); ++i) {
      const Move defence = next(defences, i);
      if (!loses_by(defence, n)) {
        refutations_.note(defence);
        return false;
      }
    }
    return !defences.empty();
  }

  /// Whether the defence reaches the goal, if it should, or lets it be forced within n - 1 moves.
  bool loses_by(Move defence, int n) {
    const auto undo = board_.make(defence);
    const bool loses = (rules_.by_defender() && rules_.reached(board_)) || (n > 1 && attack(n - 1));
    board_.unmake(defence, undo);
    return loses;
  }

  Board board_;
  ForcedRules rules_;
  Budget& budget_;
  MateTable& table_;
  SuccessCounts refutations_;
};

}  // namespace plylab::search::mate
