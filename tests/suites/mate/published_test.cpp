// Published problems, of which the solutions are known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/suites/mate/problem_command.h"

namespace plylab {
namespace {

struct Published {
  const char* fen;
  const char* stipulation;
  const char* solution;  ///< the only line, or of forced play the key
};

class PublishedProblem : public ::testing::TestWithParam<Published> {};

TEST_P(PublishedProblem, HasTheSolutionOfItsAuthorAlone) {
  const auto& [fen, stipulation, solution] = GetParam();
  const auto tables = testing::tables_of({"--fen", fen, "--stipulation", stipulation});
  EXPECT_EQ(tables[0]["rows"][0]["verdict"], "C+") << fen;
  ASSERT_EQ(tables[1]["rows"].size(), 1U) << fen;
  EXPECT_THAT(tables[1]["rows"][0]["line"].get<std::string>(), ::testing::StartsWith(solution));
}

INSTANTIATE_TEST_SUITE_P(
    All, PublishedProblem,
    ::testing::Values(
        // Paul Morphy, about 1850
        Published{"kbK5/pp6/1P6/8/8/8/8/R7", "#2", "1.Ra6 "},
        // Samuel Loyd, Excelsior, London Era 1861
        Published{"n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k", "#5", "1.b4 "},
        // Matti Myllyniemi, O. Kaila JT 1967, 1st Prize; twins b) h#2, c) s#2, d) h=2
        Published{"7n/2p1Pp2/2PppRp1/2pk2P1/B1Np4/3Kp3/4P3/8", "#2", "1.e8=N "},
        Published{"7n/2p1Pp2/2PppRp1/2pk2P1/B1Np4/3Kp3/4P3/8", "h#2", "1.e5 e8=Q 2.e4+ Qxe4#"},
        Published{"7n/2p1Pp2/2PppRp1/2pk2P1/B1Np4/3Kp3/4P3/8", "s#2", "1.e8=B e5 2.Bc2 e4#"},
        Published{"7n/2p1Pp2/2PppRp1/2pk2P1/B1Np4/3Kp3/4P3/8", "h=2", "1.e5 e8=R 2.e4+ Rxe4="},
        // Torsten Linß, 5001, Die Schwalbe 91, 1985, 3rd Prize; b) d6 and e5 exchanged
        Published{"8/b3p3/3n4/4kP2/1Rr4r/4n1K1/5B2/8", "h#2", "1.Rc5 Rf4 2.Nd5 Bd4#"},
        Published{"8/b3p3/3k4/4nP2/1Rr4r/4n1K1/5B2/8", "h#2", "1.N3g4 Bb6 2.Rc6 Rd4#"},
        // Gideon Husserl, Die Schwalbe 1973; b) without a2
        Published{"8/7p/p7/8/3k4/Q1p1p1B1/r7/4K1b1", "ser-h#4", "1.Kd3 2.Kc2 3.Kb1 4.Ka1 Qc1#"},
        Published{"8/7p/p7/8/3k4/Q1p1p1B1/8/4K1b1", "ser-h#4", "1.Kd5 2.Kc6 3.Kb7 4.Ka8 Qxa6#"}));

}  // namespace
}  // namespace plylab
