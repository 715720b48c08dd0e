// The command soak.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/process.h"

namespace plylab::perft::soak {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;

TEST(SoakCommand, ReportsTheNumberOfPositions) {
  const Finished finished =
      plylab({"soak", "--positions", "20000", "--jobs", "1", "--every", "50", "--format", "json"});
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
}

TEST(SoakCommand, RefusesWrongUseInOneLine) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--game", "go"}, "--game: no 'go'"},
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
