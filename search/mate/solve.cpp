// Solves chess problems completely: all keys or lines, and the tree of forced play.
#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "search/mate/composition.h"
#include "search/mate/exhaustive.h"
#include "search/mate/forced_search.h"
#include "search/mate/kingless_board.h"
#include "search/mate/line_search.h"

namespace plylab::search::mate {
namespace {

using chess::Move;

bool contains(const std::vector<Move>& moves, Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

std::vector<Move> without(const auto& moves, const std::vector<Move>& others) {
  std::vector<Move> rest;
  for (const Move move : moves)
    if (!contains(others, move)) rest.push_back(move);
  return rest;
}

/// Builds trees by means of a search with attack(n), keys(n) and step(n): ForcedSearch, or
/// ExhaustiveSearch for direct mates. Every function may throw LimitReached.
template <class Search>
class TreeBuilder {
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

  /// The first moves that one to `max_refutations` defences keep from the goal in n moves.
  std::vector<FirstMove> tries(int n, std::size_t max_refutations) {
    std::vector<FirstMove> found;
    for (const Move move : rules_.attacks(board_)) {
      const auto undo = board_.make(move);
      const auto refutations = refutations_within(n, max_refutations + 1);
      if (!refutations.empty() && refutations.size() <= max_refutations) {
        FirstMove failed = first_move(move, n);
        failed.attack.defences = defences(n, without(rules_.defences(board_), refutations));
        failed.refutations = refutations;
        found.push_back(std::move(failed));
      }
      board_.unmake(move, undo);
    }
    return found;
  }

  /// If the defender began: his moves after which the goal is reached within the n moves of the
  /// problem. Empty if the attacker is in check.
  std::vector<Defence> set_play(int n) {
    if (board_.checkers() != 0) return {};
    const auto undo = board_.make_null();
    const chess::Moves all = rules_.defences(board_);
    auto play = defences(n, without(all, refutations_within(n, all.size())));
    board_.unmake_null(undo);
    return play;
  }

  /// The line that begins with a move that forces the goal in at most n moves; the defender holds
  /// out as long as he can.
  std::vector<Move> line(Move move, int n) {
    const Board start = board_;
    std::vector<Move> moves;
    while (move != Move()) {
      moves.push_back(move);
      board_.make(move);
      Move longest, answer;
      int max = -1;
      for (const Move defence : rules_.defences(board_)) {
        const auto undo = board_.make(defence);
        const Proof::Step step = is_over() ? Proof::Step{} : search_.step(n - 1);
        board_.unmake(defence, undo);
        if (step.moves <= max) continue;
        max = step.moves;
        longest = defence;
        answer = step.move;
      }
      if (max < 0) break;
      moves.push_back(longest);
      board_.make(longest);
      move = answer;
      n = max;
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

  /// The defences and what follows each; the attacker has made the first of n moves.
  std::vector<Defence> defences(int n, const auto& moves) {
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

  /// The defences after which the attacker, who has made the first of n moves, does not reach the
  /// goal in time; at most `max` of them.
  std::vector<Move> refutations_within(int n, std::size_t max) {
    std::vector<Move> refutations;
    for (const Move move : rules_.defences(board_)) {
      if (refutations.size() == max) break;
      const auto undo = board_.make(move);
      if (!is_over() && (n == 1 || !search_.attack(n - 1))) refutations.push_back(move);
      board_.unmake(move, undo);
    }
    return refutations;
  }

  Search& search_;
  Board& board_;
  ForcedRules rules_;
};

/// Solves direct mates, selfmates and other stipulations with the search for each.
template <class Search>
class ForcedSolver {
 public:
  ForcedSolver(const Composition& composition, Search search, ForcedRules rules)
      : composition_(composition), search_(std::move(search)), builder_(search_, rules) {}

  void solve(Solution& solution) {
    const Stipulation& demanded = composition_.stipulation;
    const int max = demanded.has_length() ? demanded.moves : longest_mate;
    int shortest = 1;
    for (; shortest <= max && !search_.attack(shortest); ++shortest)
      solution.refuted = demanded.in(shortest);
    if (!demanded.has_length() && shortest <= max) solution.stipulation = demanded.in(shortest);
    if (!solution.stipulation.has_length()) return;
    const int moves = solution.stipulation.moves;
    std::vector<Move> earlier;  // keys that solve the problem sooner
    for (int now = shortest; now <= moves; ++now) {
      std::vector<Move> keys = search_.keys(now);
      add(without(keys, earlier), now, solution);
      earlier = std::move(keys);
    }
    if (composition_.set_play) solution.tree.set_play = builder_.set_play(moves);
    if (composition_.tries)
      solution.tree.tries = builder_.tries(moves, composition_.max_refutations);
  }

 private:
  /// Adds the keys that solve the problem in exactly `moves` moves.
  void add(const std::vector<Move>& keys, int moves, Solution& solution) {
    if (moves < solution.stipulation.moves) {
      if (keys.empty()) return;
      auto& lines =
          solution.shorter.emplace_back(ShortSolutions{solution.stipulation.in(moves)}).lines;
      for (const Move key : keys) {
        if (lines.size() == composition_.max_solutions) throw LimitReached();
        lines.push_back(builder_.line(key, moves));
      }
      return;
    }
    for (const Move key : keys) {
      if (solution.lines.size() == composition_.max_solutions) throw LimitReached();
      solution.lines.push_back(builder_.line(key, moves));
      if (composition_.tree) solution.tree.keys.push_back(builder_.key(key, moves));
    }
  }

  const Composition& composition_;
  Search search_;
  TreeBuilder<Search> builder_;
};

/// Help and series play: the lines of each length up to the one demanded; without one, of the
/// shortest length that has any.
template <class Board>
void solve_lines(const Composition& composition, LineSearch<Board> search, Solution& solution) {
  const Stipulation& demanded = composition.stipulation;
  const std::size_t max = composition.max_solutions;
  const int longest = demanded.has_length() ? demanded.moves : longest_mate;
  bool any = false;
  for (int moves = demanded.min_moves(); moves <= longest; ++moves) {
    const Stipulation now = demanded.in(moves);
    const bool is_short = moves < demanded.moves;
    auto& lines =
        is_short ? solution.shorter.emplace_back(ShortSolutions{now}).lines : solution.lines;
    search.add_lines(now, max, lines);
    any |= !lines.empty();
    if (!any) solution.refuted = now;
    if (any && !demanded.has_length()) {
      solution.stipulation = now;
      break;
    }
  }
  if (composition.set_play && solution.stipulation.has_length())
    search.add_set_play(solution.stipulation, max, solution.set_lines);
}

void solve(const Composition& composition, Budget& budget, Solution& solution) {
  const Stipulation& demanded = composition.stipulation;
  assert(composition.position.has_king(demanded.mated_side(composition.position.setup().side)));
  MateTable table(composition.table_bytes);
  if (!composition.position.has_both_kings() && demanded.has_lines()) {
    const KinglessBoard board(composition.position);
    return solve_lines(composition, LineSearch(board, demanded, budget, table), solution);
  }
  const Board board(composition.position.in_chess());
  const ForcedRules rules(demanded.aim, demanded.goal);
  if (demanded.has_lines())
    solve_lines(composition, LineSearch(board, demanded, budget, table), solution);
  else if (demanded.is_direct_mate())
    ForcedSolver(composition, ExhaustiveSearch(board, budget, table), rules).solve(solution);
  else
    ForcedSolver(composition, ForcedSearch(board, rules, budget, table), rules).solve(solution);
}

}  // namespace

Solution solve(const Composition& composition) {
  Solution solution{composition.stipulation};
  Budget budget(composition.limits);
  solution.complete = within_limits([&] { solve(composition, budget, solution); });
  if (composition.stipulation.has_lines()) {  // also those that were found before a limit
    std::ranges::sort(solution.lines);
    std::ranges::sort(solution.set_lines);
    for (ShortSolutions& one : solution.shorter) std::ranges::sort(one.lines);
  }
  // A length without lines has none, or its search was broken off.
  std::erase_if(solution.shorter, [](const ShortSolutions& one) { return one.lines.empty(); });
  solution.nodes = budget.nodes();
  solution.seconds = budget.seconds();
  return solution;
}

}  // namespace plylab::search::mate
