// Every sentence about a legal move claims something of the position, which is checked here by
// means that the explanations do not use.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "gen/chess/explain/explain.h"
#include "tests/gen/chess/explain/claim.h"
#include "tests/support/random_games.h"

namespace plylab::chess {
namespace {

/// What is claimed of a legal move.
bool legal_claim_holds(const Claim& c, Move move) {
  const PieceType type = type_of(c.on(c.from));
  const auto& named = c.named;
  // Without the piece on the from-square, is the king attacked?
  const bool shields = type != king && in_check(c.lifted({c.from}), c.us());
  switch (c.reason.rule) {
    case Rule::castling_allowed: {
      if (!move.is_castle() || c.check_before()) return false;
      const Square goal = castled_king(c.us(), move.castling_side());
      for (int s = std::min(c.from, goal); s <= std::max(c.from, goal); ++s)
        if (attacked(c.setup.squares, static_cast<Square>(s), !c.us())) return false;
      return true;
    }
    case Rule::castling_only_rook_attacked:
      return move.is_castle() && attacked(c.setup.squares, named[0], !c.us()) &&
             (named[0] == c.to || Claim::lies_between(c.from, named[0], c.to)) &&
             std::abs(file_of(named[0]) - file_of(c.from)) > 2;
    case Rule::king_leaves_check:
      return c.check_before() && type == king && !attacked(c.moved(false), c.to, !c.us());
    case Rule::king_captures_checker:
    case Rule::captures_checker: {
      const Squares alone = c.disarmed(c.setup.squares, c.other_enemies(c.to));
      return c.enemy(c.to) && in_check(alone, c.us()) &&
             (type == king) == (c.reason.rule == Rule::king_captures_checker);
    }
    case Rule::blocks_check:
    case Rule::en_passant_blocks_check:
      return c.check_before() && type != king && named[0] == c.to &&
             Claim::lies_between(named[1], c.to, named[2]) &&
             move.is_en_passant() == (c.reason.rule == Rule::en_passant_blocks_check);
    case Rule::en_passant_captures_checker:
      return c.check_before() && move.is_en_passant() &&
             !in_check(c.lifted({move.captured_on()}), c.us());
    case Rule::captures_pinner:
      return shields && !c.check_before() &&
             !in_check(c.disarmed(c.lifted({c.from}), {c.to}), c.us());
    case Rule::moves_along_pin:
      return shields && !c.check_before() && Claim::lies_between(named[0], c.to, named[1]) &&
             Claim::lies_between(named[0], c.from, named[1]);
    case Rule::en_passant_allowed:
      return move.is_en_passant() && c.to == c.setup.en_passant && !c.check_before() && !shields;
    case Rule::underpromotion:
    case Rule::promotion:
      return move.is_promotion() && !shields &&
             (move.promoted() == queen) == (c.reason.rule == Rule::promotion);
    case Rule::king_captures_unprotected:
    case Rule::king_steps:
      return type == king && !c.check_before() && !attacked(c.moved(false), c.to, !c.us()) &&
             c.enemy(c.to) == (c.reason.rule == Rule::king_captures_unprotected);
    case Rule::double_step:
      return move.kind() == MoveKind::double_push && c.rank(c.from) == 1;
    case Rule::pawn_steps:
    case Rule::pawn_captures:
      return type == pawn && !move.is_promotion() && !move.is_en_passant() &&
             c.enemy(c.to) == (c.reason.rule == Rule::pawn_captures);
    case Rule::piece_moves:
    case Rule::piece_captures:
      return type != pawn && type != king && !shields && !c.check_before() &&
             c.enemy(c.to) == (c.reason.rule == Rule::piece_captures);
    default:
      return false;
  }
}

TEST(ExplainClaims, HoldForEveryLegalMove) {
  std::map<Rule, int> seen;
  testing::random_positions(8'000, 60, [&](const chess::Setup& setup, const auto& moves, Move) {
    for (const Move move : moves) {
      const Reason reason = why_legal(setup, move);
      const Claim claim{setup, move.from(), move.to(), move.is_promotion(), reason};
      ASSERT_TRUE(legal_claim_holds(claim, move))
          << to_string(setup) << ' ' << rule_info(reason.rule).name << ", " << reason.sentence;
      ++seen[reason.rule];
    }
  });
  EXPECT_GE(seen.size(), 18u);
}

}  // namespace
}  // namespace plylab::chess
