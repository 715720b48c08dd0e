// The rules of reversi, its texts, and the two boards against each other.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/random.h"
#include "gen/reversi/reversi.h"
#include "tests/support/input_error_of.h"

namespace plylab::reversi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// The shortest game that ends: White has no disc left.
constexpr const char* wiped_out = "e6f4e3f6g5d6e7f5c5";

template <class Board>
std::vector<std::string> texts(const Board& board) {
  std::vector<std::string> found;
  for (const Move move : board.generate()) found.push_back(move_text(board, move));
  std::sort(found.begin(), found.end());
  return found;
}

template <class Board>
class Rules : public ::testing::Test {};
using Boards = ::testing::Types<ArrayBoard, Bitboard>;
TYPED_TEST_SUITE(Rules, Boards);

template <class Board>
Board after(const char* position, std::initializer_list<const char*> moves) {
  Board board(parse_setup(position));
  for (const char* text : moves) {
    const auto move = move_from_text(board, text);
    EXPECT_TRUE(move.has_value()) << text;
    if (move) board.make(*move);
  }
  return board;
}

TYPED_TEST(Rules, BlackBeginsWithFourMoves) {
  EXPECT_THAT(texts(TypeParam(parse_setup("startpos"))), ElementsAre("c4", "d3", "e6", "f5"));
}

TYPED_TEST(Rules, DiscsAreTurnedInAllDirectionsUpToTheNextOwnOne) {
  const auto board = after<TypeParam>(
      "X-X-X---"
      "-OOO----"
      "XO-OOOXO"
      "-OOOX---"
      "X-OXO---"
      "--O--O--"
      "--X---O-"
      "-------X X",
      {"c3"});
  EXPECT_EQ(to_string(Setup{board.discs(), board.side_to_move()}),
            "X-X-X---"
            "-XXX----"
            "XXXXXXXO"
            "-XXXX---"
            "X-XXX---"
            "--X--X--"
            "--X---X-"
            "-------X O");
}

TYPED_TEST(Rules, ALineThatReachesTheEdgeTurnsNothing) {
  const TypeParam board(
      parse_setup("-OOOOOOO----------------"
                  "---OO------OO---"
                  "----------------XO------ X"));
  EXPECT_THAT(texts(board), ElementsAre("c8"));
}

TYPED_TEST(Rules, LinesDoNotGoRoundTheEdge) {
  // In memory a3 follows on g2 and h2, h5 on b4 and a5, a8 on g5 and h6.
  std::string position = "--------------XO---------X-XX---O--XX-X--------O----------------";
  EXPECT_THAT(texts(TypeParam(parse_setup(position + " X"))), ElementsAre("pass"));
  std::reverse(position.begin(), position.end());
  EXPECT_THAT(texts(TypeParam(parse_setup(position + " X"))), ElementsAre("pass"));
}

TYPED_TEST(Rules, PassesAreMovesWhereThereIsNoOther) {
  const char* position = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X";
  EXPECT_THAT(texts(TypeParam(parse_setup(position))), ElementsAre("h8"));
  const char* other = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O";
  EXPECT_THAT(texts(TypeParam(parse_setup(other))), ElementsAre("pass"));
  EXPECT_THAT(texts(after<TypeParam>(other, {"pass"})), ElementsAre("h8"));
  EXPECT_FALSE(move_from_text(TypeParam(parse_setup(position)), "pass").has_value());
}

TYPED_TEST(Rules, TheGameIsOverAfterAPassIfThereIsNoMoveEither) {
  const TypeParam board(parse_setup(wiped_out));
  EXPECT_EQ(board.discs().white, 0U);
  EXPECT_THAT(texts(board), ElementsAre("pass"));
  const auto over = after<TypeParam>(wiped_out, {"pass"});
  EXPECT_EQ(over.count(), 0U);
  EXPECT_TRUE(texts(over).empty());
  EXPECT_EQ(outcome(over), Outcome::win);  // Black would have to move
  EXPECT_FALSE(move_from_text(over, "pass").has_value());
}

TYPED_TEST(Rules, MostDiscsWin) {
  const std::string half(32, 'X'), other(32, 'O');
  const auto ended = [](const std::string& board) {
    return outcome(after<TypeParam>((board + " X").c_str(), {"pass"}));
  };
  EXPECT_EQ(ended(half + other), Outcome::draw);
  EXPECT_EQ(ended(half + "X" + std::string(31, 'O')), Outcome::loss);  // White would have to move
  EXPECT_EQ(ended(half.substr(1) + other + "O"), Outcome::win);
}

TYPED_TEST(Rules, ThePackedFormSaysWhoseMoveItIsAndWhetherTheGameIsOver) {
  const TypeParam board(parse_setup(wiped_out));
  const auto over = after<TypeParam>(wiped_out, {"pass"});
  const std::string text = to_string(Setup{over.discs(), over.side_to_move()});
  EXPECT_NE(over.packed(), board.packed());
  EXPECT_NE(over.packed(), TypeParam(parse_setup(text)).packed());
}

/// What a board must have in common with another one.
template <class Board>
auto state_of(const Board& board) {
  return std::tuple(to_string(Setup{board.discs(), board.side_to_move()}), board.packed(),
                    board.count(), board.placements(Side::first), board.placements(Side::second),
                    board.terminal_outcome(), texts(board));
}

