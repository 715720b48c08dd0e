// Nielsen's mate search ("iteration 0" of Dabbaba, 1998): the attacker only gives checks, the
// defender plays any move. An effort of 16000 is divided at each node, by the number of checks
// tried or of replies, and decides how many checks the next node may try: none below 2, one below
// 1000, two below 1000000. So narrow lines go deeper than wide ones. At the root all checks are
// tried. The search is done to 8, 16 and 24 plies.
//
// Where the description is silent or leaves the choice to the program: checks that leave few
// replies go first, and of equals those that capture most; from 1000000 on three checks are tried,
// and one more with each further factor of 1000; if nothing is found, everything is repeated with
// 16 times the effort, up to 16000 * 16^5 or, as in Dabbaba, until a third of the nodes allowed are
// spent.
//
// With quiet captures the attacker may, from ply 10 on, also make captures that leave him with more
// material than at the start. Then the defender only recaptures or checks, for at most 6 plies. The
// result is a gain, and its line is only `found`: the defender has other moves than those.
//
// In a mate all replies are answered, so it is line_valid, but it need not be the shortest.
#include <algorithm>
#include <array>
#include <tuple>

#include "search/mate/proof.h"
#include "search/mate/solver_base.h"
#include "search/mate/solvers.h"

namespace plylab::search::mate {
namespace {

using chess::Move;
using chess::Moves;

constexpr int deepest = 24;              // plies
constexpr int quiet_captures_from = 10;  // ply
constexpr int quiescence_plies = 6;      // plies after a quiet capture

/// The attacker's result: 1000 − n for a mate in n moves, else the pawns won, 0 for nothing.
using Score = int;
constexpr Score mate_score = 1000;
constexpr bool is_mate(Score score) { return score > mate_score / 2; }

/// How many checks a node may try (Nielsen's table, continued).
int most_checks(std::uint64_t effort) {
  if (effort < 2) return 0;
  int checks = 1;
  for (std::uint64_t above = 1000; effort >= above; above *= 1000) ++checks;
  return checks;
}

/// A line under construction.
struct Variation {
  std::array<Move, deepest + quiescence_plies + 2> moves;
  std::size_t size = 0;

  void set(Move first, const Variation& rest) {
    moves[0] = first;
    std::copy_n(rest.moves.begin(), rest.size, moves.begin() + 1);
    size = rest.size + 1;
  }
};

struct Check {
  Move move;
  int rank;  // the lowest first
};

class Checks {
 public:
  Checks(const Board& board, Budget& budget, bool quiet_captures)
      : board_(board),
        budget_(budget),
        quiet_captures_(quiet_captures),
        attacker_(board.side_to_move()),
        balance_at_root_(material_balance(board, attacker_)) {}

  /// The attacker to move with `plies` plies left: his result.
  Score attack(int plies, std::uint64_t effort, Variation& line) {
    budget_.spend();
    const int ply = depth_ - plies;
    Score best = stand_pat(ply, line);
    if (plies <= 0) return best;
    if (may_capture(ply)) best = capture(best, line);
    const auto checks = checks_to_try(ply, effort);
    for (const Check& check : checks) {
      Variation rest;
      const Score score =
          visit(check.move, [&] { return defend(plies - 1, effort / checks.size(), rest); });
      if (score <= best) continue;
      best = score;
      line.set(check.move, rest);
      if (!is_mate(best)) continue;
      note_mate(check.move, mate_score - best);
      return best;
    }
    return best;
  }

  void set_depth(int plies) { depth_ = plies; }
  const Proof& proof() const { return proof_; }

 private:
  using CheckList = MoveList<Check, 416>;

  template <class F>
  Score visit(Move move, F&& search) {
    const auto undo = board_.make(move);
    const Score score = search();
    board_.unmake(move, undo);
    return score;
  }

  /// Keeps the shortest mate known of the position.
  void note_mate(Move move, int moves) {
    const Proof::Step* known = proof_.find(board_.key());
    if (!known || moves < known->moves) proof_.add(board_.key(), {move, moves});
  }

  /// The defender to move, in check: the worst result for the attacker.
  Score defend(int plies, std::uint64_t effort, Variation& line) {
    budget_.spend();
    const Moves replies = board_.generate();
    line.size = 0;
    if (replies.empty()) return mate_score - 1;
    Score worst = mate_score;
    for (const Move reply : replies) {
      Variation rest;
      const Score score =
          visit(reply, [&] { return attack(plies - 1, effort / replies.size(), rest); });
      if (score >= worst) continue;
      worst = score;
      line.set(reply, rest);
      if (worst <= 0) return worst;
    }
    return is_mate(worst) ? worst - 1 : worst;
  }

