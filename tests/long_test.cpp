// What takes minutes: run by ./lab test full.
#include <gtest/gtest.h>

#include "gen/chess/registry.h"
#include "gen/input_error.h"
#include "gen/parallel.h"
#include "perft/run.h"
#include "tests/support/random_games.h"

namespace plylab {
namespace {

TEST(Long, CountsTheSixPositionsDeeply) {
  const auto suite = testing::shipped_suite("perft");
  for (const std::string& generator : chess::generator_names())
    for (std::size_t i = 0; i < 6; ++i) {
      for (const auto& [depth, paths] : epd::perft_counts(suite[i]))
        if (paths > 100'000'000 && paths < 12'000'000'000) {
          perft::Job job{generator, static_cast<int>(depth)};
          job.threads = available_processors();
          EXPECT_EQ(perft::run(chess::ValidSetup(suite[i].setup), job).total.leaves, Count(paths))
              << generator << ' ' << suite[i].id().value_or("") << " depth " << depth;
        }
    }
}

// Chess Programming Wiki, "Perft Results", initial position, depth 7.
TEST(Long, ClassifiesStartposToDepthSeven) {
  perft::Job job{"bitboard", 7, perft::Mode::statistics, available_processors()};
  const auto total = perft::run(chess::ValidSetup(chess::startpos_fen), job).total;
  EXPECT_EQ(total.leaves, Count(3195901860));
  EXPECT_EQ(total.captures, Count(108329692));
  EXPECT_EQ(total.en_passant, Count(319617));
  EXPECT_EQ(total.castles, Count(883453));
  EXPECT_EQ(total.checks, Count(33103848));
  EXPECT_EQ(total.discovered, Count(18026));
  EXPECT_EQ(total.doubled, Count(1628));
  EXPECT_EQ(total.mates, Count(435767));
}

// OEIS A048987. Exact: no wrong key can have made the number.
TEST(Long, CountsStartposToDepthNine) {
  perft::Job job{"bitboard", 9};
  job.threads = available_processors();
  job.hash_mib = 8192;
  job.exact = true;
  try {
    const auto result = perft::run(chess::ValidSetup(chess::startpos_fen), job);
    EXPECT_EQ(result.total.leaves, Count(2439530234167));
    EXPECT_EQ(result.table->use.collisions, 0U);
  } catch (const InputError& error) {
    GTEST_SKIP() << error.what();
  }
}

}  // namespace
}  // namespace plylab
