// Solutions in the words of problems.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/mate/composition.h"
#include "tests/search/mate/mate_problems.h"

namespace plylab::search::mate {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

enum Show : unsigned { lines = 0, tree = 1, set_play = 2, tries = 4 };

std::vector<std::string> solved(const char* fen, const char* stipulation, unsigned show = lines) {
  Composition asked = testing::composition(chess::parse_fen(fen), stipulation);
  asked.tree = (show & tree) != 0;
  asked.set_play = (show & set_play) != 0;
  asked.tries = (show & tries) != 0;
  return to_lines(asked, solve(asked));
}

TEST(ProblemText, BeginsHelpmatesWithBlack) {
  EXPECT_THAT(solved("8/8/8/8/8/2K5/7R/k7 b - -", "h#2"), Contains("1.Kb1 Kb3 2.Ka1 Rh1#"));
}

TEST(ProblemText, BeginsHalfMovesWithDots) {
  EXPECT_THAT(solved("8/8/8/8/8/2K5/7R/k7 w - -", "h#1.5"), ElementsAre("1...Kb3 2.Kb1 Rh1#"));
}

TEST(ProblemText, ShowsTheSetPlayOfHelpmates) {
  EXPECT_EQ(solved("8/8/8/8/8/2K5/7R/k7 b - -", "h#2", set_play)[1], "  1...Kb3 2.Kb1 Rh1#");
  EXPECT_THAT(solved("8/8/8/8/8/1K6/7R/1k6 w - -", "h#1.5", set_play)[1], "  2.Ka1 Rh1#");
}

TEST(ProblemText, NumbersEachMoveOfASeries) {
  EXPECT_THAT(solved("8/8/8/8/8/1K6/7R/2k5 b - -", "ser-h#2"), Contains("1.Kb1 2.Ka1 Rh1#"));
  EXPECT_THAT(solved("7k/8/8/6K1/8/8/8/R7 w - -", "ser-#3"), Contains("1.Kf6 2.Kg6 3.Ra8#"));
}

TEST(ProblemText, DoesNotCareForTheMoveNumberOfTheFen) {
  EXPECT_THAT(solved("8/8/8/8/8/2K5/7R/k7 w - - 3 40", "h#1.5"), ElementsAre("1...Kb3 2.Kb1 Rh1#"));
}

TEST(ProblemText, TellsKeyVariationsSetPlayAndTries) {
  EXPECT_THAT(solved(testing::morphy, "#2", tree),
              ElementsAre("1.Ra6! zugzwang", "  1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#",
                          "  1...bxa6 2.b7#"));
  EXPECT_THAT(
      solved(testing::morphy, "#2", tree | set_play | tries),
      ElementsAre("set play", "  1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#", "1.Ra6! zugzwang",
                  "  1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#", "  1...bxa6 2.b7#",
                  "1.Ra5? zugzwang", "  1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#", "  but 1...a6!",
                  "1.Rxa7+?", "  but 1...Bxa7!"));
}

TEST(ProblemText, TellsTriesWithoutVariations) {
  EXPECT_THAT(solved(testing::morphy, "#2", tries),
              ElementsAre("1.Ra6 Bh2 2.Rxa7#", "1.Ra5? zugzwang", "  but 1...a6!", "1.Rxa7+?",
                          "  but 1...Bxa7!"));
}

TEST(ProblemText, TellsTheTreesOfSelfmates) {
  EXPECT_THAT(solved("7Q/7p/7B/8/4R3/3k4/8/K3Q2q w - -", "s#2", tree),
              ElementsAre("1.Qd4+!", "  1...Kc2 2.Qb1+", "    2...Qxb1#"));
}

TEST(ProblemText, TellsThreatsDualsAndCooks) {
  EXPECT_THAT(solved("8/8/7k/8/8/8/R7/KQ6 w - -", "#2", tree),
              ElementsAre("1.Qg1! threat: 2.Rh2#", "  1...Kh5, Kh7 2.Rh2#",
                          "1.Rg2! threat: 2.Qh1#, Qg6#", "  1...Kh5 2.Qh1# (dual: Qh7#)"));
}

TEST(ProblemText, TellsShortSolutionsApart) {
  EXPECT_THAT(solved(testing::morphy, "#3"), ElementsAre("shorter: #2", "  1.Ra6 Bh2 2.Rxa7#"));
}

TEST(ProblemText, TellsWhatLinesHaveInCommonOnce) {
  const auto texts = solved("8/8/8/8/8/2K5/7R/k7 b - -", "h#2", tree);
  ASSERT_EQ(texts.size(), 11U);
  EXPECT_EQ(texts[0], "1.Kb1 Ra2 2.Kc1 Ra1#");
  EXPECT_EQ(texts[10], "      Kb3 2.Ka1 Rh1#");
}

}  // namespace
}  // namespace plylab::search::mate
