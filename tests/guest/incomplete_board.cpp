// A game whose board lacks members of a position: it must not compile, and the compiler must say
// which.
#include <suites/lab.h>

#include "connect4.h"

namespace guest {

struct IncompleteBoard : Board {
  using Board::Board;
  IncompleteBoard(const Board& board) : Board(board) {}
  unsigned count() const = delete;
  Packed packed() const = delete;
};

struct OnIncompleteBoard : Connect4 {
  static constexpr std::tuple generators{
      plylab::Generator<IncompleteBoard>{"bits", "columns of seven bits"}};
};

}  // namespace guest

int main(int argc, char** argv) { return plylab::Lab<guest::OnIncompleteBoard>().run(argc, argv); }
