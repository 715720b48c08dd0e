#include <algorithm>
#include <utility>

#include "search/mate/selfmate_helpmate_search.h"

namespace plylab::search::mate {
namespace {

using chess::Move;

class Selfmate {
 public:
  Selfmate(const Board& board, Budget& budget, MateTable& table)
      : board_(board), budget_(budget), table_(table) {}

  void solve(MateSolutions& solutions, int most_moves) {
    for (int n = 1; n <= most_moves && solutions.lines.empty(); ++n) {
      solutions.moves = n;
      for (const Move key : board_.generate())
        if (forces_by(key, n)) solutions.lines.push_back(line(key, n));
      if (solutions.lines.empty()) solutions.refuted = n;
    }
    if (solutions.lines.empty()) solutions.moves = 0;
  }

 private:
  /// Whether the side to move can force the other one to mate it within n moves.
  bool can_force(int n) {
    budget_.spend();
    const Key key = board_.key();
    MateEntry entry{};
    if (const MateEntry* known = table_.find(key)) entry = *known;
    if (entry.mate_within != 0 && entry.mate_within <= n) return true;
    if (entry.none_within >= n) return false;

    const std::uint64_t start = budget_.nodes();
    const chess::Moves moves = board_.generate();
    const auto forcing =
        std::find_if(moves.begin(), moves.end(), [&](Move move) { return forces_by(move, n); });
    if (forcing != moves.end())
      entry.mate_within = static_cast<std::uint8_t>(n);
    else
      entry.none_within = static_cast<std::uint8_t>(n);
    table_.store(key, entry, budget_.nodes() - start);
    return forcing != moves.end();
  }

  /// Whether every reply to the move mates, or lets the mover force it within n − 1 moves.
  bool forces_by(Move move, int n) {
    const auto undo = board_.make(move);
    const chess::Moves replies = board_.generate();
    const bool forces =
        !replies.empty() && std::all_of(replies.begin(), replies.end(),
                                        [&](Move reply) { return reply_loses(reply, n); });
    board_.unmake(move, undo);
    return forces;
  }

  /// Whether the reply mates, or lets the mover force the mate within n − 1 moves.
  bool reply_loses(Move reply, int n) {
    const auto undo = board_.make(reply);
    const bool mated = board_.checkers() != 0 && board_.count() == 0;
    const bool loses = mated || (n > 1 && can_force(n - 1));
    board_.unmake(reply, undo);
    return loses;
  }

  /// The move that forces the mate in the fewest moves, and how many.
  std::pair<Move, int> best(int most_moves) {
    for (int n = 1; n <= most_moves; ++n)
      for (const Move move : board_.generate())
        if (forces_by(move, n)) return {move, n};
    return {};
  }

  /// The line after a move that forces the mate within n moves.
  std::vector<Move> line(Move move, int n) {
    const Board start = board_;
    std::vector<Move> moves;
    for (int left = n; move != Move();) {
      moves.push_back(move);
      board_.make(move);
      Move reply, answer;
      int longest = -1;
      for (const Move candidate : board_.generate()) {
        const auto undo = board_.make(candidate);
        const auto [next, rest] = board_.count() == 0 ? std::pair(Move(), 0) : best(left - 1);
        board_.unmake(candidate, undo);
        if (rest <= longest) continue;
        longest = rest;
        reply = candidate;
        answer = next;
      }
      moves.push_back(reply);
      board_.make(reply);
      move = answer;
      left = longest;
    }
    board_ = start;
    return moves;
  }

  Board board_;
  Budget& budget_;
  MateTable& table_;
};

}  // namespace

MateSolutions solve_selfmate(const MateProblem& problem) { return solve_all<Selfmate>(problem); }

}  // namespace plylab::search::mate
