// Static exchange evaluation beside a slow reference.
#include "search/core/see.h"

#include <gtest/gtest.h>

#include "gen/chess/bitboard/fairy.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/x88/x88.h"
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
      const Value expected = testing::slow_see(fen, move);
      ASSERT_EQ(see(board, move), expected) << to_string(fen) << ' ' << to_uci(move);
      losing += expected < 0;
      winning += expected > 0;
    }
  });
  EXPECT_GT(losing, 1000U);
  EXPECT_GT(winning, 1000U);
}

/// By random games of each variant, on every board.
TEST(See, AgreesWithASlowReferenceInVariants) {
  for (std::size_t number = 0; number < chess::fairy_variants.size(); ++number) {
    const auto variant = static_cast<chess::FairyVariant>(number);
    std::uint64_t captures = 0, seed = number;
    for (int game = 0; game < 40; ++game) {
      chess::MailboxOf<chess::Fairy> mailbox{{variant, chess::parse_fen(chess::startpos_fen)}};
      for (int ply = 0; ply < 80; ++ply) {
        const chess::VariantSetup here(variant, mailbox.setup());
        const chess::X88Of<chess::Fairy> x88(here);
        const chess::Bitboard<chess::FairyMagic> bitboard(here);
        const chess::Moves moves = mailbox.generate();
        if (moves.empty()) break;
        for (const chess::Move move : moves) {
          if (!move.is_capture()) continue;
          const Value expected = testing::slow_see(here.setup(), move, here.variant());
          ASSERT_EQ(see(mailbox, move), expected) << to_string(here.setup()) << to_uci(move);
          ASSERT_EQ(see(x88, move), expected);
          ASSERT_EQ(see(bitboard, move), expected);
          ++captures;
        }
        mailbox.make(moves[splitmix64(seed) % moves.size()]);
      }
    }
    EXPECT_GT(captures, 1000U) << number;
  }
}

}  // namespace
}  // namespace plylab::search
