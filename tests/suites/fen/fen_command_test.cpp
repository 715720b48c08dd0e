// plylab fen, as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "gen/base/files.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using ::testing::AllOf;
using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;
using ::testing::StartsWith;
using testing::TemporaryFile;

constexpr const char* two_knights = "6K1/8/8/3k4/5N2/2N5/8/8 b - - 0 1";
constexpr const char* no_king = "8/8/8/8/8/8/8/4K3 w - - 0 1";

Finished with_input(const std::string& input, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.begin(), {"fen", "-"});
  return testing::run_process(PLYLAB_PROGRAM, arguments, input);
}

nlohmann::json rows_of(const Finished& finished) {
  return nlohmann::json::parse(finished.out)["tables"][0]["rows"];
}

TEST(FenCommand, JudgesInATableWithReasons) {
  const Finished finished = plylab({"fen", "startpos", two_knights, no_king});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out,
              StartsWith("Positions\n"
                         "\n"
                         "where  position                           legality    kind\n"
                         "-----  ---------------------------------  ----------  ------------\n"
                         "1      startpos                           legal       -\n"
                         "2      6K1/8/8/3k4/5N2/2N5/8/8 b - - 0 1  suspicious  double_check\n"
                         "3      8/8/8/8/8/8/8/4K3 w - - 0 1        impossible  king_missing\n"
                         "\n"
                         "* 2: no last move of White gives check from both c3 and f4\n"
                         "* 3: Black has no king\n"
                         "* 1 legal, 1 suspicious, 1 impossible\n"));
  EXPECT_EQ(finished.err, "");
}

TEST(FenCommand, NamesASuiteWithoutPositions) {
  const TemporaryFile empty("# only a remark\n");
  const Finished finished = plylab({"fen", "--suite", empty.path()});
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.err, "plylab: fen: '" + empty.path() + "' holds no position\n");
}

TEST(FenCommand, TakesPositionsAsOtherCommandsDo) {
  const auto by_option = plylab({"fen", "--fen", "startpos", "--fen", no_king, "--format", "json"});
  EXPECT_EQ(by_option.status, 1);
  EXPECT_EQ(rows_of(by_option), rows_of(plylab({"fen", "startpos", no_king, "--format", "json"})));
  EXPECT_EQ(plylab({"fen", "startpos", "--fen", no_king}).status, 2);
}

