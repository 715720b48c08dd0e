// The command soak.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/process.h"

namespace plylab::perft::soak {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::plylab;
using ::testing::StartsWith;

TEST(SoakCommand, TellsHowMuchItHasLookedAt) {
  const Finished finished = plylab(
      {"soak", "--positions", "20000", "--threads", "1", "--every", "50", "--format", "json"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  const auto tables = nlohmann::json::parse(finished.out)["tables"];
  EXPECT_EQ(tables[0]["rows"].size(), 0U);
  const auto& summary = tables[1]["rows"][0];
  EXPECT_EQ(summary["game"], "chess");
  EXPECT_GE(summary["positions"], 20'000);
  std::map<std::string, int> checked;
  for (const auto& row : tables[2]["rows"]) checked[row["check"]] = row["positions"];
  EXPECT_EQ(checked["state"] + checked["children"], summary["positions"]);
  EXPECT_EQ(checked["rules"], checked["state"] / 50);
  EXPECT_FALSE(checked.contains("engine"));
}

TEST(SoakCommand, AsksAnEngine) {
  const Finished right = plylab({"soak", "--positions", "20000", "--threads", "1", "--engine",
                                 PLYLAB_WRONG_ENGINE, "--engine-every", "20"});
  EXPECT_EQ(right.status, 0) << right.out << right.err;
  EXPECT_THAT(right.out, HasSubstr("\nengine "));
  const Finished wrong =
      plylab({"soak", "--positions", "20000", "--threads", "1", "--engine",
              PLYLAB_WRONG_ENGINE " --fault ep-forgotten", "--engine-every", "5"});
  EXPECT_EQ(wrong.status, 1) << wrong.err;
  EXPECT_THAT(wrong.out, StartsWith("engine: the engine counts otherwise\n  position  "));
  EXPECT_THAT(wrong.out, HasSubstr("e.p."));
}

TEST(SoakCommand, NamesAFailureOfTheEngine) {
  const std::vector<std::string> call{"soak",     "--positions", "300",        "--threads", "1",
                                      "--engine", "true",        "--protocol", "count"};
  const Finished finished = plylab(call);
  EXPECT_EQ(finished.status, 1) << finished.err;
  EXPECT_THAT(finished.out,
              StartsWith("engine: the engine has failed: true writes no count at depth 2\n"
                         "  position  "));
  EXPECT_THAT(finished.out, Not(HasSubstr("otherwise")));
}

TEST(SoakCommand, AsksAnEngineHoweverShortTheRun) {
  const Finished finished = plylab({"soak", "--positions", "300", "--threads", "1", "--engine",
                                    PLYLAB_WRONG_ENGINE, "--format", "json"});
  EXPECT_EQ(finished.status, 0) << finished.out << finished.err;
  const auto tables = nlohmann::json::parse(finished.out)["tables"];
  const auto& last = tables[2]["rows"].back();
  EXPECT_EQ(last["check"], "engine");
  EXPECT_EQ(last["positions"], 1);
}

TEST(SoakCommand, RefusesWrongUseInOneLine) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--game", "go"}, "--game: no 'go'"},
      {{"--game", "reversi", "--engine", "stockfish"}, "--engine: is for chess only"},
      {{"--engine", "/no/such"}, "--engine '/no/such' "},
      {{"--positions", "0"}, "--positions: "},
  };
  for (auto [arguments, message] : cases) {
    arguments.insert(arguments.begin(), "soak");
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.err, HasSubstr("plylab: " + message));
    EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1);
  }
}

}  // namespace
}  // namespace plylab::perft::soak
