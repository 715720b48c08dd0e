// All endings of four men: published statistics, and a sample against another generator.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "gen/base/random.h"
#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/endgames/builder.h"
#include "gen/chess/endgames/verify.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/x88/x88.h"
#include "tests/gen/chess/endgames/inverse_moves.h"
#include "tests/gen/chess/endgames/published.h"

namespace plylab::chess {
namespace {

TEST(AllEndgameTables, HaveThePublishedCountsAndAgreeWithTheMoves) {
  EndgameTables tables;
  std::vector<Ending> endings;
  for (const auto& published : testing::published_endings)
    endings.push_back(Ending::parse(published.name));
  for (const Ending& ending : with_successors(endings))
    tables.add(build_table(ending, tables, 2, nullptr, "test"));
  std::uint64_t seed = 3;
  for (const auto& published : testing::published_endings) {
    const EndgameTable& table = *tables.find(Ending::parse(published.name));
    const auto counts = [&](Side side) {
      const EndingCounts& c = table.counts(side);
      return std::array{c.wins, c.draws, c.losses};
    };
    EXPECT_EQ(counts(white), published.white) << published.name;
    EXPECT_EQ(counts(black), published.black) << published.name;
    EXPECT_EQ(std::max(table.counts(white).longest_win, table.counts(white).longest_loss),
              published.longest)
        << published.name;
    for (int i = 0; i < 200'000; ++i) {
      const std::size_t slot = splitmix64(seed) % table.slots().size();
      const auto what = contradiction<Mailbox>(tables, table, i % 2 == 0 ? white : black, slot);
      ASSERT_FALSE(what) << *what;
    }
    testing::expect_inverse_moves<Mailbox>(tables, table, 49'999);
    testing::expect_inverse_moves<X88>(tables, table, 50'021);
    testing::expect_inverse_moves<Bitboard<Magic>>(tables, table, 50'023);
  }
}

}  // namespace
}  // namespace plylab::chess
