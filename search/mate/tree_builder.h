// Works the tree of forced play out.
#pragma once

#include <algorithm>
#include <vector>

#include "search/mate/board.h"
#include "search/mate/composition.h"
#include "search/mate/forced_search.h"
#include "search/mate/proof.h"

namespace plylab::search::mate {

/// Builds trees by a search that knows attack(n), keys(n) and step(n): ForcedSearch, or
/// ExhaustiveSearch for direct mates. All may throw LimitReached.
template <class Search>
class TreeBuilder {
  using Move = chess::Move;

 public:
  TreeBuilder(Search& search, ForcedRules rules)
      : search_(search), board_(search.board()), rules_(rules) {}

  /// A move that forces the goal in at most n moves, and everything after it.
  FirstMove key(Move move, int n) {
    const auto undo = board_.make(move);
    FirstMove key = first_move(move, n);
    key.attack.defences = defences(n, rules_.defences(board_));
    board_.unmake(move, undo);
    return key;
  }

  /// The first moves that so many defences at most, but one at least, keep from n moves.
  std::vector<FirstMove> tries(int n, std::size_t most_refutations) {
    std::vector<FirstMove> found;
    for (const Move move : rules_.attacks(board_)) {
      const auto undo = board_.make(move);
      const auto refutations = refutations_within(n, most_refutations + 1);
      if (!refutations.empty() && refutations.size() <= most_refutations) {
        FirstMove failed = first_move(move, n);
        failed.attack.defences = defences(n, others(rules_.defences(board_), refutations));
        failed.refutations = refutations;
        found.push_back(std::move(failed));
      }
      board_.unmake(move, undo);
    }
    return found;
  }

  /// What follows if the defender begins, and all is over in the n moves of the problem. Nothing if
  /// the attacker is in check and cannot wait.
  std::vector<Defence> set_play(int n) {
    if (board_.checkers() != 0) return {};
    const auto undo = board_.make_null();
    const chess::Moves all = rules_.defences(board_);
    auto play = defences(n, others(all, refutations_within(n, all.size())));
    board_.unmake_null(undo);
    return play;
  }

  /// The line after a move that forces the goal in at most n moves, the defender holding out.
  std::vector<Move> line(Move move, int n) {
    const Board start = board_;
    std::vector<Move> moves;
    while (move != Move()) {
      moves.push_back(move);
      board_.make(move);
      Move longest, answer;
      int most = -1;
      for (const Move defence : rules_.defences(board_)) {
        const auto undo = board_.make(defence);
        const Proof::Step step = is_over() ? Proof::Step{} : search_.step(n - 1);
        board_.unmake(defence, undo);
        if (step.moves <= most) continue;
        most = step.moves;
        longest = defence;
        answer = step.move;
      }
      if (most < 0) break;
      moves.push_back(longest);
      board_.make(longest);
      move = answer;
      n = most;
    }
    board_ = start;
    return moves;
  }

 private:
  /// Whether the defence that has just been made has reached the goal, as in a selfmate.
  bool is_over() const { return rules_.by_defender() && rules_.reached(board_); }

  /// A first move that has just been made, with what it threatens.
  FirstMove first_move(Move move, int n) {
    FirstMove first{{move, {}}};
    if (n == 1 || board_.checkers() != 0 || board_.count() == 0) return first;
    const auto undo = board_.make_null();
    int moves = 1;
    while (moves < n && !search_.attack(moves)) ++moves;
    if (moves < n)
      first.threats = search_.keys(moves);
    else
      first.zugzwang = true;
    board_.unmake_null(undo);
    return first;
  }

  /// The defences and what follows each, where the attacker has begun a way of n moves.
  std::vector<Defence> defences(int n, const chess::Moves& moves) {
    std::vector<Defence> all;
    for (const Move move : moves) {
      const auto undo = board_.make(move);
      all.push_back(defence(move, n - 1));
      board_.unmake(move, undo);
    }
    return all;
  }

  /// What follows a defence that has just been made.
  Defence defence(Move move, int n) {
    if (is_over()) return {move};
    const int fastest = search_.step(n).moves;
    const auto answers = search_.keys(fastest);
    const auto undo = board_.make(answers.front());
    Attack answer{answers.front(), defences(fastest, rules_.defences(board_))};
    board_.unmake(answers.front(), undo);
    return {move, std::move(answer), {answers.begin() + 1, answers.end()}};
  }

  /// The defences that keep the attacker from n moves, of which he has made one; at most so many.
  std::vector<Move> refutations_within(int n, std::size_t most) {
    std::vector<Move> refutations;
    for (const Move move : rules_.defences(board_)) {
      if (refutations.size() == most) break;
      const auto undo = board_.make(move);
      if (!is_over() && (n == 1 || !search_.attack(n - 1))) refutations.push_back(move);
      board_.unmake(move, undo);
    }
    return refutations;
  }

  static chess::Moves others(const chess::Moves& moves, const std::vector<Move>& without) {
    chess::Moves rest;
    for (const Move move : moves)
      if (std::find(without.begin(), without.end(), move) == without.end()) rest.add(move);
    return rest;
  }

  Search& search_;
  Board& board_;
  ForcedRules rules_;
};

}  // namespace plylab::search::mate
