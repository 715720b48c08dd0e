// plylab's conformance suite for games, instantiated for Connect Four with a key that forgets whose
// discs they are: it must fail.
#include <perft/verify/game_conformance.h>

#include "connect4.h"

namespace guest {

struct ForgetfulBoard : Board {
  using Board::Board;
  ForgetfulBoard(const Board& board) : Board(board) {}
  plylab::Key key() const { return {packed()[0] | packed()[1], 0}; }
};

struct ForgetfulConnect4 : Connect4 {
  static constexpr std::tuple generators{
      plylab::Generator<ForgetfulBoard>{"forgetful", "a key without the owners"}};
};

}  // namespace guest

namespace plylab::perft::verify {

INSTANTIATE_TYPED_TEST_SUITE_P(Forgetful, GameRules, guest::ForgetfulConnect4);

}  // namespace plylab::perft::verify
