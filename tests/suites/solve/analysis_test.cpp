// What was found, as EPD tells it.
#include "suites/solve/analysis.h"

#include <gtest/gtest.h>

namespace plylab::suites::solve {
namespace {

TEST(CentipawnEvaluation, CountsMatesInPlies) {
  const auto evaluation = [](std::optional<int> centipawns, std::optional<int> mate) {
    return centipawn_evaluation({.centipawns = centipawns, .mate = mate});
  };
  EXPECT_EQ(evaluation(-35, {}), -35);
  EXPECT_EQ(evaluation({}, {}), std::nullopt);
  // The examples of the PGN standard, 16.2.5: mate in one and in five, and being mated in them.
  EXPECT_EQ(evaluation({}, 1), 32766);
  EXPECT_EQ(evaluation({}, 5), 32758);
  EXPECT_EQ(evaluation({}, -1), -32765);
  EXPECT_EQ(evaluation({}, -5), -32757);
  // More than 32000 would be a mate.
  EXPECT_EQ(evaluation(40000, {}), 32000);
  EXPECT_EQ(evaluation(-40000, {}), -32000);
}

const epd::Record array = epd::parse_record(
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; ce 7; pv d4; id \"array\"; pm "
    "d4;");

std::string told(const engines::Reply& reply) {
  const std::string text = epd::to_string(with_analysis(array, reply));
  return text.substr(text.find(" - ") + 3);
}

TEST(WithAnalysis, TellsTheLastLine) {
  EXPECT_EQ(
      told({.lines =
                {{.depth = 1, .move = "d2d4", .centipawns = 90, .pv = {"d2d4"}},
                 {.depth = 3, .move = "g1f3", .centipawns = 12, .pv = {"g1f3", "e7e5", "f3e5"}}},
            .move = "g1f3",
            .depth = 3,
            .nodes = 400}),
      "bm e4; id \"array\"; acd 3; acn 400; ce 12; pm Nf3; pv Nf3 e5 Nxe5;");
}

TEST(WithAnalysis, TellsNothingThatIsNotKnown) {
  // The last line is about another move than the one that was played.
  EXPECT_EQ(told({.lines = {{.depth = 1, .move = "d2d4", .centipawns = 90, .pv = {"d2d4"}}},
                  .move = "e2e4",
                  .nodes = 5}),
            "bm e4; id \"array\"; acn 5; pm e4;");
  EXPECT_EQ(told({.nodes = 5}), "bm e4; id \"array\";");
}

}  // namespace
}  // namespace plylab::suites::solve
