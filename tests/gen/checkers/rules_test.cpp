// The rules of checkers, one by one, and the two boards against each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gen/base/random.h"
#include "gen/checkers/checkers.h"

namespace plylab::checkers {
namespace {

using ::testing::UnorderedElementsAre;

template <class Board>
std::vector<std::string> texts(const Board& board) {
  std::vector<std::string> found;
  for (const Move move : board.generate()) found.push_back(move_text(board, move));
  std::sort(found.begin(), found.end());
  return found;
}

/// The moves of a position by both boards, which must agree.
std::vector<std::string> moves(const std::string& position) {
  const Setup setup = parse_setup(position);
  auto found = texts(ArrayBoard(setup));
  EXPECT_EQ(texts(Bitboard(setup)), found) << position;
  EXPECT_EQ(Bitboard(setup).count(), found.size()) << position;
  return found;
}

TEST(Rules, MenStepForwardAndKingsAllAround) {
  EXPECT_THAT(moves("B:W:B14"), UnorderedElementsAre("14-17", "14-18"));
  EXPECT_THAT(moves("W:W14:B"), UnorderedElementsAre("14-9", "14-10"));
  EXPECT_THAT(moves("B:W:BK14"), UnorderedElementsAre("14-9", "14-10", "14-17", "14-18"));
}

TEST(Rules, TheEdgeIsNoNeighbourOfTheOtherEdge) {
  EXPECT_THAT(moves("B:W:BK4"), UnorderedElementsAre("4-8"));
  EXPECT_THAT(moves("B:W:BK5"), UnorderedElementsAre("5-1", "5-9"));
  EXPECT_THAT(moves("B:W:BK12"), UnorderedElementsAre("12-8", "12-16"));
  EXPECT_THAT(moves("B:W:BK29"), UnorderedElementsAre("29-25"));
  EXPECT_THAT(moves("B:W8,9,13:B12"), UnorderedElementsAre("12-16"));
}

TEST(Rules, CapturesAreCompulsoryButNotTheMost) {
  EXPECT_THAT(moves("B:W18,25,19:B15,1"), UnorderedElementsAre("15x22x29", "15x24"));
}

TEST(Rules, MenDoNotJumpBackward) {
  EXPECT_THAT(moves("B:W10:B14"), UnorderedElementsAre("14-17", "14-18"));
  EXPECT_THAT(moves("B:W10:BK14"), UnorderedElementsAre("14x7"));
}

TEST(Rules, AManStopsOnTheKingRow) {
  EXPECT_THAT(moves("B:W26,27:B22"), UnorderedElementsAre("22x31"));
  EXPECT_THAT(moves("B:W26,27:BK22"), UnorderedElementsAre("22x31x24"));
  EXPECT_THAT(moves("W:W11:B6,7,8"), UnorderedElementsAre("11x2", "11x4"));
}

TEST(Rules, TheSquareWhereItBeganIsEmptyMeanwhile) {
  EXPECT_THAT(moves("B:W14,15,22,23:BK10"),
              UnorderedElementsAre("10x17x26x19x10", "10x19x26x17x10"));
}

TEST(Rules, JumpedPiecesLeaveAtOnce) {
  // Back on 10 the king would otherwise go on over 14 and 15 for ever; 7 is still there.
  EXPECT_THAT(moves("B:W7,14,15,22,23:BK10"),
              UnorderedElementsAre("10x3", "10x17x26x19x10x3", "10x19x26x17x10x3"));
}

TEST(Rules, RoutesAreMovesOfTheirOwnOrMerged) {
  EXPECT_THAT(moves("B:W14,15,22,23:BK10 merged"), UnorderedElementsAre("10x17x26x19x10"));
  // The same end by other pieces is another move in any case.
  EXPECT_THAT(moves("B:W6,7,14,15:BK1 merged").size(), moves("B:W6,7,14,15:BK1").size());
}

TEST(Rules, WhoCannotMoveHasLost) {
  for (const char* position : {"B:WK1:B", "B:W9,14:B5", "W:W:B12"}) {
    EXPECT_TRUE(moves(position).empty()) << position;
    EXPECT_EQ(Bitboard(parse_setup(position)).terminal_outcome(), Outcome::loss);
    EXPECT_EQ(ArrayBoard(parse_setup(position)).terminal_outcome(), Outcome::loss);
  }
}

template <class Board>
void make(Board& board, const std::string& text) {
  const auto move = move_from_text(board, text);
  ASSERT_TRUE(move.has_value()) << text;
  board.make(*move);
}

template <class Board>
class DrawingRule : public ::testing::Test {};
using Boards = ::testing::Types<ArrayBoard, Bitboard>;
TYPED_TEST_SUITE(DrawingRule, Boards);

TYPED_TEST(DrawingRule, HoldsAfterFortyMovesOfKingsAlone) {
  TypeParam board(parse_setup("B:WK32:BK1,5"));
  for (int round = 0; round < 20; ++round)
    for (const char* text : {"1-6", "32-27", "6-1", "27-32"}) {
      EXPECT_FALSE(board.drawn_by_rule());
      make(board, text);
    }
  EXPECT_TRUE(board.drawn_by_rule());
  TypeParam other(parse_setup("B:WK32:BK1,5"));
  make(other, "1-6");
  EXPECT_EQ(outcome(other), Outcome::ongoing);
}

TYPED_TEST(DrawingRule, BeginsAnewWithAManOrACapture) {
  TypeParam board(parse_setup("B:WK32:BK1,5"));
  for (int round = 0; round < 20; ++round)
    for (const char* text : {"1-6", "32-27", "6-1", "27-32"}) make(board, text);
  ASSERT_TRUE(board.drawn_by_rule());
  make(board, "5-9");
  EXPECT_FALSE(board.drawn_by_rule());
}

/// What a board must have in common with another one.
template <class Board>
auto state_of(const Board& board) {
  auto list = texts(board);
  return std::tuple(to_string(Setup{board.pieces(), board.side_to_move(), board.routes()}),
                    board.packed(), board.count(), board.drawn_by_rule(), std::move(list));
}

void play_both(const Setup& setup, std::uint64_t seed, int plies) {
  ArrayBoard array(setup);
  Bitboard bitboard(setup);
  for (int ply = 0; ply < plies; ++ply) {
    ASSERT_EQ(state_of(array), state_of(bitboard));
    auto list = array.generate();
    if (list.empty()) return;
    std::sort(list.begin(), list.end());
    const Move move = list[splitmix64(seed) % list.size()];
    ASSERT_EQ(array.promotes(move), bitboard.promotes(move));
    array.make(move);
    bitboard.make(move);
  }
}

TEST(Boards, AgreeInRandomGames) {
  for (std::uint64_t seed = 0; seed < 300; ++seed)
    play_both(parse_setup(seed % 2 == 0 ? "startpos" : "startpos merged"), seed, 200);
}

/// Pieces strewn over the board, many of them kings: captures of all lengths.
Setup strewn(std::uint64_t& seed) {
  Setup setup;
  std::size_t count[2] = {};
  for (Square square = 0; square < squares; ++square) {
    const auto kind = splitmix64(seed) % 6;
    if (kind >= 4) continue;
    const Side side = kind < 2 ? Side::first : Side::second;
    if (++count[static_cast<std::size_t>(side)] > 12) continue;
    setup.pieces.of(side) |= bit(square);
    if (kind % 2 == 0 || (king_row(side) & bit(square)) != 0) setup.pieces.kings |= bit(square);
  }
  setup.side = splitmix64(seed) % 2 == 0 ? Side::first : Side::second;
  setup.routes = splitmix64(seed) % 2 == 0 ? Routes::paths : Routes::merged;
  return setup;
}

TEST(Boards, AgreeAmongStrewnPieces) {
  std::uint64_t seed = 1;
  unsigned longest = 0;
  for (int i = 0; i < 5000; ++i) {
    const auto setup = strewn(seed);
    SCOPED_TRACE(to_string(setup));
    for (const Move move : ArrayBoard(setup).generate()) longest = std::max(longest, move.jumps());
    play_both(setup, seed, 6);
    if (HasFatalFailure()) return;
  }
  EXPECT_GE(longest, 6U);  // or the positions are too tame
}

/// The sum over all children.
std::uint64_t sum_over_children(Bitboard board, auto&& count) {
  std::uint64_t sum = 0;
  for (const Move move : board.generate()) {
    const auto undo = board.make(move);
    sum += count(board);
    board.unmake(move, undo);
  }
  return sum;
}

void expect_plies_counted(const Bitboard& board) {
  const auto one = [](const Bitboard& child) { return child.count(); };
  const auto two = [&](const Bitboard& child) { return sum_over_children(child, one); };
  ASSERT_EQ(board.count_grandchildren(), sum_over_children(board, one));
  ASSERT_EQ(board.count_great_grandchildren(), sum_over_children(board, two));
}

TEST(Bitboard, CountsTwoAndThreePliesAsByVisits) {
  std::uint64_t seed = 3;
  for (int i = 0; i < 3000; ++i) {
    const auto setup = strewn(seed);
    SCOPED_TRACE(to_string(setup));
    expect_plies_counted(Bitboard(setup));
    if (HasFatalFailure()) return;
  }
  for (int game = 0; game < 30; ++game) {
    Bitboard board(parse_setup(game % 2 == 0 ? "startpos" : "startpos merged"));
    for (int ply = 0; ply < 150; ++ply) {
      expect_plies_counted(board);
      const auto list = board.generate();
      if (HasFatalFailure() || list.empty()) break;
      board.make(list[splitmix64(seed) % list.size()]);
    }
  }
}

TEST(Moves, AreOrderedAlikeAndHaveASquareForEachJump) {
  const Move step(10, 3);
  EXPECT_FALSE(step.is_capture());
  EXPECT_EQ(to_square(step), 15U);
  Move path = Move::path_from(9);
  for (const Direction direction : {3u, 2u, 0u, 1u}) path = path.jumping(direction);
  EXPECT_EQ(path.jumps(), 4U);
  EXPECT_EQ(to_square(path), 9U);
  EXPECT_EQ(captured(path), bit(14) | bit(22) | bit(21) | bit(13));
  Move longest = Move::path_from(31);
  for (unsigned i = 0; i < Move::max_jumps; ++i) longest = longest.jumping(i % 4);
  EXPECT_EQ(longest.jumps(), Move::max_jumps);
  for (unsigned i = 0; i < Move::max_jumps; ++i) EXPECT_EQ(longest.direction(i), i % 4);
  EXPECT_EQ(longest.from(), 31U);
}

TEST(Material, CountsAKingForAManAndAHalf) {
  EXPECT_EQ(Material{}(Bitboard(parse_setup("B:W21,K30:B1,2,K3"))), 350 - 250);
  EXPECT_EQ(Material{}(ArrayBoard(parse_setup("W:W21,K30:B1,2,K3"))), 250 - 350);
}

}  // namespace
}  // namespace plylab::checkers