void play_both(const Setup& setup, std::uint64_t& seed) {
  ArrayBoard array(setup);
  Bitboard bitboard(setup);
  while (true) {
    ASSERT_EQ(state_of(array), state_of(bitboard));
    const auto list = array.generate();
    if (list.empty()) return;
    const Move move = list[splitmix64(seed) % list.size()];
    array.make(move);
    bitboard.make(move);
  }
}

TEST(Boards, AgreeInRandomGames) {
  std::uint64_t seed = 1;
  for (int game = 0; game < 300 && !::testing::Test::HasFatalFailure(); ++game)
    play_both(parse_setup("startpos"), seed);
}

TEST(Boards, AgreeAmongStrewnDiscs) {
  std::uint64_t seed = 2;
  for (int i = 0; i < 1000 && !::testing::Test::HasFatalFailure(); ++i) {
    // Sparse and crowded boards by turns.
    const Bits some = splitmix64(seed), others = splitmix64(seed);
    const Bits taken = (i % 3 == 0 ? some & others : i % 3 == 1 ? some : some | others) | middle;
    const Bits black = splitmix64(seed) & taken;
    play_both({{black, taken & ~black}, i % 2 == 0 ? Side::first : Side::second}, seed);
  }
}

std::string message(std::string_view text) {
  return testing::input_error_of([&] { parse_setup(text); });
}

TEST(Texts, OfPositionsHaveOneForm) {
  const std::string start = "---------------------------OX------XO--------------------------- X";
  EXPECT_EQ(to_string(parse_setup("startpos")), start);
  EXPECT_EQ(to_string(parse_setup(start)), start);
  EXPECT_EQ(to_string(parse_setup("  " + start + "\n")), start);
  EXPECT_EQ(to_string(parse_setup("f5d6")),
            "---------------------------OX------OXX-----O-------------------- X");
}

TEST(Texts, OfGamesLeaveOutPasses) {
  std::uint64_t seed = 5;
  int passes = 0;
  for (int game = 0; game < 50; ++game) {
    ArrayBoard board(parse_setup("startpos"));
    std::string moves;
    for (auto list = board.generate(); !list.empty(); list = board.generate()) {
      const Move move = list[splitmix64(seed) % list.size()];
      board.make(move);
      if (move == pass) ++passes;
      if (move != pass) moves += to_string(move);
    }
    EXPECT_EQ(parse_setup(moves).discs, board.discs()) << moves;
  }
  EXPECT_GT(passes, 60);  // each game ends by one
}

TEST(Texts, ReportErrors) {
  EXPECT_EQ(message(""), "reversi: '' is neither a board and a side nor moves such as f5d6");
  EXPECT_EQ(message("f5 d6"),
            "reversi: 'f5 d6' is neither a board and a side nor moves such as f5d6");
  EXPECT_EQ(message("f5d"), "reversi: 'f5d' is neither a board and a side nor moves such as f5d6");
  EXPECT_EQ(message("f5f6a1"), "reversi: 'f5f6a1': a1 turns no disc there");
  const std::string start = "---------------------------OX------XO---------------------------";
  EXPECT_EQ(message(start), "reversi: '' is not a side; write X or O");
  EXPECT_EQ(message(start + " B"), "reversi: 'B' is not a side; write X or O");
  EXPECT_EQ(message(start + " X O"), "reversi: 'X O' is not a side; write X or O");
  EXPECT_EQ(message(fmt::format("x{} X", start.substr(1))),
            "reversi: 'x' on a1 is neither X nor O nor -");
  EXPECT_EQ(message(std::string(64, '-') + " X"),
            "reversi: d4 is empty, and the four squares in the middle never are");
}

TEST(Texts, OfMovesMayBeAsLongAsABoard) {
  std::uint64_t seed = 5;
  std::string moves;
  for (ArrayBoard board(parse_setup("startpos")); board.count() > 0 && moves.size() < 100;) {
    const auto legal = board.generate();
    const Move move = legal.begin()[splitmix64(seed) % legal.size()];
    board.make(move);
    if (move != pass) moves += to_string(move);
    const auto read = parse_setup(moves);
    EXPECT_EQ(read.discs.black, board.discs().black) << moves;
    EXPECT_EQ(read.discs.white, board.discs().white) << moves;
  }
  EXPECT_GT(moves.size(), 64U);
}

TEST(Texts, OfMovesAreSquaresOrPass) {
  EXPECT_EQ(to_string(Move{0}), "a1");
  EXPECT_EQ(to_string(Move{63}), "h8");
  EXPECT_EQ(to_string(pass), "pass");
  EXPECT_EQ(parse_move("f5"), Move{37});
  for (const char* text : {"", "f", "f9", "i5", "F5", "f55", "Pass"})
    EXPECT_FALSE(parse_move(text).has_value()) << text;
}

TEST(Evaluations, WeighDiscsOrMovesAndCorners) {
  // Black has one disc in a corner, White one; only Black can move.
  const Bitboard board(
      parse_setup("XO-------------------------OO------OO--------------------------- X"));
  EXPECT_EQ(Material{}(board), 100 * (1 - 5));
  EXPECT_EQ(Mobility{}(board), 10 * 1 + 100 * 1);
  const ArrayBoard other(
      parse_setup("XO-------------------------OO------OO--------------------------- O"));
  EXPECT_EQ(Material{}(other), 100 * (5 - 1));
  EXPECT_EQ(Mobility{}(other), -(10 * 1 + 100 * 1));
}

}  // namespace
}  // namespace plylab::reversi
