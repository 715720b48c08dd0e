// The shipped mates: each is what it says, and nothing on its board is superfluous.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "gen/chess/legality/legality.h"
#include "gen/chess/mailbox/mailbox.h"
#include "search/mate/solvers.h"
#include "tests/support/random_games.h"

namespace plylab::suites::mine {
namespace {

/// Every tenth of up to four moves; the rest is for plylab mate --suite mates.
TEST(ShippedMates, AreSoundAndMinimal) {
  const auto suite = testing::shipped_suite("mates");
  ASSERT_GE(suite.size(), 500U);
  std::map<std::uint64_t, int> by_length;
  for (std::size_t i = 0; i < suite.size(); ++i) {
    const epd::Record& record = suite[i];
    const auto moves = record.mate_distance().value();
    ++by_length[moves];
    if (i % 10 != 0 || moves > 4) continue;
    const chess::ValidSetup position(record.setup);
    const auto keys = epd::best_moves(record, chess::Mailbox(position).generate()).moves;
    ASSERT_EQ(keys.size(), 1U);
    const std::vector<chess::Move> key{keys.front()};
    const auto mate = search::mate::shortest_mate({position});
    EXPECT_EQ(mate.keys, key) << record.id().value();
    EXPECT_EQ(mate.moves, static_cast<int>(moves)) << record.id().value();
    EXPECT_TRUE(chess::examine(record.setup).empty()) << record.id().value();
    for (std::size_t s = 0; s < 64; ++s) {
      chess::Setup fewer = record.setup;
      if (fewer.squares[s] == chess::no_piece || type_of(fewer.squares[s]) == chess::king) continue;
      fewer.squares[s] = chess::no_piece;
      try {
        search::mate::MateProblem problem{chess::ValidSetup(fewer)};
        problem.max_moves = mate.moves;
        const auto other = search::mate::shortest_mate(problem);
        EXPECT_FALSE(other.keys == key && other.moves == mate.moves)
            << record.id().value() << ", square " << s;
      } catch (const chess::FenError&) {  // a king without its shield
      }
    }
  }
  for (const std::uint64_t moves : {2, 3, 4, 5, 6}) EXPECT_GE(by_length[moves], 50) << moves;
  for (const std::uint64_t moves : {7, 8}) EXPECT_GE(by_length[moves], 3) << moves;
}

/// Some of the shorter ones; the rest is for plylab mate --suite long-mates --solver shortest.
TEST(ShippedMates, LongOnesHaveOneKey) {
  std::map<std::uint64_t, int> by_length;
  for (const epd::Record& record : testing::shipped_suite("long-mates")) {
    const auto moves = record.mate_distance().value();
    EXPECT_TRUE(chess::examine(record.setup).empty()) << record.id().value();
    if (++by_length[moves] % 4 != 0 || moves > 10) continue;
    const chess::ValidSetup position(record.setup);
    const auto mate = search::mate::shortest_mate({position});
    EXPECT_EQ(mate.keys, epd::best_moves(record, chess::Mailbox(position).generate()).moves)
        << record.id().value();
    EXPECT_EQ(mate.moves, static_cast<int>(moves)) << record.id().value();
  }
  for (std::uint64_t moves = 8; moves <= 15; ++moves) EXPECT_GE(by_length[moves], 2) << moves;
}

TEST(ShippedMates, AreNoTwins) {
  std::set<std::string> seen;
  for (const char* suite : {"mates", "long-mates"})
    for (const epd::Record& record : testing::shipped_suite(suite))
      EXPECT_TRUE(seen.insert(epd_fields(record.setup)).second) << record.id().value();
}

}  // namespace
}  // namespace plylab::suites::mine
