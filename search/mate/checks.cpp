// Nielsen's mate search ("iteration 0" of Dabbaba, 1998): the attacker only gives checks, the
// defender plays any move. Each node divides its effort by the number of checks tried or of
// replies. The effort decides how many checks the next node may try: none below 2, one below 1000,
// two below 1000000. Narrow lines therefore go deeper than wide ones. At the root all checks are
// tried. The search runs in stages, to 8, 16 and 24 plies. (J. B. Nielsen, "Dabbaba", 1998.)
//
// Where the description gives no rule, this program tries three checks from 1000000 on, and one
// more for each further factor of 1000. If it finds nothing, it repeats everything with 16 times
// the effort, up to 16^5 times or, as in Dabbaba, until a third of the nodes or seconds allowed are
// spent.
//
// The order decides which checks the effort reaches. Checks that leave few replies come first, and
// among equals those from afar, which the king cannot capture; replies that capture most come
// first, as in Dabbaba. Dabbaba's own order of checks (the largest captures and moves of attacked
// men first) does not find the mate of Nielsen's second diagram in two million nodes. MATE.md
// compares the orders.
//
// With quiet captures the attacker may, from ply 10 on, also make captures that leave him with more
// material than at the start. Then the defender only recaptures or checks, for at most 6 plies. The
// result is a gain, and its line is only `found`, because other defences were not searched.
//
// With perpetual check, a line in which a position is repeated is a draw. Rounds continue after a
// draw, since a later one may find a mate.
//
// In a mate all replies are answered, so it is line_valid, but it need not be the shortest.
#include <algorithm>
#include <array>
#include <tuple>

#include "search/evaluation/men.h"
#include "search/mate/proof.h"
#include "search/mate/solver_base.h"
#include "search/mate/solvers.h"

namespace plylab::search::mate {
namespace {

using chess::Move;
using chess::Moves;

constexpr int quiet_captures_from = 10;  // ply
constexpr int quiescence_plies = 6;      // plies after a quiet capture

/// The attacker's result: mate_score − n for a mate in n moves, else `pawn` for each pawn won,
/// `draw` for perpetual check, 0 for nothing.
using Score = int;
constexpr Score draw = 1, pawn = 10, mate_score = 10'000;
constexpr bool is_mate(Score score) { return score > mate_score / 2; }

/// How many checks a node may try (Nielsen's table, continued).
int max_checks(std::uint64_t effort) {
  if (effort < 2) return 0;
  int checks = 1;
  for (; effort >= 1000; effort /= 1000) ++checks;
  return checks;
}

/// A line under construction.
struct Variation {
  std::array<Move, CheckSearch::max_plies + quiescence_plies + 2> moves;
  std::size_t size = 0;

  void set(Move first, const Variation& rest) {
    moves[0] = first;
    std::copy_n(rest.moves.begin(), rest.size, moves.begin() + 1);
    size = rest.size + 1;
  }
};

/// A check or a reply, and its place in the order.
struct Ranked {
  Move move;
  int rank;           // the lowest first
  std::uint64_t tie;  // of equal ranks the lowest first
};
using RankedList = MoveList<Ranked, 416>;

class Checks {
 public:
  Checks(const Board& board, Budget& budget, const CheckSearch& options)
      : board_(board),
        budget_(budget),
        options_(options),
        seed_(options.tie_seed.value_or(0)),
        attacker_(board.side_to_move()),
        balance_at_root_(material_balance(board, attacker_)) {}

