// A key that stands for two positions is found, also where random games hardly meet the second.
#include "perft/verify/position_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/checkers/checkers.h"
#include "gen/chess/registry.h"

namespace plylab::perft::verify {
namespace {

using chess::Mailbox;
using ::testing::StartsWith;

/// What is wrong with the keys in some random games; "" if nothing is.
template <Game G>
std::string fault_in_games() {
  KeySurvey<G> known;
  std::uint64_t state = 1;
  for (int game = 0; game < 20; ++game) {
    FirstBoard<G> board(G::parse(G::start));
    while (outcome(board) == plylab::Outcome::ongoing) {
      if (std::string fault = known.look_around(board); !fault.empty()) return fault;
      const auto moves = board.generate();
      board.make(moves.begin()[splitmix64(state) % moves.size()]);
    }
  }
  return {};
}

/// Keys of the men alone.
struct MenOfCheckers : checkers::ArrayBoard {
  using ArrayBoard::ArrayBoard;
  Key key() const { return {std::uint64_t{pieces().black} << 32 | pieces().white, pieces().kings}; }
};
struct MenOfChess : Mailbox {
  using Mailbox::Mailbox;
  Key key() const {
    return side_to_move() == Side::first ? Mailbox::key()
                                         : Mailbox::key() ^ chess::keys.black_to_move;
  }
};

template <class G, class Planted>
struct Faulty : G {
  static constexpr std::tuple generators{Generator<Planted>{"planted", ""}};
};

TEST(KnownPositions, AreHeldAgainstThoseWithTheOtherSideToMove) {
  const auto forgotten = StartsWith("has the key of another position with the other side to move");
  EXPECT_THAT((fault_in_games<Faulty<checkers::Checkers, MenOfCheckers>>()), forgotten);
  EXPECT_THAT((fault_in_games<Faulty<chess::Chess, MenOfChess>>()), forgotten);
}

TEST(KnownPositions, HaveNothingWrongWhereNothingIs) {
  EXPECT_EQ(fault_in_games<checkers::Checkers>(), "");
  EXPECT_EQ(fault_in_games<chess::Chess>(), "");
}

}  // namespace
}  // namespace plylab::perft::verify
