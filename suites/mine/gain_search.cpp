#include "suites/mine/gain_search.h"

#include <algorithm>
#include <cassert>

#include "search/core/see.h"
#include "search/mate/material.h"
#include "search/mate/ranked_moves.h"
#include "suites/mine/gain.h"

namespace plylab::suites::mine {

using chess::Move;
using search::mate::Board;
using search::mate::immediate_gain;
using search::mate::mate_at_once;
using search::mate::numbered_key;
using search::mate::RankedMoves;
using search::mate::SuccessCounts;
using search::mate::value_in_pawns;

GainSearch::GainSearch(const Board& board, search::mate::Budget& budget)
    : board_(board),
      budget_(budget),
      start_(search::mate::material_balance(board, board.side_to_move())) {}

std::vector<Move> GainSearch::keys(int plies, int goal) {
  std::vector<Move> keys;
  for (const Move move : board_.generate())
    if (reaches_by(move, plies, goal)) keys.push_back(move);
  std::sort(keys.begin(), keys.end());
  return keys;
}

int GainSearch::outcome(int plies) {
  assert(plies % 2 == 1);
  if (reaches(plies, mated)) return mated;
  if (!reaches(plies, no_gain + 1)) return no_gain;
  int value = start_;
  while (!reaches(plies, value)) --value;
  return exact_from(plies, value);
}

int GainSearch::exact_from(int plies, int value) {
  while (reaches(plies, value + 1)) ++value;
  return value;
}

std::vector<Move> GainSearch::line(int plies, int outcome) {
  const Board root = board_;
  std::vector<Move> line;
  int balance = start_;
  while (plies > 0) {
    line.push_back(find(plies, balance, outcome, table_move(plies)));
    balance += play(line.back());
    if (--plies == 0) break;
    line.push_back(holding_reply(plies, balance, outcome));
    balance -= play(line.back());
    --plies;
  }
  board_ = root;
  return line;
}

bool GainSearch::attack(int n, int balance, int goal) {
  budget_.spend();
  if (n == 1) return last_move(balance, goal) != Move();
  const Key key = numbered_key(board_.key(), n);
  Bounds bounds{Move(), no_gain, mated};
  if (const Bounds* known = table_.find(key)) bounds = *known;
  if (bounds.at_least >= goal) return true;
  if (bounds.at_most < goal) return false;

  const std::uint64_t start = budget_.nodes();
  const Move move = find(n, balance, goal, bounds.move);
  if (move != Move()) {
    bounds.move = move;
    bounds.at_least = static_cast<std::int8_t>(goal);
  } else {
    bounds.at_most = static_cast<std::int8_t>(goal - 1);
  }
  table_.store(key, bounds, budget_.nodes() - start);
  return move != Move();
}

bool GainSearch::attacks_by(Move move, int n, int balance, int goal) {
  const int after = balance + immediate_gain(board_, move);
  const auto undo = board_.make(move);
  const bool reached = n == 1 ? settles(after, goal) : defend(n - 1, after, goal);
  board_.unmake(move, undo);
  return reached;
}

/// The opponent to move, n even. Against every reply.
bool GainSearch::defend(int n, int balance, int goal) {
  budget_.spend();
  if (board_.drawn_by_rule()) return false;
  const auto replies = board_.generate();
  if (replies.empty()) return board_.checkers() != 0;
  RankedMoves candidates;
  for (const Move reply : replies) candidates.add({reply, rank_of(reply, defences_)});
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Move reply = next(candidates, i);
    const int after = balance - immediate_gain(board_, reply);
    const auto undo = board_.make(reply);
    const bool reached = attack(n - 1, after, goal);
    board_.unmake(reply, undo);
    if (!reached) {
      defences_.note(reply);
      return false;
    }
  }
  return true;
}

/// Whether the quiescent balance, the opponent to move, is at least the goal.
bool GainSearch::settles(int balance, int goal) {
  budget_.spend();
  if (board_.drawn_by_rule()) return false;
  const auto replies = board_.generate();
  if (replies.empty()) return board_.checkers() != 0;
  return balance >= goal && std::none_of(replies.begin(), replies.end(), [&](Move reply) {
           return balance - immediate_gain(board_, reply) < goal &&
                  balance - search::see<value_in_pawns>(board_, reply) < goal;
         });
}

/// A move that reaches the goal in n plies, or Move(). `first` is tried first.
Move GainSearch::find(int n, int balance, int goal, Move first) {
  if (n == 1) return last_move(balance, goal);
  RankedMoves candidates;
  for (const Move move : board_.generate())
    candidates.add({move, move == first ? std::uint16_t{0} : rank_of(move, attacks_)});
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Move move = next(candidates, i);
    if (!attacks_by(move, n, balance, goal)) continue;
    attacks_.note(move);
    return move;
  }
  return {};
}

/// The same for n = 1, where without a mate only what wins enough at once can do.
Move GainSearch::last_move(int balance, int goal) {
  if (board_.drawn_by_rule()) return {};
  for (const Move move : board_.generate())
    if (balance + immediate_gain(board_, move) >= goal && attacks_by(move, 1, balance, goal))
      return move;
  return mate_at_once(board_);
}

/// What wins most at once goes first, of equals what has served more often.
std::uint16_t GainSearch::rank_of(Move move, const SuccessCounts& history) const {
  constexpr int most_won = 17;  // a queen by a pawn that becomes one
  constexpr int step = 0xffff / (most_won + 1);
  const int served = history[move] / (SuccessCounts::most / step + 1);
  return static_cast<std::uint16_t>(0xffff - immediate_gain(board_, move) * step - served);
}

/// The move that is known to reach most from here.
Move GainSearch::table_move(int n) const {
  const Bounds* known = table_.find(numbered_key(board_.key(), n));
  return known ? known->move : Move();
}

/// A reply after which n plies bring no more than the outcome.
Move GainSearch::holding_reply(int n, int balance, int outcome) {
  const auto replies = board_.generate();
  return *std::find_if(replies.begin(), replies.end(), [&](Move reply) {
    const int after = balance - immediate_gain(board_, reply);
    const auto undo = board_.make(reply);
    const bool holds = !attack(n - 1, after, outcome + 1);
    board_.unmake(reply, undo);
    return holds;
  });
}

/// Makes the move and gives what it wins at once.
int GainSearch::play(Move move) {
  const int won = immediate_gain(board_, move);
  board_.make(move);
  return won;
}

}  // namespace plylab::suites::mine
