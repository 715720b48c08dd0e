// plylab study probcut: its figures beside those of searches run one by one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "search/run/searchable_game.h"
#include "search/selective/probcut.h"
#include "tests/support/process.h"
#include "tests/support/report.h"

namespace plylab::search {
namespace {

using testing::report_of;
using testing::rows_of;
using testing::table_of;

TEST(ProbcutStudy, PredictsByHalfTheDepthWithTheSameSideAtTheLeaves) {
  for (int depth = probcut_depth; depth < 40; ++depth) {
    EXPECT_GE(predicting_depth(depth), 1);
    EXPECT_LE(predicting_depth(depth), depth / 2);
    EXPECT_GE(predicting_depth(depth), depth / 2 - 1);
    EXPECT_EQ(predicting_depth(depth) % 2, depth % 2);
  }
}

TEST(ProbcutStudy, FitsTheValuesOfTheSearches) {
  const std::vector<std::string> positions{
      "f5f6d3e3g7", "f5d6c3g5g6d3", "e6f4g3f6f3h2", "c4c3c2c5f6",
      "d3c3e6d2c2", "c4e3f2c5f4d3", "e6d6c4f4f5b4", "f5f4c3e6f7g5",
  };
  std::vector<std::string> call{"study",    "probcut", "--game", "reversi",  "--eval",
                                "mobility", "--depth", "5",      "--random", "0"};
  for (const std::string& position : positions) {
    call.emplace_back("--position");
    call.push_back(position);
  }
  const auto rows = rows_of(report_of(call), "predictions");
  ASSERT_EQ(rows.size(), 3U);

  const SearchableGame& reversi = find_game(searchable_games(), "reversi");
  for (const auto& row : rows) {
    const int depth = row["depth"], shallow = row["shallow"];
    EXPECT_EQ(shallow, predicting_depth(depth));
    ASSERT_EQ(row["positions"], positions.size());
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0, squares = 0;
    for (const std::string& position : positions) {
      const auto value = [&](int plies) -> double {
        Job job{.algorithm = "minimax", .evaluation = "mobility"};
        job.limits.depth = plies;
        return reversi.run(reversi.info.parse(position), {}, job, MoveStyle::notation)
            .iterations.back()
            .value;
      };
      const double a = value(shallow), b = value(depth);
      x += a, y += b, xx += a * a, xy += a * b, yy += b * b, squares += (b - a) * (b - a);
    }
    const auto n = static_cast<double>(positions.size());
    const double slope = (n * xy - x * y) / (n * xx - x * x), intercept = (y - slope * x) / n;
    const double residuals = yy - intercept * y - slope * xy;
    EXPECT_NEAR(row["slope"], slope, 1e-9);
    EXPECT_NEAR(row["intercept"], intercept, 1e-6);
    EXPECT_NEAR(row["deviation"], std::sqrt(residuals / (n - 2)), 1e-6);
    EXPECT_NEAR(row["error"], std::sqrt(squares / n), 1e-9);
    const double half = 2.446912 * std::sqrt(residuals / (n - 2) / (xx - x * x / n));  // t(6)
    EXPECT_NEAR(row["slope_low"], slope - half, 1e-6);
    EXPECT_NEAR(row["slope_high"], slope + half, 1e-6);
    EXPECT_LT(row["error_low"], row["error"]);
    EXPECT_GT(row["error_high"], row["error"]);
  }
}

TEST(ProbcutStudy, RefusesSearchesWithoutIterationsAndItself) {
  for (const char* with : {"no-deepening", "probcut", "table=1,probcut=3"}) {
    const testing::Finished finished = testing::plylab({"study", "probcut", "--with", with});
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(
        finished.err,
        "plylab: --with: the study compares the iterations of searches without probcut: leave "
        "out probcut and no-deepening\n");
  }
}

TEST(ProbcutStudy, SaysWhatItCannotFind) {
  const auto few = report_of({"study", "probcut", "--game", "tictactoe", "--depth", "3", "--random",
                              "1000000", "--plies", "1"});
  EXPECT_EQ(table_of(few, "predictions")["notes"][0],
            "tictactoe, evaluation even, pvs with table=16; random positions searched: 9");
  EXPECT_EQ(table_of(few, "predictions")["notes"][1],
            "only 9 different random positions were found, of 1000000");
  const testing::Finished trees =
      testing::plylab({"study", "probcut", "--game", "synthetic-tree", "--depth", "3"});
  EXPECT_EQ(trees.status, 2);
  EXPECT_EQ(trees.err,
            "plylab: study probcut: positions of synthetic-tree cannot be given by moves: give "
            "--random 0\n");
}

TEST(ProbcutStudy, SearchesTheSamePositionsForTheSameSeed) {
  const auto rows = [](const std::string& seed, const std::string& jobs) {
    return rows_of(report_of({"study", "probcut", "--game", "checkers", "--depth", "4", "--random",
                              "20", "--seed", seed, "--jobs", jobs}),
                   "predictions");
  };
  EXPECT_EQ(rows("1", "1"), rows("1", "2"));
  EXPECT_NE(rows("1", "1"), rows("2", "1"));
}

}  // namespace
}  // namespace plylab::search
