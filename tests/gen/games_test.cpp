// The games that come with plylab: their rules by the conformance suite, their texts, their
// entries.
#include "gen/games.h"

#include <gtest/gtest.h>

#include "gen/base/input_error.h"
#include "gen/base/random.h"
#include "gen/pgn/pgn.h"
#include "perft/games/countable_game.h"
#include "perft/verify/game_conformance.h"
#include "search/run/searchable_game.h"
#include "tests/support/input_error_of.h"
#include "tests/support/kernels.h"

namespace plylab::perft::verify {

INSTANTIATE_TYPED_TEST_SUITE_P(Chess, GameRules, chess::Chess);
INSTANTIATE_TYPED_TEST_SUITE_P(Nightrider, GameRules, fairy::Nightrider);
INSTANTIATE_TYPED_TEST_SUITE_P(Checkers, GameRules, checkers::Checkers);
INSTANTIATE_TYPED_TEST_SUITE_P(Reversi, GameRules, reversi::Reversi);
INSTANTIATE_TYPED_TEST_SUITE_P(TicTacToe, GameRules, tictactoe::TicTacToe);
INSTANTIATE_TYPED_TEST_SUITE_P(SyntheticTree, GameRules, tree::SyntheticTree);
INSTANTIATE_TYPED_TEST_SUITE_P(WrittenTree, GameRules, tree::WrittenTree);

}  // namespace plylab::perft::verify

namespace plylab {
namespace {

TEST(Games, AreFoundByNameOnEveryFloor) {
  for (const auto& game : perft::countable_games())
    EXPECT_EQ(find_game(search::searchable_games(), game.info.name).info.start, game.info.start);
  EXPECT_THROW(find_game(perft::countable_games(), "go"), InputError);
}

// The first moves of a random game are read back as PGN, however many they are.
TEST(Games, AreReadBackAfterAnyNumberOfMoves) {
  std::uint64_t seed = 9;
  for (const auto& game : search::searchable_games()) {
    const GameInfo& info = game.info;
    const AnyStart start = info.parse(info.start);
    const auto referee = info.referee(start);
    pgn::PgnGame played{.start = start.text(), .result = "*"};
    for (int ply = 0; ply < 70 && !referee->moves().empty() && !referee->end(); ++ply) {
      const auto moves = referee->moves();
      played.moves.push_back({moves[splitmix64(seed) % moves.size()]});
      referee->play(played.moves.back().move);
      const std::string text = pgn::to_pgn(played, info);
      const pgn::PgnFile file = pgn::parse_pgn(text, "file", info);
      ASSERT_EQ(file.games.size(), 1U) << info.name << '\n' << text;
      ASSERT_EQ(file.games[0].moves, played.moves) << info.name << '\n' << text;
    }
  }
}

// 255168 games of tic-tac-toe: 131184 won by the first, 77904 by the second, 46080 drawn.
TEST(Games, OfTicTacToeAreCountedToTheirEnds) {
  const perft::CountableGame& game = find_game(perft::countable_games(), "tictactoe");
  Count wins[2], draws;
  for (int depth = 1; depth <= 9; ++depth) {
    perft::Job job{.depth = depth, .mode = perft::Mode::statistics};
    const perft::Result result = game.run(game.info.parse(game.info.start), job);
    wins[depth % 2 == 0] += result.kinds[tictactoe::MoveKinds::wins];
    draws += result.kinds[tictactoe::MoveKinds::draws];
  }
  EXPECT_EQ(wins[0], Count(131184));
  EXPECT_EQ(wins[1], Count(77904));
  EXPECT_EQ(draws, Count(46080));
}

TEST(Games, ThatAreOverBeforeTheDepthAreLeavesIfAskedFor) {
  const perft::CountableGame& game = find_game(perft::countable_games(), "tictactoe");
  for (const perft::Mode mode :
       {perft::Mode::bulk, perft::Mode::unbulked, perft::Mode::statistics}) {
    perft::Job job{.depth = 9, .mode = mode};
    EXPECT_EQ(game.run(game.info.parse(game.info.start), job).leaves, Count(127872));
    job.early_leaves = true;
    for (const std::size_t hash_mib : {0, 1}) {
      job.hash_mib = hash_mib;
      const perft::Result result = game.run(game.info.parse(game.info.start), job);
      EXPECT_EQ(result.leaves, Count(255168));
      EXPECT_EQ(result.early, Count(127296));
    }
  }
  // At the root too.
  const perft::Result over =
      game.run(game.info.parse("xxx/oo./..."), {.depth = 2, .early_leaves = true});
  EXPECT_EQ(over.leaves, Count(1));
  EXPECT_EQ(over.early, Count(1));
}

TEST(Games, OfTicTacToeHaveATextForEachPosition) {
  using tictactoe::TicTacToe;
  for (const char* text : {".../.../...", "x../.../...", "xo./.x./..o"})
    EXPECT_EQ(TicTacToe::to_string(TicTacToe::parse(text)), text);
  for (const char* text : {"", "...", ".../.../....", "o../.../...", "xxx/.../...", "xxx/ooo/..."})
    EXPECT_THROW(TicTacToe::parse(text), InputError) << text;
}

TEST(Generators, ThatDoNotExistAreRefused) {
  const auto message = [](const perft::Job& job) {
    return testing::input_error_of(
        [&] { perft::run<chess::Chess>(chess::Chess::parse("startpos"), job); });
  };
  EXPECT_EQ(message({.generator = "foo"}), "chess: no 'foo'; there are mailbox, x88, bitboard");
  EXPECT_EQ(message({.kernel = "foo"}), "no 'foo'; " + testing::chess_kernels);
  EXPECT_EQ(message({.generator = "mailbox", .kernel = "magic"}), "no error");
}

// What a job says, and nothing else, decides which kernel runs.
TEST(Kernels, AreChosenByTheJob) {
  const perft::CountableGame& game = find_game(perft::countable_games(), "chess");
  for (const KernelInfo& kernel : game.info.kernels) {
    if (!kernel.runs) continue;
    const perft::Result result =
        game.run(game.info.parse("startpos"), {.kernel = kernel.name, .depth = 3});
    EXPECT_EQ(result.kernel, kernel.name);
    EXPECT_EQ(result.leaves, Count(8902));
  }
}

}  // namespace
}  // namespace plylab
