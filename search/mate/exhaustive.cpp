#include "search/mate/exhaustive.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "search/mate/solvers.h"

namespace plylab::search::mate {

using chess::Move;

template <class Board>
bool ExhaustiveSearch<Board>::attack(int n) {
  assert(n >= 1 && n <= longest_mate);
  budget_.spend();
  if (n == 1) return mate_at_once(board_) != Move();
  return forces_within(n, board_.key(), budget_, table_,
                       [&](const MateEntry& entry) { return find_mate(n, entry); });
}

template <class Board>
bool ExhaustiveSearch<Board>::defend(int n) {
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

template <class Board>
std::vector<Move> ExhaustiveSearch<Board>::keys(int n) {
  std::vector<Move> mating;
  for (const Move move : board_.generate())
    if (mates_by(move, n)) mating.push_back(move);
  std::sort(mating.begin(), mating.end());
  return mating;
}

template <class Board>
Proof::Step ExhaustiveSearch<Board>::step(int n) {
  for (int moves = 1; moves < n; ++moves)
    if (attack(moves)) return step_of(moves);
  attack(n);
  return step_of(n);
}

/// The move of a mate in n that attack(n) has found.
template <class Board>
Proof::Step ExhaustiveSearch<Board>::step_of(int n) {
  if (n == 1) return {mate_at_once(board_), 1};
  const MateEntry* entry = table_.find(board_.key());
  return {entry->move, n};
}

/// Whether the move mates in at most n moves.
template <class Board>
bool ExhaustiveSearch<Board>::mates_by(Move move, int n) {
  const auto undo = board_.make(move);
  const bool mates = (board_.count() == 0 && board_.checkers() != 0) || (n > 1 && defend(n - 1));
  board_.unmake(move, undo);
  return mates;
}

/// A move that mates in at most n moves, n > 1, or Move().
template <class Board>
Move ExhaustiveSearch<Board>::find_mate(int n, const MateEntry& entry) {
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
template <class Board>
RankedMoves ExhaustiveSearch<Board>::attacks(int n, Move first) {
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
template <class Board>
std::uint16_t ExhaustiveSearch<Board>::rank_of(Move reply) const {
  return static_cast<std::uint16_t>(0xffff - 2 * refutations_[reply] -
                                    (reply.is_capture() ? 1 : 0));
}

template class ExhaustiveSearch<BoardOf<chess::ValidSetup>>;
template class ExhaustiveSearch<BoardOf<chess::VariantSetup>>;

template <class Start>
MateAnswer solve_exhaustively(const MateProblemOf<Start>& problem) {
  MateAnswer answer;
  Budget budget(problem.limits);
  MateTable table(problem.table_bytes);
  within_limits([&] {
    ExhaustiveSearch search(BoardOf<Start>(problem.position), budget, table);
    int n = 1;
    for (; n <= problem.bound() && !search.attack(n); ++n) answer.refuted = n;
    if (n > problem.bound()) return;
    answer.status = MateStatus::found;
    answer.moves = n;
    answer.line = {search.step(n).move};
    Proof proof;
    collect_proof(search, n, proof);
    if (auto line = replay(problem.position, proof)) {
      answer.status = MateStatus::shortest;
      answer.line = std::move(*line);
    }
  });
  complete(answer, budget);
  return answer;
}

template MateAnswer solve_exhaustively(const MateProblemOf<chess::ValidSetup>&);
template MateAnswer solve_exhaustively(const MateProblemOf<chess::VariantSetup>&);

ShortestMate shortest_mate(const MateProblem& problem) {
  ShortestMate mate;
  Budget budget(problem.limits);
  MateTable table(problem.table_bytes);
  mate.complete = within_limits([&] {
    ExhaustiveSearch search(Board(problem.position), budget, table);
    int n = 1;
    for (; n <= problem.bound() && !search.attack(n); ++n) mate.refuted = n;
    if (n > problem.bound()) return;
    mate.moves = n;
    mate.keys = search.keys(n);
  });
  return mate;
}

}  // namespace plylab::search::mate
