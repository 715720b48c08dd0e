// Selfmates, helpmates and whole solution trees.
#include "search/mate/selfmate_helpmate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/chess/line.h"
#include "search/mate/tree.h"
#include "tests/search/mate/mate_reference.h"

namespace plylab::search::mate {
namespace {

using chess::Move;
using ::testing::ElementsAre;

MateProblem problem(const chess::Setup& setup, int most_moves) {
  MateProblem problem{chess::ValidSetup(setup)};
  problem.most_moves = most_moves;
  return problem;
}

MateProblem problem(const char* fen, int most_moves) {
  return problem(chess::parse_fen(fen), most_moves);
}

std::vector<Move> first_moves(const MateSolutions& solutions) {
  std::vector<Move> moves;
  for (const auto& line : solutions.lines) moves.push_back(line.front());
  std::sort(moves.begin(), moves.end());
  return moves;
}

TEST(Selfmate, AgreesWithTheSlowRules) {
  int solved = 0;
  std::uint64_t seed = 3;
  for (int i = 0; i < 8000; ++i) {
    chess::Setup setup = testing::draw_few_pieces(5, seed);
    setup.side = !setup.side;  // the weaker side wants to be mated
    if (chess::in_check(setup.squares, !setup.side)) continue;
    const int most = i % 40 == 0 ? 2 : 1;
    const MateSolutions solutions = solve_selfmate(problem(setup, most));
    ASSERT_TRUE(solutions.complete);
    int right = 1;
    while (right <= most && testing::selfmate_keys(setup, right).empty()) ++right;
    ASSERT_EQ(solutions.moves, right > most ? 0 : right) << to_string(setup);
    if (right > most) continue;
    ++solved;
    ASSERT_EQ(first_moves(solutions), testing::selfmate_keys(setup, right)) << to_string(setup);
    for (const auto& line : solutions.lines) {
      chess::Setup then = setup;
      for (const Move move : line) then = chess::after(then, move);
      ASSERT_TRUE(testing::is_mated(then) && then.side == setup.side) << to_string(setup);
      ASSERT_EQ(line.size(), 2 * static_cast<std::size_t>(right));
    }
  }
  EXPECT_GT(solved, 3);
}

TEST(Selfmate, ForcesTheLastMove) {
  const MateProblem one = problem("k3q3/8/K7/P7/B7/6Q1/5R2/8 b - -", 1);
  EXPECT_EQ(solve_selfmate(one).moves, 1);
  const MateProblem two = problem("7Q/7p/7B/8/4R3/3k4/8/K3Q2q w - -", 3);
  const MateSolutions solutions = solve_selfmate(two);
  EXPECT_EQ(solutions.refuted, 1);
  ASSERT_EQ(solutions.lines.size(), 1U);
  EXPECT_EQ(chess::san_line(two.position, solutions.lines.front()), "1. Qd4+ Kc2 2. Qb1+ Qxb1#");
}

TEST(Helpmate, AgreesWithTheSlowRules) {
  int solved = 0;
  std::uint64_t seed = 4;
  for (int i = 0; i < 150; ++i) {
    const chess::Setup setup = testing::draw_few_pieces(1 + i % 3, seed);
    const int half = setup.side == chess::white ? 1 : 0;
    const int most = half == 1 ? 2 : 1;
    const MateSolutions solutions = solve_helpmate(problem(setup, most));
    std::uint64_t right = 0;
    int moves = 1;
    for (; moves <= most; ++moves)
      if ((right = testing::helpmates(setup, 2 * moves - half)) != 0) break;
    ASSERT_EQ(solutions.moves, right == 0 ? 0 : moves) << to_string(setup);
    ASSERT_EQ(solutions.lines.size(), right) << to_string(setup);
    solved += right != 0;
  }
  EXPECT_GT(solved, 10);
}

TEST(Helpmate, ListsEveryLine) {
  const MateProblem asked = problem("8/8/8/8/8/2K5/7R/k7 b - -", 2);
  const MateSolutions solutions = solve_helpmate(asked);
  EXPECT_EQ(solutions.moves, 2);
  EXPECT_EQ(solutions.refuted, 1);
  ASSERT_EQ(solutions.lines.size(), 11U);
  EXPECT_EQ(chess::san_line(asked.position, solutions.lines.back()), "1... Kb1 2. Kb3 Ka1 3. Rh1#");
}

TEST(SelfmateHelpmate, SayWhenTheyWereStopped) {
  MateProblem asked = problem("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -", 4);
  asked.limits.nodes = 1000;
  EXPECT_FALSE(solve_helpmate(asked).complete);
  EXPECT_FALSE(solve_selfmate(asked).complete);
}

TEST(SolutionTree, TellsKeyVariationsAndTries) {
  const MateProblem asked = problem("kbK5/pp6/1P6/8/8/8/8/R7 w - -", 2);
  EXPECT_THAT(to_lines(asked.position, solution_tree(asked)),
              ElementsAre("1. Ra6! mates in 2, the only key", "zugzwang: there is no threat",
                          "  1... Bh2, Bg3, Bf4, Be5, Bd6, Bc7  2. Rxa7#", "  1... bxa6  2. b7#",
                          "try: 1. Ra5? fails to 1... a6", "try: 1. Rxa7+? fails to 1... Bxa7"));
}

TEST(SolutionTree, TellsThreatsDualsAndCooks) {
  const MateProblem asked = problem("7k/8/6K1/8/8/8/8/1RQ5 w - -", 2);
  const SolutionTree tree = solution_tree(asked);
  EXPECT_EQ(tree.moves, 1);
  EXPECT_TRUE(tree.key.defences.empty());
  EXPECT_FALSE(tree.cooks.empty());

  const MateProblem ladder = problem("8/8/7k/8/8/8/R7/KQ6 w - -", 2);
  const SolutionTree two = solution_tree(ladder);
  EXPECT_EQ(two.moves, 2);
  for (const Defence& defence : two.key.defences) {
    const chess::Setup before = chess::after(ladder.position.setup(), two.key.move);
    const chess::Setup then = chess::after(before, defence.move);
    std::vector<Move> answers{defence.answer.move};
    answers.insert(answers.end(), defence.duals.begin(), defence.duals.end());
    std::vector<Move> right;
    for (const Move move : chess::legal_moves(then))
      if (testing::mates_by(then, move, 1)) right.push_back(move);
    EXPECT_EQ(answers, right);
  }
}

TEST(SolutionTree, HasAllKeysAndTriesOfRandomPositions) {
  int trees = 0;
  std::uint64_t seed = 5;
  while (trees < 25) {
    const chess::Setup setup = testing::draw_few_pieces(3, seed);
    if (testing::shortest_mate(setup, 2) != 2) continue;
    ++trees;
    const SolutionTree tree = solution_tree(problem(setup, 2));
    ASSERT_TRUE(tree.complete);
    std::vector<Move> keys{tree.key.move};
    keys.insert(keys.end(), tree.cooks.begin(), tree.cooks.end());
    std::size_t tries = 0;
    std::vector<Move> right;
    for (const Move move : chess::legal_moves(setup)) {
      if (testing::mates_by(setup, move, 2)) right.push_back(move);
      const chess::Setup then = chess::after(setup, move);
      const auto replies = chess::legal_moves(then);
      tries += std::count_if(replies.begin(), replies.end(), [&](Move reply) {
                 return !testing::mates_within(chess::after(then, reply), 1);
               }) == 1;
    }
    ASSERT_EQ(keys, right) << to_string(setup);
    ASSERT_EQ(tree.tries.size(), tries) << to_string(setup);
  }
}

TEST(SolutionTree, SaysThatThereIsNone) {
  const MateProblem asked = problem("7k/8/8/8/8/8/8/K6B w - -", 3);
  EXPECT_THAT(to_lines(asked.position, solution_tree(asked)), ElementsAre("no mate"));
}

}  // namespace
}  // namespace plylab::search::mate
