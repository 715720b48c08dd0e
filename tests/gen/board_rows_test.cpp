#include <gtest/gtest.h>

#include "perft/games/countable_game.h"

namespace plylab {
namespace {

std::string board_rows(std::string_view game, std::string_view position) {
  const GameInfo& info = find_game(perft::countable_games(), game).info;
  return info.rows(info.parse(position));
}

TEST(BoardRows, AreThoseOfEachGame) {
  EXPECT_EQ(board_rows("chess", "r3k2r/8/8/8/8/8/P6P/4K3 w kq - 0 1"),
            "r...k..r/......../......../......../......../......../P......P/....K...");
  for (const char* variant : {"stationary", "nightrider", "wazir"})
    EXPECT_EQ(board_rows(variant, "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1"),
              "....k.../......../......../......../......../......../......../.N..K...");
  EXPECT_EQ(board_rows("checkers", "W:W31,K32:B1,K2"),
            ".⛂.⛃..../......../......../......../......../......../......../....⛀.⛁.");
  EXPECT_EQ(board_rows("reversi", "startpos"),
            "......../......../......../...○●.../...●○.../......../......../........");
  EXPECT_EQ(board_rows("tictactoe", "x.o/.x./..o"), "x.o/.x./..o");
}

TEST(BoardRows, OfWhatHasNoBoardAreEmpty) {
  EXPECT_EQ(board_rows("synthetic-tree", "tree(width=2,depth=2)"), "");
}

}  // namespace
}  // namespace plylab