  CheckList checks_to_try(int ply, std::uint64_t effort) {
    const Moves checks = board_.checks();
    CheckList ranked;
    for (const Move move : checks) ranked.add({move, rank(move)});
    std::sort(ranked.begin(), ranked.end(), [](const Check& a, const Check& b) {
      return std::tie(a.rank, a.move) < std::tie(b.rank, b.move);
    });
    const auto most = static_cast<std::size_t>(most_checks(effort));
    if (ply == 0 || ranked.size() <= most) return ranked;
    CheckList tried;
    for (std::size_t i = 0; i < most; ++i) tried.add(ranked[i]);
    return tried;
  }

  /// Few replies first, then what captures most.
  int rank(Move move) {
    const int captured =
        move.is_capture() ? value_in_pawns(board_.piece_on(move.captured_on())) : 0;
    const auto undo = board_.make(move);
    const int replies = static_cast<int>(board_.count());
    board_.unmake(move, undo);
    return 16 * replies - captured;
  }

  bool may_capture(int ply) const { return quiet_captures_ && ply >= quiet_captures_from; }

  int gain() const { return material_balance(board_, attacker_) - balance_at_root_; }

  /// What the attacker, who is to move, has won so far.
  Score stand_pat(int ply, Variation& line) const {
    line.size = 0;
    return may_capture(ply) && board_.checkers() == 0 ? std::max(0, gain()) : 0;
  }

  /// The best of the captures that win material and do not check.
  Score capture(Score best, Variation& line) {
    for (const Move move : board_.generate()) {
      if (!move.is_capture()) continue;
      Variation rest;
      const Score score = visit(move, [&] {
        return gain() <= best ? best : quiesce_defender(move.to(), quiescence_plies, rest);
      });
      if (score <= best) continue;
      best = score;
      line.set(move, rest);
    }
    return best;
  }

  /// What is left of the gain after the defender recaptures on the square or checks.
  Score quiesce_defender(chess::Square square, int plies, Variation& line) {
    budget_.spend();
    line.size = 0;
    Score worst = gain();
    if (plies == 0) return worst;
    const Moves checks = board_.checks();
    for (const Move reply : board_.generate()) {
      const bool checks_us = std::find(checks.begin(), checks.end(), reply) != checks.end();
      if (!checks_us && !(reply.is_capture() && reply.to() == square)) continue;
      Variation rest;
      const Score score = visit(reply, [&] { return quiesce_attacker(square, plies - 1, rest); });
      if (score >= worst) continue;
      worst = score;
      line.set(reply, rest);
    }
    return worst;
  }

  /// The attacker keeps what he has, captures on the square again, or gets out of check.
  Score quiesce_attacker(chess::Square square, int plies, Variation& line) {
    budget_.spend();
    line.size = 0;
    const bool in_check = board_.checkers() != 0;
    Score best = in_check ? -mate_score : gain();
    if (plies == 0) return best;
    for (const Move move : board_.generate()) {
      if (!in_check && !(move.is_capture() && move.to() == square)) continue;
      Variation rest;
      const Score score = visit(move, [&] { return quiesce_defender(move.to(), plies - 1, rest); });
      if (score <= best) continue;
      best = score;
      line.set(move, rest);
    }
    return best;
  }

  Board board_;
  Budget& budget_;
  const bool quiet_captures_;
  const chess::Color attacker_;
  const int balance_at_root_;
  int depth_ = deepest;
  Proof proof_;
};

/// Searches to all depths with growing effort until there is a mate or a gain.
Score solve(Checks& solver, const MateProblem& problem, const Budget& budget, Variation& line) {
  constexpr std::uint64_t first_effort = 16'000, growth = 16;
  constexpr int rounds = 6;
  const int most_plies = problem.most_moves == 0 ? deepest : 2 * problem.most_moves;
  std::uint64_t effort = first_effort;
  for (int round = 0; round < rounds; ++round, effort *= growth)
    for (const int depth : {8, 16, deepest}) {
      if (budget.nodes() > problem.limits.nodes / 3) return 0;
      solver.set_depth(std::min(depth, most_plies));
      const Score score = solver.attack(std::min(depth, most_plies), effort, line);
      if (score > 0) return score;
      if (depth >= most_plies) break;
    }
  return 0;
}

}  // namespace

MateAnswer solve_by_checks(const MateProblem& problem) {
  MateAnswer answer;
  Budget budget(problem.limits);
  within_limits([&] {
    Checks solver(Board(problem.position), budget, problem.quiet_captures);
    Variation line;
    const Score score = solve(solver, problem, budget, line);
    if (score <= 0) return;
    answer.status = MateStatus::found;
    answer.line.assign(line.moves.begin(), line.moves.begin() + line.size);
    if (!is_mate(score)) {
      answer.gain = score;
      return;
    }
    answer.moves = mate_score - score;
    if (auto longest = replay(problem.position, solver.proof())) {
      answer.status = MateStatus::line_valid;
      answer.moves = static_cast<int>(longest->size() + 1) / 2;
      answer.line = std::move(*longest);
    }
  });
  complete(answer, budget);
  return answer;
}

}  // namespace plylab::search::mate
