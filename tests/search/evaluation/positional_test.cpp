// The positional evaluation: colours, boards, its sum move by move, and what it has to know.
#include <gtest/gtest.h>

#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/x88/x88.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/evaluation/pawn_table.h"
#include "search/evaluation/terms.h"
#include "tests/support/random_games.h"

namespace plylab::search {
namespace {

const ChessEvaluation positional("positional");

Value value_of_fen(const char* fen) { return positional(chess::Mailbox(chess::ValidSetup(fen))); }

/// The same position with the colours exchanged; castling rights do not matter here.
chess::Setup mirrored(const chess::Setup& setup) {
  chess::Setup other = setup;
  for (std::size_t s = 0; s < 64; ++s) {
    const chess::Piece piece = setup.squares[s ^ 56];
    other.squares[s] = piece == chess::no_piece
                           ? piece
                           : chess::make_piece(!chess::color_of(piece), chess::type_of(piece));
  }
  other.side = !setup.side;
  other.castling = chess::no_castling;
  other.en_passant = chess::no_square;
  return other;
}

TEST(Positional, HoldsForBothColoursAndAllBoards) {
  testing::random_positions(5'000, 100, [&](const chess::Setup& setup, const auto&, auto) {
    const chess::ValidSetup position(setup);
    const Value value = positional(chess::Mailbox(position));
    ASSERT_EQ(value, positional(chess::Mailbox(chess::ValidSetup(mirrored(setup)))))
        << to_string(setup);
    ASSERT_EQ(value, positional(chess::X88(position))) << to_string(setup);
    ASSERT_EQ(value, positional(chess::Bitboard<chess::Magic>(position))) << to_string(setup);
    ASSERT_FALSE(is_mate(value)) << to_string(setup);
  });
}

TEST(Positional, IsTheSameWithATableOfPawns) {
  PawnTable pawns(64, false), kings(64, true);
  ChessEvaluation by_pawns = positional, by_kings = positional;
  by_pawns.use(&pawns);
  by_kings.use(&kings);
  testing::random_positions(5'000, 100, [&](const chess::Setup& setup, const auto&, auto) {
    const chess::Mailbox board{chess::ValidSetup(setup)};
    ASSERT_EQ(by_pawns(board), positional(board)) << to_string(setup);
    ASSERT_EQ(by_kings(board), positional(board)) << to_string(setup);
  });
  EXPECT_GT(pawns.hits(), kings.hits());
  EXPECT_GT(kings.hits(), 100U);
}

TEST(Evaluations, AreTheSumsOfTheirTerms) {
  for (const char* name : {"material", "pst", "mobility", "random:3", "positional"}) {
    const ChessEvaluation evaluation = parse_evaluation("--eval", name);
    testing::random_positions(2'000, 100, [&](const chess::Setup& setup, const auto&, auto) {
      const chess::ValidSetup position(setup);
      Value sum = 0;
      for (const EvaluationTerm& term : evaluation_terms(evaluation, position)) sum += term.value;
      ASSERT_EQ(sum, evaluation(chess::Mailbox(position))) << name << ' ' << to_string(setup);
    });
  }
  for (const char* fen : {"7k/8/8/8/8/8/8/KQ6 w - - 0 1", "8/8/4k3/8/8/8/P7/K7 b - - 0 1",
                          "4k3/8/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/2BB4/K7 b - - 0 1"}) {
    const chess::ValidSetup position(fen);
    Value sum = 0;
    for (const EvaluationTerm& term : evaluation_terms(positional, position)) sum += term.value;
    EXPECT_EQ(sum, value_of_fen(fen)) << fen;
  }
}

TEST(Positional, KeepsItsSumMoveByMove) {
  testing::random_positions(2'000, 80, [&](const chess::Setup& setup, const auto& moves, auto) {
    chess::Mailbox board{chess::ValidSetup(setup)};
    const Score before = positional.sum(board);
    for (const chess::Move move : moves) {
      const Score change = positional.change(board, move);
      const auto undo = board.make(move);
      ASSERT_EQ(before + change, positional.sum(board)) << to_string(setup) << ' ' << to_uci(move);
      board.unmake(move, undo);
    }
  });
}

TEST(Positional, AddsMiddleGameAndEndgameApart) {
  for (const int middle : {-30'000, -1, 0, 1, 777, 30'000})
    for (const int end : {-30'000, -1, 0, 1, 777, 30'000}) {
      EXPECT_EQ(middle_of(score(middle, end)), middle);
      EXPECT_EQ(end_of(score(middle, end)), end);
      EXPECT_EQ(middle_of(-score(middle, end)), -middle);
      EXPECT_EQ(end_of(-score(middle, end)), -end);
    }
}

TEST(Positional, PenalisesATrappedRook) {
  // The pawn on b4 leaves the rook no square, and on b6 it does not.
  const Value shut = value_of_fen("4k3/8/8/3p4/1p1Pp3/1R2P3/1P4K1/8 w - - 0 1");
  const Value open = value_of_fen("4k3/8/1p6/3p4/3Pp3/1R2P3/1P4K1/8 w - - 0 1");
  EXPECT_LT(shut, open - 60);
}

TEST(Positional, ScoresUnwinnableEndingsAsDraws) {
  EXPECT_LT(value_of_fen("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1"), 60);      // a bishop alone
  EXPECT_LT(value_of_fen("4k3/8/2r5/8/8/8/3N4/R3K3 w - - 0 1"), 120);  // rook and knight on rook
  EXPECT_GT(value_of_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 400);      // a rook
  EXPECT_GT(value_of_fen("7k/8/5K2/8/8/8/8/R7 w - - 0 1"),             // nearer to the mate
            value_of_fen("8/8/3k4/8/8/3K4/8/R7 w - - 0 1"));
}

TEST(Positional, PrefersPawnsThatHaveTheWayFree) {
  EXPECT_GT(value_of_fen("4k3/8/1P6/8/8/7p/7P/4K3 w - - 0 1"),
            value_of_fen("4k3/1p6/1P6/8/8/8/7P/4K3 w - - 0 1"));
}

}  // namespace
}  // namespace plylab::search
