// plylab mate, as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "gen/epd/epd.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using ::testing::HasSubstr;
using testing::plylab;
using ::testing::StartsWith;

constexpr const char* morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
constexpr const char* dabbaba_3 = "q7/1p2pppb/7p/1P5k/4PP1b/2P3PP/1N1N3K/6B1 w - - 0 1";

std::string written(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::path(::testing::TempDir()) / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

nlohmann::json tables_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--format", "json"});
  return nlohmann::json::parse(plylab(arguments).out)["tables"];
}

TEST(MateCommand, PrintsTheTreeAndTheAnswers) {
  const auto finished = plylab(
      {"mate", "--fen", morphy, "--solver", "exhaustive,checks", "--nodes", "10000", "--tree"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_THAT(finished.out,
              StartsWith("1  kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\n"
                         "  1. Ra6! mates in 2, the only key\n"
                         "  zugzwang: there is no threat\n"
                         "    1... Bh2, Bg3, Bf4, Be5, Bd6, Bc7  2. Rxa7#\n"
                         "    1... bxa6  2. b7#\n"
                         "  try: 1. Ra5? fails to 1... a6\n"
                         "  try: 1. Rxa7+? fails to 1... Bxa7\n"
                         "1 exhaustive  1. Ra6 bxa6 2. b7#\n"
                         "\n"
                         "Mates\n"
                         "\n"
                         "position  solver      status    moves  key  as_stated  nodes  seconds\n"
                         "                                                                    s\n"
                         "--------  ----------  --------  -----  ---  ---------  -----  -------\n"
                         "1         exhaustive  shortest      2  Ra6  -"));
  EXPECT_THAT(finished.out, HasSubstr("\n1         checks      unknown       -  -    -"));
}

TEST(MateCommand, KnowsEveryStatus) {
  const auto status = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "mate");
    return tables_of(arguments)[0]["rows"][0]["status"];
  };
  EXPECT_EQ(status({"2", "--fen", morphy}), "shortest");
  EXPECT_EQ(status({"1", "--fen", morphy}), "none within");
  EXPECT_EQ(status({"2", "--fen", morphy, "--solver", "dfpn"}), "line valid");
  EXPECT_EQ(status({"--fen", morphy, "--solver", "checks"}), "unknown");
  EXPECT_EQ(status({"--fen", dabbaba_3, "--solver", "checks", "--quiet-captures"}), "found");
}

TEST(MateCommand, ComparesWithWhatTheSuiteStates) {
  const std::string fields = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
  const std::string suite =
      written("mates_stated.epd", fields + " bm Ra6; dm 2; id \"right\";\r\n" +      //
                                      fields + " bm Rb1; dm 2; id \"key\";\r\n" +    //
                                      fields + " dm 1; id \"too short\";\r\n" +      //
                                      fields + " am Ra6; dm 2; id \"avoid\";\r\n" +  //
                                      fields + " id \"nothing\";\r\n" +              //
                                      fields + " dm 3; id \"too long\";");
  EXPECT_EQ(plylab({"mate", "--suite", suite}).status, 1);
  const auto tables = tables_of({"mate", "--suite", suite, "--jobs", "2"});
  std::vector<nlohmann::json> stated;
  for (const auto& row : tables[0]["rows"]) stated.push_back(row["as_stated"]);
  EXPECT_EQ(stated, (std::vector<nlohmann::json>{true, false, false, false, nullptr, false}));
  EXPECT_EQ(tables[1]["rows"][0]["line"], "1. Ra6 bxa6 2. b7#");
  EXPECT_EQ(tables[2]["rows"][0]["positions"], 6);
  EXPECT_EQ(tables[2]["rows"][0]["as_stated"], 1);
}

TEST(MateCommand, GivesTheSameAnswersOnAnyNumberOfThreads) {
  const auto rows = [](const char* jobs) {
    auto table = tables_of({"mate", "--suite", "demo", "--solver", "all", "--nodes", "20000",
                            "--jobs", jobs})[0]["rows"];
    for (auto& row : table) row.erase("seconds");
    return table;
  };
  EXPECT_EQ(rows("1"), rows("3"));
}

TEST(MateCommand, SolvesSelfmatesAndHelpmates) {
  const auto self =
      plylab({"mate", "2", "--kind", "self", "--fen", "7Q/7p/7B/8/4R3/3k4/8/K3Q2q w - - 0 1"});
  EXPECT_THAT(self.out, StartsWith("1  1. Qd4+ Kc2 2. Qb1+ Qxb1#\n\nSelfmates\n"));
  const auto help =
      plylab({"mate", "2", "--kind", "help", "--fen", "8/8/8/8/8/2K5/7R/k7 b - - 0 1"});
  EXPECT_THAT(help.out, HasSubstr("1  1... Kb1 2. Kb3 Ka1 3. Rh1#\n\nHelpmates\n"));
}

TEST(MateCommand, RefusesWhatIsWrong) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"mate"}, "mate: no position: give --fen or --suite"},
      {{"mate", "--fen", "x"}, "FEN: rank 8 has 'x', which is no piece"},
      {{"mate", "0", "--fen", morphy}, "moves: Value 0 not in range 1 to 100"},
      {{"mate", "--fen", morphy, "--solver", "magic"},
       "--solver: no 'magic'; there are exhaustive, dfpn, checks"},
      {{"mate", "--fen", morphy, "--kind", "help", "--tree"},
       "--tree is for direct mates, not for --kind help"},
      {{"mate", "--fen", morphy, "--kind", "self", "--quiet-captures"},
       "--quiet-captures is for direct mates, not for --kind self"}};
  for (const auto& [arguments, message] : cases) {
    const auto finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2) << message;
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
  }
}

}  // namespace
}  // namespace plylab