  /// The attacker's result, with the attacker to move and `plies` plies left.
  Score attack(int plies, std::uint64_t effort, Variation& line) {
    budget_.spend();
    const int ply = depth_ - plies;
    Score best = stand_pat(ply, line);
    if (options_.perpetual && repeats(ply)) return draw;
    if (plies <= 0) return best;
    if (may_capture(ply)) best = capture(best, line);
    const RankedList checks = checks_to_try(ply, effort);
    for (const Ranked& check : checks) {
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
  template <class F>
  Score visit(Move move, F&& search) {
    const auto undo = board_.make(move);
    const Score score = search();
    board_.unmake(move, undo);
    return score;
  }

  /// Stores the shortest mate found in the position.
  void note_mate(Move move, int moves) {
    const Proof::Step* known = proof_.find(board_.key());
    if (!known || moves < known->moves) proof_.add(board_.key(), {move, moves});
  }

  /// The defender to move, in check: the worst result for the attacker.
  Score defend(int plies, std::uint64_t effort, Variation& line) {
    budget_.spend();
    line.size = 0;
    const RankedList replies =
        ranked(board_.generate(), [&](Move reply) { return -immediate_gain(board_, reply); });
    if (replies.empty()) return mate_score - 1;
    Score worst = mate_score;
    for (const Ranked& reply : replies) {
      Variation rest;
      const Score score =
          visit(reply.move, [&] { return attack(plies - 1, effort / replies.size(), rest); });
      if (score >= worst) continue;
      worst = score;
      line.set(reply.move, rest);
      if (worst <= 0) return worst;
    }
    return is_mate(worst) ? worst - 1 : worst;
  }

  RankedList checks_to_try(int ply, std::uint64_t effort) {
    RankedList checks = ranked(board_.checks(), [&](Move check) { return rank(check); });
    const auto max = static_cast<std::size_t>(max_checks(effort));
    if (ply == 0 || checks.size() <= max) return checks;
    RankedList tried;
    for (std::size_t i = 0; i < max; ++i) tried.add(checks[i]);
    return tried;
  }

  /// The moves in order of rank; equal ones as generated, or in random order by the seed.
  RankedList ranked(const Moves& moves, auto&& rank) {
    RankedList list;
    for (const Move move : moves)
      list.add({move, rank(move), options_.tie_seed ? splitmix64(seed_) : list.size()});
    std::sort(list.begin(), list.end(), [](const Ranked& a, const Ranked& b) {
      return std::tie(a.rank, a.tie) < std::tie(b.rank, b.tie);
    });
    return list;
  }

  /// The rank of a check: few replies first, then checks from afar.
  int rank(Move check) {
    const auto undo = board_.make(check);
    const int replies = static_cast<int>(board_.count());
    const chess::Square king = board_.planes().king(board_.side_to_move());
    board_.unmake(check, undo);
    return 16 * replies - king_distance(king, check.to());
  }

  /// Stores the position, with the attacker to move, and returns whether it has occurred on the
  /// path.
  bool repeats(int ply) {
    const auto here = way_.begin() + ply / 2;
    *here = board_.key();
    return std::find(way_.begin(), here, *here) != here;
  }

  bool may_capture(int ply) const { return options_.quiet_captures && ply >= quiet_captures_from; }

  Score gain() const { return pawn * (material_balance(board_, attacker_) - balance_at_root_); }

  /// What the attacker, who is to move, has won so far.
  Score stand_pat(int ply, Variation& line) const {
    line.size = 0;
    return may_capture(ply) && board_.checkers() == 0 ? std::max(0, gain()) : 0;
  }

  /// The best result of captures that win material without check.
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

  /// The gain that remains after the defender recaptures on the square or checks.
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
  const CheckSearch& options_;
  std::uint64_t seed_;
  const chess::Color attacker_;
  const int balance_at_root_;
  int depth_ = 0;
  std::array<Key, CheckSearch::max_plies / 2 + 1> way_;  // the positions with the attacker to move
  Proof proof_;
};

/// The best line found, and its round.
struct Found {
  Score score = 0;
  Variation line = {};
  CheckRound round = {};
};

/// Searches in all stages with growing effort until there is a mate or a gain; a draw is kept.
/// Throws LimitReached.
void solve(Checks& solver, const MateProblem& problem, const Budget& budget, Found& found) {
  constexpr std::uint64_t growth = 16;
  constexpr int rounds = 6;
  const CheckSearch& options = problem.checks;
  const int max = problem.max_moves == 0 ? CheckSearch::max_plies : 2 * problem.max_moves;
  std::uint64_t effort = options.effort;
  for (int round = 0; round < rounds; ++round, effort *= growth)
    for (const int stage : options.stages) {
      if (budget.nodes() > problem.limits.nodes / 3 ||
          budget.seconds() > problem.limits.seconds / 3)
        return;
      const int plies = std::min(stage, max);
      Variation line;
      solver.set_depth(plies);
      const Score score = solver.attack(plies, effort, line);
      if (score > found.score) found = {score, line, {plies, effort}};
      if (score > draw) return;
      if (stage >= max) break;
    }
}

}  // namespace

MateAnswer solve_by_checks(const MateProblem& problem) {
  Budget budget(problem.limits);
  Checks solver(Board(problem.position), budget, problem.checks);
  Found found;
  within_limits([&] { solve(solver, problem, budget, found); });
  MateAnswer answer;
  if (found.score > 0) {
    answer.status = MateStatus::found;
    answer.line.assign(found.line.moves.begin(), found.line.moves.begin() + found.line.size);
    answer.round = found.round;
  }
  if (found.score == draw) {
    answer.perpetual = true;
  } else if (is_mate(found.score)) {
    answer.moves = mate_score - found.score;
    if (auto longest = replay(problem.position, solver.proof())) {
      answer.status = MateStatus::line_valid;
      answer.moves = static_cast<int>(longest->size() + 1) / 2;
      answer.line = std::move(*longest);
      if (problem.keep_proof) answer.proof = std::make_shared<Proof>(solver.proof());
    }
  } else if (found.score > 0) {
    answer.gain = found.score / pawn;
  }
  complete(answer, budget);
  return answer;
}

}  // namespace plylab::search::mate
