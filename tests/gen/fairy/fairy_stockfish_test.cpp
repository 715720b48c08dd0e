// Divide, move by move, against Fairy-Stockfish, where it can be told the rules: version 11, which
// Debian has, knows no knight of these variants, but a king that stands still.
#include <gtest/gtest.h>

#include "gen/base/random.h"
#include "gen/fairy/fairy.h"
#include "tests/support/stockfish.h"
#include "tests/support/temporary_file.h"

namespace plylab::fairy {
namespace {

TEST(FairyStockfish, DividesStationaryChessAsEveryGeneratorDoes) {
  std::vector<testing::DivideQuestion> questions{{std::string(chess::startpos_fen), 4}};
  std::uint64_t seed = 1;
  for (int game = 0; game < 20; ++game) {
    chess::MailboxOf<chess::Fairy> board(Stationary::parse(Stationary::start));
    for (int ply = 1; ply <= 100; ++ply) {
      const auto moves = board.generate();
      if (moves.empty()) break;
      board.make(moves[splitmix64(seed) % moves.size()]);
      if (ply % 10 == 7) questions.push_back({to_string(board.setup()), 2});
    }
  }
  const testing::TemporaryFile variants(
      "[stationary:chess]\nimmobile = o\nkingType = o\ncastling = false\n", "variants");
  testing::expect_same_divides<Stationary>("fairy-stockfish",
                                           "setoption name VariantPath value " + variants.path() +
                                               "\nsetoption name UCI_Variant value stationary\n",
                                           questions);
}

}  // namespace
}  // namespace plylab::fairy
