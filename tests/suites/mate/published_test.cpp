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

/// László Lindner, Christmas card 1948: one piece after the other goes.
TEST(Published, LindnersTwinsLoseTheirPieces) {
  const std::string path = testing::written(
      "lindner.inp",
      "begin author Laszlo Lindner\norigin Christmas card 1948\n"
      "stip h#2 piec whit kf5 rb4 sg7 pb5 blac kc7 qc3 rc8 ba2h8 se8 pd7e7\n"
      "twin remove c8 twin cont remove a2 twin cont remove e8 twin cont remove c3\n"
      "twin cont remove h8 twin cont remove b5 twin cont remove g7 twin cont remove e7\n"
      "twin cont remove d7 endp\n");
  const auto tables = testing::tables_of({"--popeye", path, "--jobs", "2"});
  std::vector<std::string> lines;
  for (const auto& row : tables[1]["rows"]) lines.push_back(row["line"]);
  EXPECT_THAT(lines, ::testing::ElementsAre("1.Kd8 Rd4 2.Be6+ Sxe6#", "1.Bd5 Rc4+ 2.Kd6 Sxe8#",
                                            "1.Kd8 Rd4 2.Qc8 Se6#", "1.Kd8 Rh4 2.Qc7 Rxh8#",
                                            "1.Kd6 Se6 2.Bd4 Rxd4#", "1.Kd6 Se6 2.Kd5 Rd4#",
                                            "1.Kc8 Se8 2.Kd8 Rb8#", "1.Kd8 Kg6 2.Ke8 Rb8#",
                                            "1.Kd8 Kf6 2.Ke8 Rb8#", "1.Kd8 Ke6 2.Ke8 Rb8#"));
}

}  // namespace
}  // namespace plylab
