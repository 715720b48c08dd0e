// Published counts of checkers by both boards, and what the statistics count.
#include <gtest/gtest.h>

#include <string>

#include "gen/games.h"
#include "perft/games/countable_game.h"

namespace plylab::perft {
namespace {

const CountableGame& game() { return find_game(countable_games(), "checkers"); }

// Aart Bik, "Perft for Checkers": depth 1, 2, …
constexpr std::uint64_t published[] = {7,        49,        302,       1469,    7361,
                                       36768,    179740,    845931,    3963680, 18391564,
                                       85242128, 388623673, 1766623630};

void expect_counts(const std::string& generator, int deepest) {
  for (int depth = 1; depth <= deepest; ++depth)
    EXPECT_EQ(
        game().run(game().info.parse("startpos"), {.generator = generator, .depth = depth}).leaves,
        Count(published[depth - 1]))
        << generator << " at depth " << depth;
}

TEST(Checkers, HasThePublishedCountsByTheArrayBoard) { expect_counts("array", 8); }
TEST(Checkers, HasThePublishedCountsByTheBitboard) { expect_counts("bitboard", 11); }

/// Positions with kings on both sides, and with captures that go by several ways.
constexpr const char* positions[] = {
    "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
    "W:WK3,K7,K19,26:BK18,K23,10,14",
    "B:W14,15,22,23,6,7:BK10,K1,12",
    "W:W9,13,K31,K32:BK1,K2,21,25",
};

TEST(Checkers, IsCountedAlikeInEveryModeWithAndWithoutTable) {
  for (const char* position : positions)
    for (const std::string& text : {std::string(position), std::string(position) + " merged"}) {
      const auto leaves = [&](Job job) {
        job.depth = 6;
        return game().run(game().info.parse(text), job).leaves;
      };
      const Count right = leaves({.generator = "array", .mode = Mode::unbulked});
      EXPECT_GT(right, Count(1000)) << text;
      for (const std::string generator : {"array", "bitboard"}) {
        EXPECT_EQ(leaves({.generator = generator}), right) << text;
        EXPECT_EQ(leaves({.generator = generator, .mode = Mode::statistics}), right) << text;
        EXPECT_EQ(leaves({.generator = generator, .threads = 2, .hash_mib = 1}), right) << text;
        EXPECT_EQ(leaves({.generator = generator, .hash_mib = 1, .exact = true}), right) << text;
      }
    }
}

TEST(Checkers, MergesRoutesByConvention) {
  const auto leaves = [](const char* position, int depth) {
    return game().run(game().info.parse(position), {.depth = depth}).leaves;
  };
  EXPECT_EQ(leaves("B:W14,15,22,23:BK10", 1), Count(2));
  EXPECT_EQ(leaves("B:W14,15,22,23:BK10 merged", 1), Count(1));
  EXPECT_EQ(game().info.conventions.size(), 2U);
  EXPECT_EQ(game().info.with_convention(game().info.parse("startpos"), 1),
            game().info.parse("startpos merged"));
  EXPECT_EQ(game().info.with_convention(game().info.parse("startpos merged"), 0),
            game().info.parse("startpos"));
  EXPECT_EQ(game().info.convention_of(game().info.parse("startpos merged")), 1U);
}

TEST(Checkers, ClassifiesTheLastMoves) {
  using Kind = checkers::MoveKinds;
  for (const std::string generator : {"array", "bitboard"}) {
    const auto kinds = [&](const char* position, int depth) {
      return game()
          .run(game().info.parse(position),
               {.generator = generator, .depth = depth, .mode = Mode::statistics})
          .kinds;
    };
    // 22x31 crowns, and takes the last man; 15x22x29 and 15x24 leave one.
    EXPECT_EQ(kinds("B:W26:B22", 1), (std::vector<Count>{1, 1, 1, 1}));
    const auto two = kinds("B:W18,25,19:B15", 1);
    EXPECT_EQ(two[Kind::captures], Count(2));
    EXPECT_EQ(two[Kind::men], Count(3));
    EXPECT_EQ(two[Kind::promotions], Count(1));
    EXPECT_EQ(two[Kind::wins], Count(0));
    EXPECT_EQ(kinds("startpos", 6), kinds("B:B1-12:W21-32", 6));
  }
}

}  // namespace
}  // namespace plylab::perft
