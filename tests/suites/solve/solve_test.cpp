#include "suites/solve/solve.h"

#include <gtest/gtest.h>

#include "tests/support/random_games.h"

namespace plylab::suites::solve {
namespace {

search::Job job(int depth) {
  search::Job job;
  job.ordering = "hash";
  job.limits.depth = depth;
  return job;
}

Solution solve_text(std::string_view text, int depth = 4) {
  const epd::Record record = epd::parse_record(text);
  std::vector<std::string> problems;
  const Goal goal = goal_of(record, problems);
  EXPECT_TRUE(problems.empty());
  return solve(record, goal, job(depth));
}

TEST(Solve, FindsAMateAndKeepsIt) {
  const Solution solution = solve_text("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;");
  EXPECT_TRUE(solution.assessment->at_end);
  EXPECT_TRUE(solution.assessment->kept());
  ASSERT_TRUE(solution.assessment->first);
  EXPECT_EQ(solution.assessment->first->depth, 1);
  EXPECT_GT(solution.assessment->first->nodes, 0U);
}

TEST(Solve, IsNotFooledByAnotherMove) {
  const Solution solution = solve_text("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra7;");
  EXPECT_FALSE(solution.assessment->at_end);
  EXPECT_FALSE(solution.assessment->kept());
}

TEST(Solve, CountsAvoidedMovesAsSolved) {
  // The pawn is poisoned.
  EXPECT_TRUE(solve_text("4k3/8/2p5/3p4/8/8/8/3QK3 w - - am Qxd5;").assessment->at_end);
  EXPECT_FALSE(solve_text("4k3/8/8/3p4/8/8/8/3QK3 w - - am Qxd5;").assessment->at_end);
  EXPECT_FALSE(solve_text("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8; am Ra8;").assessment->at_end);
}

TEST(Solve, WantsTheAnnouncedMateWithDm) {
  EXPECT_TRUE(solve_text("6k1/5ppp/8/8/8/8/8/R3K3 w - - dm 1;").assessment->at_end);
  EXPECT_TRUE(solve_text("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm #1;").assessment->at_end);
  EXPECT_FALSE(solve_text("6k1/5ppp/8/8/8/8/8/1R2K3 b - - bm #1;").assessment->at_end);
  EXPECT_FALSE(solve_text("4k3/8/8/8/8/8/8/R3K3 w - - dm 1;").assessment->at_end);
}

TEST(Solve, ReportsMovesThatDoNotExist) {
  std::vector<std::string> problems;
  const Goal goal =
      goal_of(epd::parse_record("4k3/8/8/8/8/8/8/R3K3 w - - bm Ra9 Nf3 Ra8+;"), problems);
  EXPECT_EQ(goal.best.size(), 1U);
  EXPECT_EQ(problems.size(), 2U);
}

TEST(Solve, IsTheSameWithEveryGeneratorAtANodeLimit) {
  for (const auto& record : testing::shipped_suite("demo")) {
    std::vector<std::string> problems;
    const Goal goal = goal_of(record, problems);
    search::Job limited = job(search::max_ply - 1);
    limited.limits.nodes = 20'000;
    limited.switches["quiescence"] = 1;
    const Solution a = solve(record, goal, limited);
    limited.generator = "x88";
    const Solution b = solve(record, goal, limited);
    EXPECT_EQ(a.assessment->at_end, b.assessment->at_end);
    EXPECT_EQ(a.assessment->kept(), b.assessment->kept());
    ASSERT_EQ(a.assessment->first.has_value(), b.assessment->first.has_value());
    EXPECT_EQ(a.assessment->first ? a.assessment->first->nodes : 0,
              b.assessment->first ? b.assessment->first->nodes : 0);
  }
}

TEST(Solve, SolvesTheDemonstration) {
  for (const auto& record : testing::shipped_suite("demo")) {
    std::vector<std::string> problems;
    search::Job with = job(7);
    with.algorithm = "pvs";
    with.switches["quiescence"] = 1;
    with.limits.until_mate = true;
    with.limits.nodes = 3'000'000;
    EXPECT_TRUE(solve(record, goal_of(record, problems), with).assessment->at_end)
        << record.id().value_or("") << ' ' << to_string(record);
  }
}

TEST(CentipawnEvaluation, CountsMatesInPlies) {
  const auto evaluation = [](std::optional<int> centipawns, std::optional<int> mate) {
    return centipawn_evaluation({.centipawns = centipawns, .mate = mate});
  };
  EXPECT_EQ(evaluation(-35, {}), -35);
  EXPECT_EQ(evaluation({}, {}), std::nullopt);
  // The examples of the PGN standard, 16.2.5: mate in one and in five, and being mated in them.
  EXPECT_EQ(evaluation({}, 1), 32766);
  EXPECT_EQ(evaluation({}, 5), 32758);
  EXPECT_EQ(evaluation({}, -1), -32765);
  EXPECT_EQ(evaluation({}, -5), -32757);
  // More than 32000 would be a mate.
  EXPECT_EQ(evaluation(40000, {}), 32000);
  EXPECT_EQ(evaluation(-40000, {}), -32000);
}

const epd::Record array = epd::parse_record(
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; ce 7; pv d4; id \"array\"; pm "
    "d4;");

std::string told(const engines::Reply& reply) {
  const std::string text = epd::to_string(with_analysis(array, reply));
  return text.substr(text.find(" - ") + 3);
}

TEST(WithAnalysis, UsesTheLastLine) {
  EXPECT_EQ(
      told({.lines =
                {{.depth = 1, .move = "d2d4", .centipawns = 90, .pv = {"d2d4"}},
                 {.depth = 3, .move = "g1f3", .centipawns = 12, .pv = {"g1f3", "e7e5", "f3e5"}}},
            .move = "g1f3",
            .depth = 3,
            .nodes = 400}),
      "bm e4; id \"array\"; acd 3; acn 400; ce 12; pm Nf3; pv Nf3 e5 Nxe5;");
}

TEST(WithAnalysis, OmitsUnknownOperations) {
  // The last line is about another move than the one that was played.
  EXPECT_EQ(told({.lines = {{.depth = 1, .move = "d2d4", .centipawns = 90, .pv = {"d2d4"}}},
                  .move = "e2e4",
                  .nodes = 5}),
            "bm e4; id \"array\"; acn 5; pm e4;");
  EXPECT_EQ(told({.nodes = 5}), "bm e4; id \"array\";");
}

TEST(WithAnalysis, TakesValueAndLineFromAFinishedIteration) {
  engines::Reply reply{.lines = {{.depth = 3, .move = "g1f3", .centipawns = 12, .pv = {"g1f3"}},
                                 {.depth = 4, .move = "g1f3", .centipawns = -5, .pv = {"g1f3"}}},
                       .move = "g1f3",
                       .depth = 3,
                       .nodes = 5};
  EXPECT_EQ(told(reply), "bm e4; id \"array\"; acd 3; acn 5; ce 12; pm Nf3; pv Nf3;");
  reply.depth.reset();
  EXPECT_EQ(told(reply), "bm e4; id \"array\"; acn 5; pm Nf3;");
}

TEST(Solve, HasNoAnswerThatNoSearchGave) {
  search::Job job;
  job.limits.nodes = 1;
  std::vector<std::string> problems;
  EXPECT_EQ(solve(array, goal_of(array, problems), job).reply.move, std::nullopt);
}

}  // namespace
}  // namespace plylab::suites::solve
