// plylab verify --search, as its user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "search/run/registry.h"
#include "search/run/searchable_game.h"
#include "search/run/searches.h"
#include "search/verify/verification.h"
#include "tests/support/process.h"
#include "tests/support/report.h"
#include "tests/support/temporary_file.h"

namespace plylab::search::verify {
namespace {

using plylab::testing::Finished;
using plylab::testing::plylab;
using ::testing::HasSubstr;

const nlohmann::json& rows_named(const nlohmann::json& report, const std::string& name) {
  for (const auto& table : report["tables"])
    if (table["name"] == name) return table["rows"];
  throw std::runtime_error("no table " + name);
}

TEST(VerifySearch, AccusesNoSearchOfPlylab) {
  const Finished run = plylab({"verify", "--search", "all", "--format", "json"});
  EXPECT_EQ(run.status, 0) << run.err;
  const auto report = nlohmann::json::parse(run.out);
  EXPECT_EQ(rows_named(report, "searches").size(), names_in(search::algorithms).size());
  for (const auto& row : rows_named(report, "searches")) {
    EXPECT_EQ(row["wrong"], 0) << row;
    EXPECT_EQ(row["skipped"], 0) << row;
    EXPECT_GE(row["depth"], 2) << row;
    EXPECT_GE(row["greatest_depth"], row["search"] == "minimax" ? 7 : 9) << row;
  }
  EXPECT_TRUE(rows_named(report, "cases").empty());
}

TEST(VerifySearch, AccusesNoSearchOfPlylabInAnyGame) {
  const std::atomic<bool> goes_on = false;
  for (const SearchableGame& game : searchable_games()) {
    std::vector<Position> positions = telling_positions(searchable_games(), game.info.name);
    positions.resize(std::min<std::size_t>(positions.size(), 4));
    for (Position& position : positions) position.depth = std::min(position.depth, 3);
    for (const std::string& search : select_searches("--search", {"all"})) {
      const Verdict verdict =
          verify({.search = search, .switches = usual_switches(search)}, positions, goes_on);
      EXPECT_TRUE(verdict.is_right()) << search << " in " << game.info.name;
      EXPECT_EQ(verdict.positions, positions.size());
      EXPECT_GE(verdict.min_depth, 2) << search << " in " << game.info.name;
      for (const Shortfall& one : verdict.shortfalls)
        EXPECT_FALSE(one.is_by_search) << search << " in " << game.info.name << one.position;
    }
  }
}

TEST(VerifySearch, ShowsWhereAMisprintedListingGoesWrongAndWhy) {
  const Finished run = plylab({"verify", "--search", "negascout-misprint"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("negascout-misprint is wrong: it takes a bound for a value"));
  EXPECT_THAT(run.out, HasSubstr("node      the root, 2 plies left, window (-inf, inf)"));
  EXPECT_THAT(run.out, HasSubstr("nothing in 18 searches contradicts it"));
}

TEST(VerifySearch, GivesProgramsTheSame) {
  const Finished run = plylab({"verify", "--search", "negascout-misprint", "--format", "json"});
  EXPECT_EQ(run.status, 1) << run.err;
  const auto report = nlohmann::json::parse(run.out);
  ASSERT_EQ(rows_named(report, "causes").size(), 1u);
  EXPECT_EQ(rows_named(report, "causes")[0]["cause"], "bound_as_value");
  EXPECT_EQ(rows_named(report, "causes")[0]["certain"], true);
  const auto& smallest = rows_named(report, "cases")[0];
  EXPECT_NE(smallest["value"], smallest["right"]);
  EXPECT_EQ(smallest["node"], "");
  EXPECT_FALSE(rows_named(report, "moves").empty());
}

TEST(VerifySearch, TakesPositionsOfTheUser) {
  for (const std::vector<std::string>& where :
       {std::vector<std::string>{"--fen", "8/8/8/3k4/8/3KP3/8/8 w - - 0 1", "--depth", "3"},
        {"--game", "explicit-tree", "--position", "pvs-report"},
        {"--game", "tictactoe", "--position", "xo./.x./..o"},
        {"--game", "reversi", "--depth", "3", "--with", "table=1"},
        {"--fen", "8/8/3k4/3p4/4P3/3K4/8/8 b - - 0 1", "--depth", "2", "--with", "quiescence"}}) {
    std::vector<std::string> arguments{"verify", "--search", "pvs,alphabeta"};
    arguments.insert(arguments.end(), where.begin(), where.end());
    const Finished run = plylab(arguments);
    EXPECT_EQ(run.status, 0) << run.err << run.out;
  }
}

TEST(VerifySearch, SaysIfItDoesNotReachTheDepthAskedFor) {
  const std::string for_ci = testing::temporary("deep.xml");
  const Finished run = plylab({"verify", "--search", "pvs", "--game", "reversi", "--depth", "20",
                               "--out", "-", "--out", for_ci});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("4000000 nodes are not enough to find more right values"));
  EXPECT_THAT(read_file(for_ci), HasSubstr("<skipped message=\"compared to depth "));
}

// A search of plylab stops when it is told to: it is slow, not endless.
TEST(VerifySearch, StopsASearchThatTakesTooLong) {
  const std::string for_ci = testing::temporary("slow.xml");
  const Finished run = plylab({"verify", "--search", "pvs", "--fen", "startpos", "--depth", "9",
                               "--timeout", "0.001", "--out", "-", "--out", for_ci});
  EXPECT_NE(run.status, 0);
  EXPECT_THAT(run.out, HasSubstr("pvs-soft: stopped in startpos: a search to depth"));
  EXPECT_THAT(run.out, Not(HasSubstr("has not returned")));
  EXPECT_THAT(read_file(for_ci), HasSubstr("<skipped message=\"stopped in startpos"));
}

TEST(VerifySearch, ComparesSearchesWithoutDeepening) {
  const Finished run = plylab({"verify", "--search", "negascout-misprint", "--game",
                               "synthetic-tree", "--with", "no-deepening"});
  EXPECT_EQ(run.status, 1) << run.err << run.out;
}

// An evaluation of chess is checked by itself, and searches with it in chess.
TEST(VerifySearch, VerifiesTheEvaluationOfChessThatIsNamed) {
  const auto report = testing::report_of({"verify", "--search", "pvs", "--eval", "positional"});
  const auto& evaluations = report["tables"][0];
  EXPECT_EQ(evaluations["name"], "evaluations");
  EXPECT_EQ(evaluations["rows"][0]["evaluation"], "positional");
  EXPECT_GT(evaluations["rows"][0]["moves"], 10'000);
  EXPECT_TRUE(evaluations["rows"][0]["move"].is_null());
  const auto& searches = report["tables"][1];
  EXPECT_THAT(searches["notes"].dump(), HasSubstr("in chess only, since synthetic-tree, tictactoe "
                                                  "have no evaluation positional"));
  EXPECT_EQ(searches["rows"][0]["wrong"], 0);
  EXPECT_GT(searches["rows"][0]["positions"], 5);
  const Finished named =
      plylab({"verify", "--search", "pvs", "--eval", "positional", "--game", "tictactoe"});
  EXPECT_EQ(named.status, 2);
  EXPECT_THAT(named.err, HasSubstr("positional is an evaluation of chess only"));
}

TEST(VerifySearch, SaysWhyNoSearchCanHaveTheSwitches) {
  const Finished run = plylab({"verify", "--search", "all", "--with", "null"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("while a selective switch is on: null"));
  EXPECT_THAT(plylab({"verify", "--search", "all", "--with", "threads=2"}).err,
              HasSubstr("is verified on one thread"));
}

TEST(VerifySearch, RefusesWhatItCannotCompare) {
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--search", "pvz"},
                                               {"--search", "selective"},
                                               {"--search", "pvs", "--with", "null"},
                                               {"--search", "pvs", "--with", "threads=2,table=1"},
                                               {"--search", "pvs", "--engine", "./mine"},
                                               {"--search", "pvs", "--random", "10"},
                                               {"--search", "pvs", "--game", "chezz"},
                                               {"--search", "pvs", "--eval", "nn"},
                                               {"--with", "table=1"}}) {
    std::vector<std::string> arguments{"verify"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished run = plylab(arguments);
    EXPECT_EQ(run.status, 2) << more.back();
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
}

}  // namespace
}  // namespace plylab::search::verify
