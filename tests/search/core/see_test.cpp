// Static exchange evaluation beside a slow reference.
#include "search/core/see.h"

#include <gtest/gtest.h>

#include "gen/chess/mailbox/mailbox.h"
#include "tests/search/core/see_reference.h"
#include "tests/support/random_games.h"

namespace plylab::search {
namespace {

TEST(See, AgreesWithASlowReference) {
  std::uint64_t losing = 0, winning = 0;
  testing::random_positions(20'000, 60, [&](const chess::Setup& fen, const auto& moves, auto) {
    const chess::Mailbox board{chess::ValidSetup(fen)};
    for (const chess::Move move : moves) {
      if (!move.is_capture()) continue;
      const Value expected = testing::slow_see(fen, move, piece_value);
      ASSERT_EQ(see(board, move), expected) << to_string(fen) << ' ' << to_uci(move);
      losing += expected < 0;
      winning += expected > 0;
    }
  });
  EXPECT_GT(losing, 1000U);
  EXPECT_GT(winning, 1000U);
}

}  // namespace
}  // namespace plylab::search
