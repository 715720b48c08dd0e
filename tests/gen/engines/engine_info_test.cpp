// What engines say while they think, and how old ones are told positions.
#include "gen/engines/engine_info.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/engines/xboard.h"

namespace plylab::engines {
namespace {

using ::testing::ElementsAre;

TEST(Info, IsReadInAnyOrder) {
  const auto info = read_info(
      "info depth 12 seldepth 20 multipv 1 score cp -31 nodes 4000000000 nps 1 time 7 pv e2e4 "
      "e7e5");
  ASSERT_TRUE(info);
  EXPECT_EQ(
      *info,
      (EngineInfo{.depth = 12, .centipawns = -31, .nodes = 4'000'000'000, .pv = {"e2e4", "e7e5"}}));
  EXPECT_EQ(read_info("info nodes 5 score mate -3 upperbound depth 9 pv a7a8q"),
            (EngineInfo{.depth = 9, .mate = -3, .bound = true, .nodes = 5, .pv = {"a7a8q"}}));
  EXPECT_EQ(read_info("info score cp x lowerbound depth 3"),
            (EngineInfo{.depth = 3, .bound = true}));
  EXPECT_EQ(read_info("info pv e2e4 e7e5 score cp -31 depth 12 nodes 5 string pv d2d4 depth 9"),
            (EngineInfo{.depth = 12, .centipawns = -31, .nodes = 5, .pv = {"e2e4", "e7e5"}}));
  EXPECT_EQ(read_info("info pv depth 3"), (EngineInfo{.depth = 3}));
}

TEST(Info, OfOtherThingsIsLeftOut) {
  EXPECT_FALSE(read_info("bestmove e2e4"));
  EXPECT_FALSE(read_info("info string depth 9 score cp 3 pv e2e4"));
  EXPECT_FALSE(read_info("info multipv 2 depth 9 score cp 3 pv e2e4"));
  EXPECT_EQ(read_info("info currmove e2e4 currmovenumber 1"), EngineInfo{});
}

TEST(Info, WithBrokenNumbersHasNone) {
  EXPECT_EQ(read_info("info depth x score cp 1.5 nodes -4 pv e2e4"), (EngineInfo{.pv = {"e2e4"}}));
  EXPECT_EQ(read_info("info score mate 0"), EngineInfo{});
  for (const char* score : {"mate 2147483647", "mate -2147483648", "cp 2147483647", "mate 1001"})
    EXPECT_EQ(read_info(std::string("info score ") + score), EngineInfo{}) << score;
  EXPECT_FALSE(read_thinking("9 -2147483648 5 100 e2e4"));
  EXPECT_EQ(read_info("info depth 99999999999999999999 score"), EngineInfo{});
}

TEST(Thinking, IsReadInTheFormsInUse) {
  // Sjeng, with remarks; Phalanx; Fairy-Stockfish, with more numbers and a tab; Crafty's numbers.
  EXPECT_EQ(
      read_thinking(" 3  -251     3      677  Qd1+ !! Kxd1 {?} Bg4+"),
      (EngineInfo{.depth = 3, .centipawns = -251, .nodes = 677, .pv = {"Qd1+", "Kxd1", "Bg4+"}}));
  EXPECT_EQ(read_thinking("  4  29995     0     3056  Qd6-d1             ")->pv,
            std::vector<std::string>{"Qd6-d1"});
  EXPECT_EQ(read_thinking("8 -354 0 4753 41 115926 0\t b7b6 f2g3"),
            (EngineInfo{.depth = 8, .centipawns = -354, .nodes = 4753, .pv = {"b7b6", "f2g3"}}));
  EXPECT_THAT(read_thinking("9. +12 100 5000 1. e4 e5 2. O-O <HT>")->pv,
              ElementsAre("e4", "e5", "O-O"));
}

TEST(Thinking, AnnouncesMatesAsTheProtocolSays) {
  EXPECT_EQ(read_thinking("5 100003 2 20661 d6d1")->mate, 3);
  EXPECT_EQ(read_thinking("5 -100002 2 20661 d6d1")->mate, -2);
  EXPECT_EQ(read_thinking("5 999994 2 20661 d6d1")->mate, std::nullopt);
}

TEST(Thinking, IsNothingElse) {
  for (const char* line : {"move e2e4", "1. e4 e5 2. Nf3", "1 | R | N | B |", "1 2 3", "",
                           "# times @ 4242997577 1 2", "4 +1.25 10 500 e2e4", "-1 5 5 5 e2e4"})
    EXPECT_FALSE(read_thinking(line)) << line;
}

TEST(EditMode, SetsUpWhatItCanTell) {
  const auto setup = chess::parse_fen("4k3/8/8/8/8/8/P7/R3K2N b Q - 0 1");
  EXPECT_TRUE(can_be_edited(setup));
  EXPECT_THAT(edit_lines(setup),
              ElementsAre("a2a3", "edit", "#", "Ra1", "Ke1", "Nh1", "Pa2", "c", "Ke8", "."));
  // It would be taken to have the right, or it has one that cannot be told.
  EXPECT_FALSE(can_be_edited(chess::parse_fen("4k3/8/8/8/8/8/P7/R3K2N b - - 0 1")));
  EXPECT_FALSE(can_be_edited(chess::parse_fen("4k3/8/8/8/8/8/P7/1R2K2N b B - 0 1")));
  EXPECT_FALSE(can_be_edited(chess::parse_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")));
}

}  // namespace
}  // namespace plylab::engines
