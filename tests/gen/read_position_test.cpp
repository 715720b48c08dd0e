// Positions as people write them: names, and moves that lead on.
#include "gen/game/read_position.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/chess/text.h"
#include "gen/games.h"
#include "tests/support/input_error_of.h"

namespace plylab {
namespace {

using ::testing::HasSubstr;
using testing::input_error_of;

template <Game G>
std::string refusal(std::string_view text) {
  return input_error_of([&] { read_position<G>(text); });
}

template <Game G>
std::string end_of(std::string_view text) {
  return G::to_string(read_position<G>(text).end);
}

TEST(ReadPosition, KnowsNames) {
  for (const char* text : {"position kiwipete", "FEN: kiwipete", "position fen kiwipete"})
    EXPECT_EQ(end_of<chess::Chess>(text), end_of<chess::Chess>("kiwipete"));
  EXPECT_EQ(end_of<chess::Chess>("kiwipete"),
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  for (const KnownPosition& known : chess::Chess::positions)
    EXPECT_EQ(end_of<chess::Chess>(known.name), known.text) << "in the form that is written";
  EXPECT_EQ(refusal<chess::Chess>("kiwipet"), "no position 'kiwipet'; did you mean kiwipete?");
  EXPECT_EQ(refusal<chess::Chess>("kiwis"), "FEN: rank 8 has 'i', which is not a piece");
}

TEST(ReadPosition, PlaysMovesInAnyNotation) {
  const char* open = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
  for (const char* text :
       {"startpos moves e2e4 e7e5 g1f3", "moves e4 e5 Nf3", "startpos  moves  e2-e4 e5  Ng1-f3 ",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e4 e5 Nf3"})
    EXPECT_EQ(end_of<chess::Chess>(text), open) << text;
  EXPECT_EQ(end_of<chess::Chess>("startpos moves"), end_of<chess::Chess>("startpos"));
  const auto read = read_position<chess::Chess>("kiwipete moves e1g1 e8c8");
  EXPECT_EQ(read.moves.size(), 2U);
  EXPECT_EQ(chess::Chess::to_string(read.start), end_of<chess::Chess>("kiwipete"));
  EXPECT_THAT(end_of<chess::Chess>("chess960:518 moves e2e4"), HasSubstr(" b KQkq - 0 1"));
}

TEST(ReadPosition, SaysWhyAMoveIsIllegal) {
  EXPECT_EQ(refusal<chess::Chess>("4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1 moves e2d3"),
            "e2xd3 is illegal: the pawn is pinned to the king on e1 by the rook on e8 (in "
            "4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1)");
  EXPECT_THAT(refusal<chess::Chess>("startpos moves e4 Nf9"), HasSubstr("'Nf9'"));
  EXPECT_THAT(refusal<chess::Chess>("startpos moves e4 Nf9"),
              HasSubstr("(in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1)"));
  EXPECT_THAT(refusal<tictactoe::TicTacToe>("x../.../... moves a3"), HasSubstr("'a3'"));
  EXPECT_THAT(refusal<tree::SyntheticTree>("tree(width=3,depth=3) moves 1"),
              HasSubstr("cannot be given by moves"));
}

TEST(ReadPosition, SaysWhatSeparatesMovesWhereSeveralStandTogether) {
  constexpr const char* hint = "; moves are separated by blanks";
  for (const char* several : {"e2e4,e7e5", "e2e4e7e5", "e4;e5", "Nf3Nf6", "Nf3|Nf6"})
    EXPECT_THAT(refusal<chess::Chess>("startpos moves " + std::string(several)), HasSubstr(hint));
  for (const char* none : {"Nf9", "xyz", "e4=Q", "e4!?x", "e2e5", "Nf33"})
    EXPECT_EQ(refusal<chess::Chess>("startpos moves " + std::string(none)).find(hint),
              std::string::npos)
        << none;
  EXPECT_THAT(refusal<reversi::Reversi>("moves f5d6"), HasSubstr(hint));
  EXPECT_THAT(refusal<checkers::Checkers>("moves 11-15,22-18"), HasSubstr(hint));
  EXPECT_THAT(refusal<tictactoe::TicTacToe>("moves a1/b2"), HasSubstr(hint));
  EXPECT_EQ(refusal<tictactoe::TicTacToe>("moves a1-b2").find(hint), std::string::npos);
}

TEST(ReadPosition, HoldsForOtherGames) {
  EXPECT_EQ(end_of<tictactoe::TicTacToe>("moves a1 b2 c3"), "..x/.o./x..");
  EXPECT_EQ(end_of<checkers::Checkers>("moves 11-15 22-18 15x22"),
            "W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,22");
  const auto merged = read_position<checkers::Checkers>("startpos merged moves 11-15");
  EXPECT_EQ(merged.end.routes, checkers::Routes::merged);
}

TEST(ReadPosition, EndsWithAReversiPassThatEndsTheGame) {
  const std::string full(60, 'X');
  EXPECT_THAT(refusal<reversi::Reversi>(full + "XXXX X moves pass"), HasSubstr("no position"));
}

TEST(WithMoves, AddsThemToThoseThatThereAre) {
  EXPECT_EQ(with_moves("startpos", ""), "startpos");
  EXPECT_EQ(with_moves("startpos", "e4"), "startpos moves e4");
  EXPECT_EQ(with_moves("startpos moves", "e4"), "startpos moves e4");
  EXPECT_EQ(with_moves("startpos moves e4", "e5 Nf3"), "startpos moves e4 e5 Nf3");
  EXPECT_EQ(with_moves("", "e4"), "moves e4");
  EXPECT_EQ(with_moves("startpos moves e4", ""), "startpos moves e4");
}

TEST(ReadSetup, BelievesAFenUnlessMovesFollow) {
  EXPECT_EQ(chess::read_setup("8/8/8/8/8/8/8/8 w - - 0 1"),
            chess::parse_fen("8/8/8/8/8/8/8/8 w - - 0 1"));
  EXPECT_EQ(chess::read_setup("pos3"),
            chess::parse_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"));
  EXPECT_THROW(chess::read_setup("8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4"), InputError);
}

}  // namespace
}  // namespace plylab
