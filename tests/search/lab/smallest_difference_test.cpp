// The smallest position in which two searches differ: they do there, and in none of its children.
#include "search/lab/smallest_difference.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "search/run/searchable_game.h"
#include "tests/support/random_games.h"

namespace plylab::search::lab {
namespace {

const std::atomic<bool> not_stopped = false;

Run run_of(const SearchableGame& game, std::string algorithm, const std::string& position,
           int depth) {
  Job job{.generator = game.info.default_generator, .algorithm = std::move(algorithm)};
  job.limits.depth = depth;
  return {"group", &game, {"start", game.info.parse(position)}, {}, job};
}

/// The value of the position after a move, if any, at the depth.
Value value_of(const Run& run, const std::string& position, const std::vector<std::string>& move,
               int depth) {
  Job job = run.job;
  job.limits.depth = depth;
  return run.game->run(run.game->info.parse(position), move, job, MoveStyle::notation)
      .iterations.back()
      .value;
}

/// Compares a search that is wrong, as printed, with the intended one.
void expect_smallest(const SearchableGame& game, const std::string& position, int depth,
                     int& found_at_all) {
  const Run wrong = run_of(game, "negascout-misprint", position, depth);
  const Run right = run_of(game, "negascout-1989", position, depth);
  const auto found = smallest_difference(wrong, right, "", not_stopped);
  if (!found) return;
  ++found_at_all;
  EXPECT_NE(found->value, found->other);
  EXPECT_EQ(found->other, found->minimax);
  EXPECT_EQ(value_of(wrong, found->position, {}, found->depth), found->value) << found->position;
  EXPECT_EQ(value_of(right, found->position, {}, found->depth), found->other) << found->position;
  const auto moves = game.info.referee(game.info.parse(found->position))->moves();
  for (const std::string& move : moves)
    EXPECT_EQ(value_of(wrong, found->position, {move}, found->depth - 1),
              value_of(right, found->position, {move}, found->depth - 1))
        << found->position << ' ' << move;
}

TEST(SmallestDifference, IsInAPositionButInNoneOfItsChildren) {
  int found = 0;
  const auto suite = testing::shipped_suite("bratko-kopec");
  for (std::size_t i = 0; i < 8; ++i)
    expect_smallest(searchable_chess(), chess::to_string(suite[i].setup), 4, found);
  EXPECT_GT(found, 0);
}

TEST(SmallestDifference, IsFoundInOtherGames) {
  int found = 0;
  const SearchableGame& reversi = find_game(searchable_games(), "reversi");
  const auto referee = reversi.info.referee(reversi.info.parse(reversi.info.start));
  std::string played = reversi.info.start + " moves";
  for (int ply = 0; ply < 12; ++ply) {
    const std::string move = referee->moves().front();
    referee->play(move);
    played += ' ' + move;
    expect_smallest(reversi, played, 5, found);
  }
  EXPECT_GT(found, 0);
}

TEST(SmallestDifference, IsGivenByMovesWithoutATextOfPositions) {
  int found = 0;
  const SearchableGame& trees = find_game(searchable_games(), "synthetic-tree");
  for (int seed = 1; seed <= 10; ++seed) {
    const std::string tree =
        trees.info
            .parse("tree(width=5,depth=5,values=independent,seed=" + std::to_string(seed) + ")")
            .text();
    const auto one = smallest_difference(run_of(trees, "negascout-misprint", tree, 5),
                                         run_of(trees, "negascout-1989", tree, 5), "", not_stopped);
    if (!one) continue;
    ++found;
    EXPECT_TRUE(one->position == tree || one->position.starts_with(tree + " moves "))
        << one->position;
    EXPECT_EQ(one->other, one->minimax);
  }
  EXPECT_GT(found, 0);
}

TEST(SmallestDifference, IsNoneOfSearchesThatAgree) {
  const std::string start = searchable_chess().info.start;
  EXPECT_FALSE(smallest_difference(run_of(searchable_chess(), "pvs-soft", start, 4),
                                   run_of(searchable_chess(), "mtdf", start, 4), "", not_stopped));
}

}  // namespace
}  // namespace plylab::search::lab
