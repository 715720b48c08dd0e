// plylab lint --endgames: what records state, held against endgame tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/endgame_folder.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab::suites::lint {
namespace {

using testing::endgame_folder;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::plylab;
using testing::TemporaryFile;

constexpr const char* pawn_wins = "8/8/8/8/8/2k5/2p5/2K5 b - - ";

TEST(LintEndgames, RefutesWhatTablesKnow) {
  const std::string fields = pawn_wins;
  const TemporaryFile suite(fields + "bm Kd3; dm 5; id \"1\";\n" +  //
                            fields + "bm Kd3; dm 9; id \"2\";\n" +  //
                            fields + "bm Kb4; id \"3\";\n" +        //
                            fields + "am Kd3; id \"4\";\n" +        //
                            fields + "bm Kb3; dm 8; id \"5\";\n" +  //
                            "8/8/8/8/8/3k4/8/2KN4 w - - dm 3; id \"6\";\n");
  const auto found = plylab({"lint", suite.path(), "--endgames", endgame_folder(), "--nodes", "0"});
  EXPECT_EQ(found.status, 1);
  for (const char* told :
       {":1: error: dm 5: mate takes 8 moves, by the endgame tables\n",
        ":2: error: dm 9: there is a mate in 8 by Kd3, by the endgame tables\n",
        ":3: error: bm: Kb4 draws, Kd3 mates in 8, by the endgame tables\n",
        ":4: error: am: Kd3 mates in 8, and no move does better, by the endgame tables\n",
        ":5: error: dm 8: Kb3 does not mate in 8, by the endgame tables\n",
        ":6: error: dm 3: there is no mate in 3, by the endgame tables\n"})
    EXPECT_THAT(found.out, HasSubstr(suite.path() + told));
  EXPECT_THAT(plylab({"lint", suite.path(), "--nodes", "0"}).out, Not(HasSubstr("endgame tables")));
}

TEST(LintEndgames, AcceptsWhatIsRight) {
  const std::string fields = pawn_wins;
  const TemporaryFile suite(fields + "bm Kd3; dm 8; id \"1\";\n" +               //
                            "8/8/8/8/8/2k5/2p5/2K5 b - - bm Kb3; id \"2\";\n" +  //
                            "kbK5/pp6/1P6/8/8/8/8/R7 w - - bm Ra6; dm 2; id \"3\";\n");
  const auto found =
      plylab({"lint", suite.path(), "--endgames", endgame_folder(), "--level", "error"});
  EXPECT_THAT(found.out, Not(HasSubstr("error: ")));
  const auto refused = plylab({"lint", suite.path(), "--endgames", "/nowhere"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err,
              ::testing::StartsWith(
                  "plylab: /nowhere: no endgame tables (*.endgame) are there: it is not a folder"));
}

}  // namespace
}  // namespace plylab::suites::lint
