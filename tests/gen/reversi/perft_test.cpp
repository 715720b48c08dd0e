// Published counts of reversi by both boards, early leaves, and the statistics.
#include <gtest/gtest.h>

#include <string>

#include "gen/games.h"
#include "perft/games/countable_game.h"

namespace plylab::perft {
namespace {

const CountableGame& game() { return find_game(countable_games(), "reversi"); }

// Aart Bik, "Perft for Reversi": depth 1, 2, …
constexpr std::uint64_t published[] = {4,     12,     56,      244,      1396,     8200,
                                       55092, 390216, 3005288, 24571284, 212258800};

void expect_counts(const std::string& generator, int deepest) {
  for (int depth = 1; depth <= deepest; ++depth)
    EXPECT_EQ(
        game().run(game().info.parse("startpos"), {.generator = generator, .depth = depth}).leaves,
        Count(published[depth - 1]))
        << generator << " at depth " << depth;
}

TEST(Reversi, HasThePublishedCountsByTheArrayBoard) { expect_counts("array", 8); }
TEST(Reversi, HasThePublishedCountsByTheBitboard) { expect_counts("bitboard", 11); }

/// Ends of games, with passes and early leaves.
constexpr const char* endings[] = {
    "--XXXXX--OOOXX-O-OOXXOOX-OXOXXOXOOXXXOXXO-OXXXXX--OOOO----OOOO-- X",
    "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
    "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOOXXOOOOOOX-OOOOOOX- X",
};

TEST(Reversi, IsCountedAlikeByEveryKernel) {
  std::vector<const char*> positions(std::begin(endings), std::end(endings));
  positions.push_back("startpos");
  for (const char* position : positions)
    for (int depth = 1; depth <= 8; ++depth) {
      const Result right =
          game().run(game().info.parse(position), {.kernel = "generic", .depth = depth});
      for (const KernelInfo& kernel : game().info.kernels) {
        if (!kernel.runs) continue;
        const Result result =
            game().run(game().info.parse(position), {.kernel = kernel.name, .depth = depth});
        EXPECT_EQ(result.kernel, kernel.name);
        EXPECT_EQ(result.branches, right.branches) << kernel.name << ' ' << position << depth;
      }
    }
}

// Neither side can move: one pass is a ply, and then the game is over.
TEST(Reversi, CountsThePassOfADeadPositionAsAPly) {
  const AnyStart dead = game().info.parse(std::string(63, 'X') + "- O");
  for (const std::string generator : {"array", "bitboard"})
    for (int depth = 1; depth <= 4; ++depth) {
      const Result result = game().run(dead, {.generator = generator, .depth = depth});
      EXPECT_EQ(result.leaves, Count(1)) << generator << depth;
      EXPECT_EQ(result.early, Count(depth == 1 ? 0 : 1)) << generator << depth;
    }
}

TEST(Reversi, TellsEarlyLeavesFromTheOthers) {
  const Result result = game().run(game().info.parse("startpos"), {.depth = 11});
  EXPECT_EQ(result.leaves - result.early, Count(212258572));
  EXPECT_EQ(result.early, Count(228));
  const Result dropped =
      game().run(game().info.parse("startpos"), {.depth = 11, .early_leaves = false});
  EXPECT_EQ(dropped.leaves, Count(212258572));
  EXPECT_EQ(dropped.early, Count(0));
}

// The game is over after nine moves and a pass, which is a ply.
TEST(Reversi, EndsWithAPass) {
  for (const std::string generator : {"array", "bitboard"})
    for (const Mode mode : {Mode::bulk, Mode::unbulked, Mode::statistics}) {
      const auto count = [&](int depth) {
        return game().run(game().info.parse("e6f4e3f6g5d6e7f5c5"),
                          {.generator = generator, .depth = depth, .mode = mode});
      };
      EXPECT_EQ(count(1).leaves, Count(1));
      EXPECT_EQ(count(1).early, Count(0));
      for (const int depth : {2, 3, 4, 5}) {
        EXPECT_EQ(count(depth).leaves, Count(1)) << depth;
        EXPECT_EQ(count(depth).early, Count(1)) << depth;
        EXPECT_EQ(count(depth).branches, (std::vector<RootMove>{{"pass", 1, 1}}));
      }
    }
}

TEST(Reversi, IsCountedAlikeInEveryModeWithAndWithoutTable) {
  for (const char* ending : endings)
    for (int depth = 1; depth <= 6; ++depth)
      for (const bool early_leaves : {true, false}) {
        const auto counts = [&](Job job) {
          job.depth = depth;
          job.early_leaves = early_leaves;
          const Result result = game().run(game().info.parse(ending), job);
          return std::pair(result.leaves, result.early);
        };
        const auto right = counts({.generator = "array", .mode = Mode::unbulked});
        for (const std::string generator : {"array", "bitboard"}) {
          EXPECT_EQ(counts({.generator = generator}), right) << ending << depth;
          EXPECT_EQ(counts({.generator = generator, .mode = Mode::statistics}), right) << depth;
          EXPECT_EQ(counts({.generator = generator, .threads = 2, .hash_mib = 1}), right) << depth;
          EXPECT_EQ(counts({.generator = generator, .hash_mib = 1, .exact = true}), right) << depth;
        }
      }
}

TEST(Reversi, ClassifiesTheLastMoves) {
  using Kind = reversi::MoveKinds;
  for (const std::string generator : {"array", "bitboard"}) {
    const auto kinds = [&](const char* position, int depth) {
      return game()
          .run(game().info.parse(position),
               {.generator = generator, .depth = depth, .mode = Mode::statistics})
          .kinds;
    };
    EXPECT_EQ(kinds("startpos", 1), (std::vector<Count>{4, 0, 0, 0}));
    // White passes, then Black turns two discs to the last corner, and nobody can move.
    const char* corner = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO- O";
    EXPECT_EQ(kinds(corner, 1), (std::vector<Count>{0, 0, 1, 0}));
    EXPECT_EQ(kinds(corner, 2), (std::vector<Count>{2, 1, 0, 1}));
    EXPECT_EQ(kinds(corner, 3), (std::vector<Count>{0, 0, 1, 1}));
    EXPECT_EQ(kinds(corner, 4)[Kind::ends], Count(0));
  }
}

}  // namespace
}  // namespace plylab::perft
