// The tree of games from which a player learns.
#include "suites/play/book/game_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/base/random.h"
#include "search/run/searchable_game.h"

namespace plylab::suites::play::book {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Advice after moves from a start called "s".
GameTree::Advice advice(const GameTree& tree, const std::vector<std::string>& moves,
                        std::size_t max_moves = 6) {
  return tree.advice("s", moves, max_moves);
}

TEST(GameTree, IsEmptyAtFirst) {
  const GameTree tree;
  EXPECT_EQ(advice(tree, {}).move, "");
  EXPECT_THAT(advice(tree, {}).tried, IsEmpty());
}

TEST(GameTree, RepeatsAWonLine) {
  GameTree tree;
  tree.add("s", {"e4", "e5", "Qh5"}, 1);
  EXPECT_EQ(advice(tree, {}).move, "e4");
  EXPECT_EQ(advice(tree, {"e4", "e5"}).move, "Qh5");
  EXPECT_EQ(advice(tree, {"e4", "c5"}).move, "");
  EXPECT_THAT(advice(tree, {"e4", "c5"}).tried, IsEmpty());
}

// The other side has lost with e5: it wants something new.
TEST(GameTree, DoesNotRepeatALostLine) {
  GameTree tree;
  tree.add("s", {"e4", "e5", "Qh5"}, 1);
  EXPECT_EQ(advice(tree, {"e4"}).move, "");
  EXPECT_THAT(advice(tree, {"e4"}).tried, ElementsAre("e5"));
  tree.add("s", {"e4", "c5", "Nf3"}, 0);
  EXPECT_EQ(advice(tree, {"e4"}).move, "c5");
  // … and now the first side has no move that does not lose.
  EXPECT_EQ(advice(tree, {}).move, "");
  EXPECT_THAT(advice(tree, {}).tried, ElementsAre("e4"));
}

TEST(GameTree, PlaysTheLongestLineIfAllLose) {
  GameTree tree;
  tree.add("s", {"a", "x"}, 0);
  tree.add("s", {"b", "x", "y", "z"}, 0);
  tree.add("s", {"c", "x"}, 0);
  EXPECT_EQ(advice(tree, {}, 4).move, "");
  EXPECT_EQ(advice(tree, {}, 3).move, "b");
}

TEST(GameTree, TakesTheQuickestWinAndADrawBeforeALoss) {
  GameTree tree;
  tree.add("s", {"a", "x", "y"}, 1);
  tree.add("s", {"b"}, 1);
  EXPECT_EQ(advice(tree, {}).move, "b");
  tree.add("t", {"a"}, 0);
  tree.add("t", {"b"}, 0.5);
  EXPECT_EQ(tree.advice("t", {}, 6).move, "b");
}

// Hossa's point: one bad game does not hold once its reply is known.
TEST(GameTree, IsMinimax) {
  GameTree tree;
  tree.add("s", {"a", "bad", "win"}, 1);
  tree.add("s", {"b", "x", "y"}, 0.5);
  EXPECT_EQ(advice(tree, {}).move, "a");
  tree.add("s", {"a", "good", "lose"}, 0);
  EXPECT_EQ(advice(tree, {}).move, "b");
  // After the bad reply it is still won.
  EXPECT_EQ(advice(tree, {"a", "bad"}).move, "win");
}

/// The slow obvious value of a node: of all games that begin with the line.
double value(const std::vector<std::pair<std::vector<std::string>, double>>& games,
             const std::vector<std::string>& line) {
  double best = -1, ended = 0, points = 0;
  for (const auto& [moves, result] : games) {
    if (moves.size() < line.size() || !std::equal(line.begin(), line.end(), moves.begin()))
      continue;
    if (moves.size() == line.size()) {
      ++ended;
      points += line.size() % 2 == 0 ? result : 1 - result;
      continue;
    }
    auto next = line;
    next.push_back(moves[line.size()]);
    best = std::max(best, 1 - value(games, next));
  }
  return best >= 0 ? best : points / ended;
}

TEST(GameTree, AgreesWithAFullEvaluation) {
  std::uint64_t state = 3;
  GameTree tree;
  std::vector<std::pair<std::vector<std::string>, double>> games;
  for (int game = 0; game < 60; ++game) {
    std::vector<std::string> moves;
    for (int ply = 0; ply < 4; ++ply)
      moves.emplace_back(1, static_cast<char>('a' + splitmix64(state) % 3));
    games.emplace_back(moves, static_cast<double>(splitmix64(state) % 3) / 2);
    tree.add("s", moves, games.back().second);
    const auto best = advice(tree, {}, 0);
    EXPECT_EQ(1 - value(games, {best.move}), value(games, {}));
  }
}

TEST(GameTree, ReadsFinishedGames) {
  GameTree tree;
  const auto issues = add_games(
      "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Result \"*\"]\n\n1. e4 *\n\n"
      "[FEN \"4k3/8/8/8/8/8/P7/4K3 b - - 0 1\"]\n\n1... Kd7 1-0\n\n1. e4 Ke4 1-0\n",
      "games.pgn", search::searchable_chess().info, tree);
  EXPECT_EQ(tree.games(), 2U);
  EXPECT_EQ(issues.size(), 1U);
  EXPECT_EQ(tree.advice("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                        {"f2f3", "e7e5", "g2g4"}, 6)
                .move,
            "d8h4");
  EXPECT_EQ(tree.advice("4k3/8/8/8/8/8/P7/4K3 b - - 0 1", {}, 1).move, "e8d7");
}

}  // namespace
}  // namespace plylab::suites::play::book
