// plylab mate with a stipulation, as friends of problems meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/suites/mate/problem_command.h"

namespace plylab {
namespace {

using ::testing::HasSubstr;
using testing::plylab;
using testing::row_of;
using ::testing::StartsWith;
using testing::tables_of;
using testing::temporary;

constexpr const char* morphy_board = "kbK5/pp6/1P6/8/8/8/8/R7";
constexpr const char* rook = "8/8/8/8/8/2K5/7R/k7";

TEST(Problems, TakeTheBoardAlone) {
  const auto finished = plylab({"mate", "--fen", morphy_board, "--stipulation", "#2"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_THAT(finished.out, StartsWith("1  kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1  #2\n"
                                       "  1.Ra6 Bh2 2.Rxa7#\n"
                                       "  C+\n"
                                       "\n"
                                       "Problems\n"
                                       "\n"
                                       "position  stipulation  verdict  solutions"));
}

TEST(Problems, BeginWithTheSideOfTheStipulation) {
  EXPECT_THAT(plylab({"mate", "--fen", rook, "--stipulation", "h#2"}).out,
              StartsWith("1  8/8/8/8/8/2K5/7R/k7 b - - 0 1  h#2\n"
                         "  1.Kb1 Ra2 2.Kc1 Ra1#\n"));
  EXPECT_THAT(plylab({"mate", "--fen", rook, "--stipulation", "h#1.5"}).out,
              StartsWith("1  8/8/8/8/8/2K5/7R/k7 w - - 0 1  h#1.5\n"
                         "  1...Kb3 2.Kb1 Rh1#\n"
                         "  C+\n"));
  EXPECT_EQ(row_of("8/8/8/8/8/2K5/7R/k7 w", "h#")["stipulation"], "h#1.5");
  EXPECT_EQ(row_of(rook, "h#")["stipulation"], "h#2");
}

TEST(Problems, MayLackTheKingThatIsNotMated) {
  const auto run = [](const char* fen, const char* stipulation) {
    return plylab({"mate", "--fen", fen, "--stipulation", stipulation});
  };
  const auto helpmate = run("1k6/7R/8/8/8/8/8/R7", "h#1");
  EXPECT_EQ(helpmate.status, 0) << helpmate.err;
  EXPECT_THAT(helpmate.out, HasSubstr("1.Kc8 Ra8#\n  C+"));
  const auto mated = run("1K6/7R/8/8/8/8/8/R7", "h#1");
  EXPECT_EQ(mated.status, 2);
  EXPECT_EQ(
      mated.err,
      "plylab: h#1: Black is to be mated, but has no king in 1K6/7R/8/8/8/8/8/R7 b - - 0 1\n");
  const auto direct = run("1k6/7R/8/8/8/8/8/R7", "#1");
  EXPECT_EQ(direct.status, 2);
  EXPECT_EQ(direct.err, "plylab: FEN: White has no king\n");
}

// The black king is in check, so White cannot begin.
TEST(Problems, LeaveOutOnlyTheDuplexThatCannotBegin) {
  const auto rows = tables_of({"--fen", rook, "--fen", "2k5/8/8/4K3/8/8/2R5/8", "--stipulation",
                               "h#2", "--duplex"})[0]["rows"];
  std::vector<std::pair<std::string, std::string>> verdicts;
  for (const auto& row : rows) verdicts.emplace_back(row["position"], row["verdict"]);
  EXPECT_THAT(verdicts, ::testing::ElementsAre(::testing::Pair("1", "11 solutions"),
                                               ::testing::Pair("1 duplex", "no solution"),
                                               ::testing::Pair("2", "C+"),
                                               ::testing::Pair("2 duplex", "skipped")));
}

// dm and bm are about a mate by the side to move.
TEST(Problems, AreNotJudgedByOtherPlay) {
  const std::string suite =
      temporary("twin.epd", "kbK5/pp6/1P6/8/8/8/8/R7 w - - bm Ra6; dm 2; id \"one\";\n");
  const auto rows = tables_of({"--suite", suite, "--stipulation", "#2", "--duplex"})[0]["rows"];
  EXPECT_EQ(rows[0]["as_stated"], true);
  EXPECT_EQ(rows[1]["as_stated"], nullptr);
  EXPECT_EQ(tables_of({"--suite", suite, "--stipulation", "h#1.5"})[0]["rows"][0]["as_stated"],
            nullptr);
}

TEST(Problems, WithOtherPlayAreNotForSolvers) {
  const std::string suite =
      temporary("help.epd",
                "8/8/8/8/8/2K5/7R/k7 b - - stipulation \"h#2\"; id \"help\";\n"
                "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; id \"mate\";\n");
  const auto finished = plylab({"mate", "--suite", suite, "--solver", "dfpn", "--format", "csv"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err,
              HasSubstr("h#2: solvers and engines look for direct mates only; problem "
                        "help is skipped"));
  EXPECT_THAT(finished.out, HasSubstr("\nmate,dfpn,line valid,2"));
  EXPECT_THAT(finished.out, ::testing::Not(HasSubstr("\nhelp,dfpn")));
}

TEST(Problems, AreDirectMatesOfEitherSide) {
  EXPECT_EQ(row_of("r7/8/8/8/8/1p6/PP6/KBk5 b", "#2")["verdict"], "C+");
}

TEST(Problems, AreOfEveryKind) {
  const std::vector<std::tuple<const char*, const char*, const char*>> cases{
      {"7Q/7p/7B/8/4R3/3k4/8/K3Q2q", "s#2", "1.Qd4+ Kc2 2.Qb1+ Qxb1#"},
      {"K7/8/k7/2Q5/8/6q1/8/8", "s=1", "1.Qb6+ Kxb6="},
      {"8/8/5K2/8/2N2k2/8/8/2R5", "ser-h#3", "1.Kg4 2.Kh5 3.Kh6 Rh1#"},
      {"4k3/8/8/8/1K6/6b1/8/1R2B3", "pser-h#3", "1.Bxe1+ Kc5 2.Bf2+ Kd6 3.Kd8 Rb8#"},
      {"2k5/8/8/4K3/8/8/2R5/8", "h#2", "1.Kd8 Ke6 2.Ke8 Rc8#"}};
  for (const auto& [fen, stipulation, line] : cases) {
    const auto tables = tables_of({"--fen", fen, "--stipulation", stipulation});
    EXPECT_EQ(tables[0]["rows"][0]["verdict"], "C+") << stipulation;
    EXPECT_EQ(tables[1]["rows"][0]["line"], line);
  }
}

TEST(Problems, OfRecordsAreJudgedAsTheyStateThem) {
  const std::string mate = "k7/8/1K6/8/8/8/8/7R w - - ";
  for (const auto& [record, verdict] : std::vector<std::pair<std::string, const char*>>{
           {"k7/8/1K6/8/8/8/8/6QR w - - stipulation \"#1\";", "cooked: 2 keys"},
           {mate + "stipulation \"#1\"; solutions 3;", "1 key of 3"},
           {mate + "stipulation \"#3\";", "short solution: #1"}}) {
    const auto finished = plylab({"mate", "--suite", temporary("stated.epd", record + "\n")});
    EXPECT_EQ(finished.status, 1) << record;
    EXPECT_THAT(finished.out, HasSubstr(verdict)) << record;
  }
}

TEST(Problems, ShowTheirTrees) {
  EXPECT_THAT(plylab({"mate", "--fen", morphy_board, "--stipulation", "#2", "--tree", "full"}).out,
              StartsWith("1  kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1  #2\n"
                         "  set play\n"
                         "    1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#\n"
                         "  1.Ra6! zugzwang\n"
                         "    1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#\n"
                         "    1...bxa6 2.b7#\n"
                         "  1.Ra5? zugzwang\n"
                         "    1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#\n"
                         "    but 1...a6!\n"
                         "  1.Rxa7+?\n"
                         "    but 1...Bxa7!\n"
                         "  C+\n"));
  EXPECT_THAT(
      plylab({"mate", "--fen", "8/8/7k/8/8/8/R7/KQ6", "--stipulation", "#2", "--tree", "solution"})
          .out,
      StartsWith("1  8/8/7k/8/8/8/R7/KQ6 w - - 0 1  #2\n"
                 "  1.Qg1! threat: 2.Rh2#\n"
                 "    1...Kh5, Kh7 2.Rh2#\n"
                 "  1.Rg2! threat: 2.Qh1#, Qg6#\n"
                 "    1...Kh5 2.Qh1# (dual: Qh7#)\n"
                 "  cooked: 2 keys\n"));
}

TEST(Problems, SayHowTheyAreCooked) {
  EXPECT_EQ(row_of(morphy_board, "#1")["verdict"], "no solution");
  EXPECT_EQ(row_of(morphy_board, "#3")["verdict"], "short solution: #2");
  EXPECT_EQ(row_of("8/8/7k/8/8/8/R7/KQ6", "#2")["verdict"], "cooked: 2 keys");
  EXPECT_EQ(row_of("8/8/7k/8/8/8/R7/KQ6", "#2", {"--solutions", "2"})["verdict"], "C+");
  EXPECT_EQ(row_of(rook, "h#2")["verdict"], "11 solutions");
  EXPECT_EQ(row_of(rook, "h#2", {"--solutions", "12"})["verdict"], "11 solutions of 12");
  EXPECT_EQ(row_of(rook, "h#2", {"--solutions", "1"})["verdict"], "dual: 11 solutions");
  EXPECT_EQ(row_of(rook, "h#2", {"--max-solutions", "3"})["verdict"],
            "unknown: at least 3 solutions");
  EXPECT_EQ(row_of(morphy_board, "#2", {"--nodes", "10"})["verdict"], "unknown");
  // A number that a limit has cut is none.
  EXPECT_EQ(row_of(rook, "h#2")["solutions"], 11);
  EXPECT_EQ(row_of(rook, "h#2", {"--max-solutions", "3"})["solutions"], nullptr);
  EXPECT_EQ(row_of(rook, "h#2", {"--max-solutions", "3", "--solutions", "2"})["verdict"],
            "cooked: at least 3 solutions");
  for (const auto& [fen, stipulation, status] : {std::tuple(morphy_board, "#1", 1),
                                                 {morphy_board, "#2", 0},
                                                 {morphy_board, "#3", 1},
                                                 {rook, "h#2", 0}})
    EXPECT_EQ(plylab({"mate", "--fen", fen, "--stipulation", stipulation}).status, status)
        << stipulation;
}

TEST(Problems, DistinguishShortSolutions) {
  EXPECT_THAT(plylab({"mate", "--fen", morphy_board, "--stipulation", "#3"}).out,
              StartsWith("1  kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1  #3\n"
                         "  shorter: #2\n"
                         "    1.Ra6 Bh2 2.Rxa7#\n"
                         "  short solution: #2\n"));
}

TEST(Problems, ListAllKeysByLength) {
  const auto finished = plylab({"mate", "--fen", "k7/8/2K5/8/8/8/8/7Q w", "--stipulation", "#3"});
  const auto rows = tables_of({"--fen", "k7/8/2K5/8/8/8/8/7Q w", "--stipulation", "#3"})[1]["rows"];
  std::map<std::string, int> keys;
  for (const auto& row : rows)
    ++keys[row["play"].get<std::string>() + row["stipulation"].get<std::string>()];
  EXPECT_EQ(keys.size(), 2U);
  EXPECT_GT(keys["short#2"], 1);
  EXPECT_GT(keys["actual#3"], 1);
  EXPECT_THAT(finished.out, HasSubstr("  shorter: #2\n"));
  EXPECT_THAT(finished.out, HasSubstr("  short solution: #2\n"));
}

TEST(Problems, OfASuiteMayStateTheirStipulations) {
  const std::string suite = temporary(
      "problems.epd",
      "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; id \"two\";\n"
      "8/8/8/8/8/2K5/7R/k7 b - - stipulation \"h#2\"; solutions 11; id \"help\";\n"
      "8/8/8/8/8/2K5/7R/k7 w - - stipulation \"h#2\"; id \"wrong side\";\n"
      "7Q/7p/7B/8/4R3/3k4/8/K3Q2q w - - stipulation \"s#\"; bm Qd4+; dm 2; id \"self\";\n");
  const auto finished = plylab({"mate", "--suite", suite, "--jobs", "2"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.err, suite +
                              ":3: h#2 begins with Black, but White is to move in "
                              "8/8/8/8/8/2K5/7R/k7 w - - 0 1; problem wrong side is skipped\n");
  EXPECT_THAT(finished.out, HasSubstr("* 1 skipped, 3 sound\n"));
  std::vector<std::string> verdicts;
  const auto tables = tables_of({"--suite", suite});
  for (const auto& row : tables[0]["rows"]) {
    const auto& stipulation = row["stipulation"];
    verdicts.push_back(row["position"].get<std::string>() + " " +
                       (stipulation.is_null() ? "-" : stipulation.get<std::string>()) + " " +
                       row["verdict"].get<std::string>());
  }
  EXPECT_THAT(verdicts, ::testing::ElementsAre("two #2 C+", "help h#2 C+", "wrong side - skipped",
                                               "self s#2 C+"));
  EXPECT_EQ(tables[0]["rows"][3]["as_stated"], true);
}

TEST(Problems, RejectAnInvalidNumberOfSolutions) {
  const std::string suite =
      temporary("solutions.epd", "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; solutions -3; id \"two\";\n");
  const auto finished = plylab({"mate", "--suite", suite});
  EXPECT_EQ(finished.err, "plylab: " + suite + ":1: solutions: '-3' is not a whole number\n");
  EXPECT_EQ(finished.status, 2);
}

TEST(Problems, AllowCastlingAtHome) {
  EXPECT_EQ(row_of("5k2/8/8/8/8/8/4R1R1/4K2R", "#1")["verdict"],
            "cooked: 2 keys");  // 1.O-O# and 1.Rf1#
  EXPECT_EQ(row_of("5k2/8/8/8/8/8/4R1R1/4K2R w -", "#1")["verdict"], "C+");
}

}  // namespace
}  // namespace plylab
