// plylab prove: a row for each answer, and what it needs to know.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "search/prove/question.h"
#include "tests/support/report.h"

namespace plylab::testing {
namespace {

TEST(ProveCommand, HasARowForEachAnswer) {
  const auto report = report_of(
      {"prove", "--game", "tictactoe", "--position", ".../.../...", "--position", "x.o/.x./..o"});
  const auto rows = rows_of(report, "answers");
  ASSERT_EQ(rows.size(), 2 * search::prove::goals.size() * search::prove::solvers.size());
  std::map<std::string, std::string> answers;  // by question
  for (const auto& row : rows) {
    const std::string question =
        row["position"].get<std::string>() + row["goal"].get<std::string>();
    const std::string answer = row["answer"];
    EXPECT_EQ(answers.try_emplace(question, answer).first->second, answer) << row;
    EXPECT_EQ(row["move"].is_null(), answer == "no") << row;
    EXPECT_EQ(row["within"], row["position"] == ".../.../..." ? 9 : 5);
  }
  EXPECT_EQ(answers.at(".../.../...win"), "no");
  EXPECT_EQ(answers.at(".../.../...draw"), "yes");
}

TEST(ProveCommand, SaysWhatStayedOpen) {
  const auto report = report_of({"prove", "--game", "synthetic-tree", "--nodes", "1000"});
  for (const auto& row : rows_of(report, "answers")) {
    EXPECT_EQ(row["answer"], "open");
    EXPECT_EQ(row["nodes"], 1000);
  }
  const auto full = report_of({"prove", "--game", "synthetic-tree", "--position",
                               "tree(width=60,depth=6)", "--hash", "1", "--solver", "pn"});
  EXPECT_EQ(rows_of(full, "answers")[0]["answer"], "open");
  EXPECT_EQ(table_of(full, "answers")["notes"][0],
            "memory was full: pn; --hash gives more than 1 MiB");
}

}  // namespace
}  // namespace plylab::testing
