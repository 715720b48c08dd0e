// What holds for several mate solvers.
#include "search/mate/solvers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/search/mate/mate_problems.h"

namespace plylab::search::mate {
namespace {

using testing::perpetual;
using testing::problem;

// White can check for ever, but not mate: each line repeats until its moves run out.
TEST(Solvers, AreNotFooledByRepetition) {
  MateProblem asked = problem(perpetual, 4);
  asked.limits.nodes = 3'000'000;
  for (const MateSolver& solver :
       {find_mate_solver("dfpn"), find_mate_solver("exhaustive"), find_mate_solver("shortest")}) {
    const MateAnswer answer = solver.solve(asked);
    EXPECT_EQ(answer.status, MateStatus::none_within) << solver.name;
    EXPECT_EQ(answer.refuted, 4) << solver.name;
  }
}

TEST(Solvers, RefuteMatesInEndedGames) {
  for (const char* fen : {"7k/5Q2/6K1/8/8/8/8/8 b - -",     // stalemate
                          "7k/6Q1/6K1/8/8/8/8/8 b - -"}) {  // mate
    EXPECT_EQ(solve_exhaustively(problem(fen, 2)).status, MateStatus::none_within) << fen;
    EXPECT_EQ(solve_by_proof_numbers(problem(fen, 2)).status, MateStatus::none_within) << fen;
    EXPECT_EQ(solve_from_both_sides(problem(fen, 2)).status, MateStatus::none_within) << fen;
    EXPECT_EQ(solve_by_checks(problem(fen, 2)).status, MateStatus::unknown) << fen;
  }
}

TEST(Solvers, StopWhenTold) {
  const std::atomic<bool> stop = true;
  for (const MateSolver& solver : mate_solvers) {
    MateProblem asked = problem("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    asked.limits.stop = &stop;
    EXPECT_LE(solver.solve(asked).nodes, 20'000U) << solver.name;
  }
}

}  // namespace
}  // namespace plylab::search::mate
