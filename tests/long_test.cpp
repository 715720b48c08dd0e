// What takes minutes: run by ./lab test full.
#include <gtest/gtest.h>

#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "gen/chess/registry.h"
#include "perft/games/countable_game.h"
#include "perft/walk/run.h"
#include "tests/support/random_games.h"

namespace plylab {
namespace {

TEST(Long, CountsTheSixPositionsDeeply) {
  const auto suite = testing::shipped_suite("perft");
  for (const std::string& generator : generator_names<chess::Chess>())
    for (std::size_t i = 0; i < 6; ++i) {
      for (const auto& [depth, paths] : epd::perft_counts(suite[i]))
        if (paths > 100'000'000 && paths < 12'000'000'000) {
          perft::Job job{.generator = generator, .depth = static_cast<int>(depth)};
          job.threads = available_processors();
          EXPECT_EQ(perft::run<chess::Chess>(chess::ValidSetup(suite[i].setup), job).leaves, paths)
              << generator << ' ' << suite[i].id().value_or("") << " depth " << depth;
        }
    }
}

// Chess Programming Wiki, "Perft Results", initial position, depth 7.
TEST(Long, ClassifiesStartposToDepthSeven) {
  perft::Job job{.generator = "bitboard",
                 .depth = 7,
                 .mode = perft::Mode::statistics,
                 .threads = available_processors()};
  using Kind = chess::MoveKinds;
  const auto total = perft::run<chess::Chess>(chess::ValidSetup(chess::startpos_fen), job);
  EXPECT_EQ(total.leaves, Count(3195901860));
  EXPECT_EQ(total.kinds[Kind::captures], Count(108329926));
  EXPECT_EQ(total.kinds[Kind::en_passant], Count(319617));
  EXPECT_EQ(total.kinds[Kind::castles], Count(883453));
  EXPECT_EQ(total.kinds[Kind::checks], Count(33103848));
  EXPECT_EQ(total.kinds[Kind::discovered], Count(18026));
  EXPECT_EQ(total.kinds[Kind::doubled], Count(1628));
  EXPECT_EQ(total.kinds[Kind::mates], Count(435767));
}

// OEIS A083276 and A048987. Some ten gigabytes of temporary files.
TEST(Long, FindsAllPositionsOfChessAtPlySeven) {
  const auto& chess = find_game(perft::countable_games(), "chess");
  const auto frontier = chess.frontier(chess.info.parse("startpos"),
                                       {.how = {.depth = 7, .threads = available_processors()}});
  EXPECT_EQ(frontier.levels[5].positions, 9417681U);
  EXPECT_EQ(frontier.levels[5].paths, Count(119060324));
  EXPECT_EQ(frontier.levels[6].positions, 96400068U);
  EXPECT_EQ(frontier.levels[6].paths, Count(3195901860));
}

// OEIS A048987. Exact: no wrong key can have made the number.
TEST(Long, CountsStartposToDepthNine) {
  perft::Job job{.generator = "bitboard", .depth = 9};
  job.threads = available_processors();
  job.hash_mib = 8192;
  job.exact = true;
  try {
    const auto result = perft::run<chess::Chess>(chess::ValidSetup(chess::startpos_fen), job);
    EXPECT_EQ(result.leaves, Count(2439530234167));
    EXPECT_EQ(result.table->use.collisions, 0U);
  } catch (const InputError& error) {
    GTEST_SKIP() << error.what();
  }
}

// Aart Bik, "Perft for Checkers" and "Perft for Reversi".
struct Published {
  const char* game;
  int depth;
  std::uint64_t leaves, early;
};
constexpr Published published[] = {
    {"checkers", 12, 388623673, 0},       {"checkers", 13, 1766623630, 0},
    {"checkers", 14, 7978439499, 0},      {"checkers", 15, 36263167175, 0},
    {"checkers", 16, 165629569428, 0},    {"checkers", 17, 758818810990, 0},
    {"reversi", 12, 1939886636, 584},     {"reversi", 13, 18429641748, 6968},
    {"reversi", 14, 184042084512, 23340},
};

void expect_published(const Published& row, perft::Job job) {
  job.depth = row.depth;
  job.threads = available_processors();
  const auto& game = find_game(perft::countable_games(), row.game);
  const auto result = game.run(game.info.parse("startpos"), job);
  EXPECT_EQ(result.leaves, Count(row.leaves)) << row.game << ' ' << row.depth;
  EXPECT_EQ(result.early, Count(row.early)) << row.game << ' ' << row.depth;
}

TEST(Long, CountsCheckersAndReversiDeeplyWithAnExactTable) {
  for (const Published& row : published)
    expect_published(row, {.generator = "bitboard", .hash_mib = 4096, .exact = true});
}

// By every board; nobody has published these.
TEST(Long, CountsFairyChessByEveryBoard) {
  constexpr std::pair<const char*, std::uint64_t> six_plies[] = {
      {"stationary", 110411738}, {"nightrider", 359150862}, {"dabbaba", 206734758},
      {"alfil", 201056097},      {"ferz", 139082730},       {"wazir", 139007964}};
  for (const auto& [game, leaves] : six_plies)
    for (const char* generator : {"mailbox", "x88", "bitboard"})
      expect_published({game, 6, leaves, 0}, {.generator = generator});
}

TEST(Long, CountsCheckersAndReversiDeeplyPathByPath) {
  for (const Published& row : published) {
    if (row.leaves < 20'000'000'000) expect_published(row, {.generator = "bitboard"});
    if (row.leaves < 2'000'000'000) expect_published(row, {.generator = "array"});
  }
}

}  // namespace
}  // namespace plylab
