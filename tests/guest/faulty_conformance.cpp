// plylab's conformance suite for games, instantiated for Connect Four with mistakes: it must fail.
#include <perft/verify/game_conformance.h>

#include "connect4.h"

namespace guest {

/// Its key forgets whose discs they are.
struct ForgetfulBoard : Board {
  using Board::Board;
  ForgetfulBoard(const Board& board) : Board(board) {}
  plylab::Key key() const { return {packed()[0] | packed()[1], 0}; }
};

struct ForgetfulConnect4 : Connect4 {
  static constexpr std::tuple generators{
      plylab::Generator<ForgetfulBoard>{"forgetful", "a key without the owners"}};
};

/// It leaves the last column out, once there are many discs.
struct CarelessBoard : Board {
  using Board::Board;
  CarelessBoard(const Board& board) : Board(board) {}
  MoveList generate() const {
    MoveList moves;
    for (const Move column : Board::generate())
      if (discs() < 12 || column < 6) moves.add(column);
    return moves;
  }
  unsigned count() const { return static_cast<unsigned>(generate().size()); }
};

struct CarelessConnect4 : Connect4 {
  static constexpr std::tuple generators{
      plylab::Generator<Board>{"bits", "columns of seven bits"},
      plylab::Generator<CarelessBoard>{"careless", "without some moves"}};
  static constexpr std::array<plylab::KnownPosition, 1> positions{
      {{"impossible", "99", "a column that there is not"}}};
};

}  // namespace guest

namespace plylab::perft::verify {

INSTANTIATE_TYPED_TEST_SUITE_P(Forgetful, GameRules, guest::ForgetfulConnect4);
INSTANTIATE_TYPED_TEST_SUITE_P(Careless, GameRules, guest::CarelessConnect4);

}  // namespace plylab::perft::verify
