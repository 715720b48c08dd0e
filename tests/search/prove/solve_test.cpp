// The solvers of AND/OR trees against plain recursion, the values of trees by number, and mates.
#include "search/prove/solve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/registry.h"
#include "gen/tictactoe/tictactoe.h"
#include "gen/tree/games.h"
#include "search/base/proof_numbers.h"
#include "tests/support/random_trees.h"

namespace plylab::search::prove {
namespace {

Question question(Goal goal, int plies) { return {.goal = goal, .plies = plies, .bytes = 1 << 20}; }

/// 1 if the side to move can force a win, −1 if the other side can, else 0.
int game_value(tictactoe::Board& board) {
  if (const Outcome over = outcome(board); over != Outcome::ongoing)
    return over == Outcome::win ? 1 : over == Outcome::loss ? -1 : 0;
  int best = -1;
  for (const auto move : board.generate()) {
    const auto undo = board.make(move);
    best = std::max(best, -game_value(board));
    board.unmake(move, undo);
  }
  return best;
}

TEST(AndOrSolvers, KnowWhoWinsAtTicTacToe) {
  tictactoe::Board board = tictactoe::TicTacToe::parse(tictactoe::TicTacToe::start);
  std::set<std::string> seen;
  testing::for_each_path(board, 4, [&](tictactoe::Board& at) {
    if (!seen.insert(tictactoe::TicTacToe::to_string(at)).second) return;
    const int value = game_value(at);
    for (const SolverEntry& solver : solvers)
      for (const GoalEntry& goal : goals) {
        const Answer answer = solve<tictactoe::TicTacToe>(at, question(goal.goal, 9), solver.name);
        EXPECT_EQ(answer.proved, goal.goal == Goal::win ? value > 0 : value >= 0)
            << solver.name << ' ' << goal.name << ' ' << tictactoe::TicTacToe::to_string(at);
        EXPECT_EQ(answer.move.empty(), answer.proved == false || outcome(at) != Outcome::ongoing);
      }
  });
  EXPECT_GT(seen.size(), 1000U);
}

TEST(AndOrSolvers, KnowTheSignsOfTreesByNumber) {
  int won = 0, lost = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    tree::Spec spec = testing::random_spec(seed);
    spec.values = tree::Values::independent;
    const int value = tree::Tree(spec).true_value();
    ++(value > 0 ? won : lost);
    for (const SolverEntry& solver : solvers)
      for (const GoalEntry& goal : goals) {
        const auto asked = question(goal.goal, static_cast<int>(spec.depth));
        EXPECT_EQ(solve<tree::SyntheticTree>(spec, asked, solver.name).proved,
                  goal.goal == Goal::win ? value > 0 : value >= 0)
            << solver.name << ' ' << goal.name << ' ' << tree::to_string(spec);
      }
  }
  EXPECT_GT(won, 50);
  EXPECT_GT(lost, 50);
}

// A mate in n moves is a win within 2n − 1 plies and not within fewer.
TEST(AndOrSolvers, FindMatesWithinTheirPlies) {
  struct Mate {
    const char* fen;
    int plies;
  };
  for (const Mate& mate : {Mate{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1},
                           Mate{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3}}) {
    const chess::ValidSetup start(mate.fen);
    for (const SolverEntry& solver : solvers)
      for (int plies = 1; plies <= mate.plies; ++plies) {
        const Answer answer = solve<chess::Chess>(start, question(Goal::win, plies), solver.name);
        EXPECT_EQ(answer.proved, plies >= mate.plies) << solver.name << ' ' << mate.fen;
        EXPECT_EQ(solve<chess::Chess>(start, question(Goal::draw, plies), solver.name).proved, true)
            << solver.name << ' ' << mate.fen;
      }
  }
}

tree::Spec large_tree(std::uint64_t seed) {
  tree::Spec spec;
  spec.seed = seed;
  spec.min_width = 2;
  spec.max_width = 5;
  spec.depth = 10;
  spec.order = spec.quarter = 0.3;
  spec.values = tree::Values::independent;
  return spec;
}

TEST(AndOrSolvers, StopAtTheirLimits) {
  for (const SolverEntry& solver : solvers)
    for (const std::uint64_t nodes : {1U, 2U, 100U}) {
      Question asked = question(Goal::win, 10);
      asked.limits.nodes = nodes;
      const Answer answer = solve<tree::SyntheticTree>(large_tree(1), asked, solver.name);
      EXPECT_EQ(answer.proved, std::nullopt) << solver.name;
      EXPECT_EQ(answer.nodes, nodes) << solver.name;
      EXPECT_FALSE(answer.memory_full);
    }
  const std::atomic<bool> stop = true;
  Question asked = question(Goal::win, 10);
  asked.limits.stop = &stop;
  for (const SolverEntry& solver : solvers)
    EXPECT_EQ(solve<tree::SyntheticTree>(large_tree(1), asked, solver.name).proved, std::nullopt);
}

// PN² decides in the memory in which proof-number search cannot; neither keeps more than it may,
// but for the children of one leaf.
TEST(AndOrSolvers, OfTreesInMemoryKeepToIt) {
  constexpr std::size_t max_nodes = 500;
  int full = 0, decided = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Question asked = question(Goal::win, 10);
    asked.bytes =
        max_nodes * sizeof(ProofNumberSearch<AndOrTree<tree::SyntheticTree>, false>::Node);
    const bool right = tree::Tree(large_tree(seed)).true_value() > 0;
    for (const std::string_view solver : {"pn", "pn2"}) {
      const Answer answer = solve<tree::SyntheticTree>(large_tree(seed), asked, solver);
      EXPECT_LE(answer.kept, max_nodes + 2 * 5) << solver;
      EXPECT_EQ(answer.memory_full, !answer.proved) << solver;
      if (answer.proved) {
        EXPECT_EQ(*answer.proved, right) << solver;
      }
      if (solver == "pn")
        full += answer.memory_full;
      else
        decided += answer.proved.has_value();
    }
  }
  EXPECT_GT(full, 5);
  EXPECT_GT(decided, 20 - full);
}

TEST(ProofNumbers, NeverLeaveTheirRange) {
  EXPECT_EQ(sum(1, 2), 3U);
  EXPECT_EQ(sum(undecided_number, undecided_number), undecided_number);
  EXPECT_EQ(sum(undecided_number, infinite_number), infinite_number);
}

// Allis and others 1994: at an OR node the least proof number and the sum of the disproof numbers,
// at an AND node the reverse.
TEST(ProofNumbers, OfANodeFollowFromItsChildren) {
  struct Child {
    NodeNumbers value;
  };
  const std::vector<Child> children = {{{3, 1, 0}}, {{2, 4, 0}}, {proved_node(2)}};
  EXPECT_EQ(combine<true>(children).proof, 0U);
  EXPECT_EQ(combine<true>(children).disproof, infinite_number);
  EXPECT_EQ(combine<true>(children).moves, 3);
  EXPECT_EQ(combine<false>(children).proof, 5U);
  EXPECT_EQ(combine<false>(children).disproof, 1U);
  EXPECT_TRUE(combine<true>(std::vector<Child>()).refuted());
  EXPECT_TRUE(combine<false>(std::vector<Child>()).proved());
}

}  // namespace
}  // namespace plylab::search::prove
