// The evaluations of chess: their names, and the sum that is kept move by move.
#include "search/evaluation/chess_evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "gen/base/input_error.h"
#include "gen/chess/mailbox/mailbox.h"
#include "tests/support/input_error_of.h"
#include "tests/support/random_games.h"

namespace plylab::search {
namespace {

using testing::input_error_of;

TEST(Evaluations, AreNamedAndSeeded) {
  const chess::Mailbox board{chess::ValidSetup(chess::startpos_fen)};
  const auto value = [&](const char* name) { return parse_evaluation("--eval", name)(board); };
  EXPECT_EQ(value("material"), 0);
  EXPECT_EQ(value("pst"), 0);
  EXPECT_EQ(value("mobility"), 0);
  EXPECT_EQ(value("random"), value("random:1"));
  EXPECT_NE(value("random:1"), value("random:2"));
  EXPECT_EQ(input_error_of([] { parse_evaluation("--eval", "pst:3"); }),
            "--eval: 'pst:3': only random takes a seed, a number");
  // White has the queen, and with it more moves.
  const chess::Mailbox better{chess::ValidSetup("4k3/8/8/8/8/8/8/3QK3 b - - 0 1")};
  EXPECT_LT(parse_evaluation("--eval", "mobility")(better),
            parse_evaluation("--eval", "pst")(better));
}

TEST(Evaluations, AtRandomAreFromMinus100To100) {
  const ChessEvaluation random = parse_evaluation("--eval", "random:3");
  Value min = 0, max = 0;
  testing::random_positions(20'000, 60, [&](const chess::Setup& fen, const auto&, auto) {
    const Value value = random(chess::Mailbox{chess::ValidSetup(fen)});
    min = std::min(min, value);
    max = std::max(max, value);
  });
  EXPECT_EQ(min, -100);
  EXPECT_EQ(max, 100);
}

// The sum that is kept move by move is the sum computed afresh.
TEST(Evaluations, ChangeMoveByMove) {
  const ChessEvaluation pst("pst");
  testing::random_positions(5'000, 60, [&](const chess::Setup& fen, const auto& moves, auto) {
    chess::Mailbox board{chess::ValidSetup(fen)};
    const Value before = pst.sum(board);
    for (const chess::Move move : moves) {
      const Value change = pst.change(board, move);
      const auto undo = board.make(move);
      ASSERT_EQ(before + change, pst.sum(board)) << to_string(fen) << ' ' << to_uci(move);
      board.unmake(move, undo);
    }
  });
}

}  // namespace
}  // namespace plylab::search
