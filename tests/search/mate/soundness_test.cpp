// What solving says of a problem as a work.
#include <gtest/gtest.h>

#include "search/mate/composition.h"
#include "tests/search/mate/mate_problems.h"

namespace plylab::search::mate {
namespace {

std::string verdict_of(const char* fen, const char* stipulation,
                       std::optional<std::size_t> meant = {}, std::uint64_t nodes = 1'000'000) {
  Composition asked = testing::composition(chess::parse_fen(fen), stipulation);
  asked.limits.nodes = nodes;
  return verdict(solve(asked), meant);
}

constexpr const char* rook = "8/8/8/8/8/2K5/7R/k7 b - -";

TEST(Soundness, OneKeyIsSound) {
  EXPECT_EQ(verdict_of(testing::morphy, "#2"), "C+");
  EXPECT_EQ(verdict_of(testing::morphy, "#"), "C+");
}

TEST(Soundness, TellsHowForcedPlayIsCooked) {
  EXPECT_EQ(verdict_of(testing::morphy, "#1"), "no solution");
  EXPECT_EQ(verdict_of(testing::morphy, "#3"), "short solution: #2");
  EXPECT_EQ(verdict_of("7k/8/6K1/8/8/8/8/1RQ5 w - -", "#1"), "cooked: 2 keys");
  EXPECT_EQ(verdict_of("7k/8/6K1/8/8/8/8/1RQ5 w - -", "#1", 2), "C+");
  EXPECT_EQ(verdict_of("7k/8/6K1/8/8/8/8/1RQ5 w - -", "#1", 3), "2 keys of 3");
}

TEST(Soundness, TellsHowHelpPlayIsCooked) {
  EXPECT_EQ(verdict_of(rook, "h#2"), "11 solutions");
  EXPECT_EQ(verdict_of(rook, "h#2", 11), "C+");
  EXPECT_EQ(verdict_of(rook, "h#2", 12), "11 solutions of 12");
  EXPECT_EQ(verdict_of(rook, "h#2", 1), "dual: 11 solutions");  // all begin with 1.Kb1
  EXPECT_EQ(verdict_of(rook, "h#1"), "no solution");
  EXPECT_EQ(verdict_of("8/8/8/8/8/2K5/7R/k7 w - -", "h#1.5"), "C+");
}

TEST(Soundness, SaysNothingThatIsNotCertain) {
  EXPECT_EQ(verdict_of("n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -", "#5", {}, 100),
            "unknown");
}

}  // namespace
}  // namespace plylab::search::mate