TEST(FenCommand, GivesTheNormalisedFen) {
  const Finished finished =
      plylab({"fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out,
              HasSubstr("normalised: "
                        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
}

TEST(FenCommand, GivesProgramsAllColumns) {
  const Finished finished =
      plylab({"fen", no_king, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 3 9", "nonsense", "--format", "json"});
  EXPECT_EQ(finished.status, 1);
  const auto rows = rows_of(finished);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0]["legality"], "impossible");
  EXPECT_EQ(rows[0]["kinds"], "king_missing");
  EXPECT_EQ(rows[0]["issues"], "Black has no king");
  EXPECT_EQ(rows[0]["fen"], nullptr);
  EXPECT_EQ(rows[1]["legality"], "suspicious");
  EXPECT_EQ(rows[1]["kinds"], "halfmove_clock");
  EXPECT_EQ(rows[1]["fen"], "4k3/8/8/8/3pP3/8/8/4K3 b - e3 3 9");
  EXPECT_EQ(rows[2]["where"], "3");
  EXPECT_EQ(rows[2]["position"], "nonsense");
  EXPECT_EQ(rows[2]["issues"], "rank 8 has 'o', which is not a piece");
}

TEST(FenCommand, JudgesEveryLineOfItsInput) {
  const Finished finished = with_input(
      "# comment\n"
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"array\";\n"
      "4k3/8/9/8/8/8/8/4K3 w - -\n"
      "\n"
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 1\n"
      "4k3/8/8/8/8/8/8/4K3 w - - id \"not closed;\n"
      "4k2P/8/8/8/8/8/8/8 w - - id \"two faults\";\n",
      {"--format", "json"});
  EXPECT_EQ(finished.status, 1);
  const auto rows = rows_of(finished);
  const char* expected[][4] = {
      {"stdin:2", "array", "legal", ""},
      {"stdin:3", "4k3/8/9/8/8/8/8/4K3 w - -", "impossible", "board"},
      {"stdin:5", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 1", "suspicious",
       "halfmove_clock"},
      {"stdin:6", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "legal", ""},
      {"stdin:7", "4k2P/8/8/8/8/8/8/8 w - -", "impossible", "pawn_on_edge_rank king_missing"}};
  ASSERT_EQ(rows.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(rows[i]["where"], expected[i][0]);
    EXPECT_EQ(rows[i]["position"], expected[i][1]);
    EXPECT_EQ(rows[i]["legality"], expected[i][2]);
    EXPECT_EQ(rows[i]["kinds"], expected[i][3]);
  }
  EXPECT_THAT(finished.err, HasSubstr("stdin:6: id: the quote in"));
}

TEST(FenCommand, JudgesShippedSuites) {
  EXPECT_EQ(plylab({"fen", "--suite", "bratko-kopec"}).status, 0);
  const Finished finished = plylab({"fen", "--suite", "perft"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("* 80 legal, 10 suspicious, 0 impossible\n"),
                                  HasSubstr("perft.epd:35: no move of Black can have led")));
}

TEST(FenCommand, WritesEveryFormat) {
  const Finished csv = plylab({"fen", two_knights, "--format", "csv"});
  EXPECT_THAT(csv.out, HasSubstr("\n1,6K1/8/8/3k4/5N2/2N5/8/8 b - - 0 1,suspicious,double_check,no "
                                 "last move of White gives check from both c3 and f4,"));
  const Finished markdown = plylab({"fen", two_knights, "--format", "markdown"});
  EXPECT_THAT(markdown.out, HasSubstr("no last move of White gives check"));
}

TEST(FenCommand, IsShownAgainByReport) {
  for (const std::vector<std::string>& fens :
       {std::vector<std::string>{two_knights}, {"startpos"}, {"startpos", two_knights, no_king}}) {
    const TemporaryFile file("", "fen");
    std::vector<std::string> call{"fen", "--quiet"},
        stored{"--format", "json", "--out", file.path()};
    call.insert(call.end(), fens.begin(), fens.end());
    const Finished shown = plylab(call);
    call.insert(call.end(), stored.begin(), stored.end());
    EXPECT_EQ(plylab(call).out, "");
    EXPECT_EQ(plylab({"report", file.path(), "--quiet"}).out, shown.out);
    EXPECT_FALSE(nlohmann::json::parse(read_file(file.path()))["text"].empty());
  }
}

TEST(FenCommand, ReadsALongSuite) {
  std::string input;
  for (int i = 0; i < 10'000; ++i)
    input += "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n";
  const Finished finished = with_input(input);
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, HasSubstr("* 10000 legal, 0 suspicious, 0 impossible\n"));
}

TEST(FenCommand, HasHelpWithAnExample) {
  const Finished finished = plylab({"fen", "--help"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, HasSubstr("\n  plylab fen "));
}

TEST(FenCommand, RefusesWrongUseInOneLine) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"fen"}, "fen: no position: give a FEN, --suite, or - with input"},
      {{"fen", "-"}, "fen: no position: give a FEN, --suite, or - with input"},
      {{"fen", "--suite", "/no/such.epd"}, "cannot read '/no/such.epd': No such file or directory"},
      {{"fen", "startpos", "--format", "xml"},
       "--format: no 'xml'; there are text, json, csv, markdown, latex, html"},
  };
  for (const auto& [arguments, message] : cases) {
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2) << message;
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
    EXPECT_EQ(finished.out, "");
  }
}

}  // namespace
}  // namespace plylab
