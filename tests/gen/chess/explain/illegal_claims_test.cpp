// Every sentence about an illegal move claims something of the position. Here each claim is checked
// by means that the explanations do not use, for every text of a move in positions of random games.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdlib>
#include <map>
#include <set>

#include "gen/chess/board/notation.h"
#include "gen/chess/explain/explain.h"
#include "tests/gen/chess/explain/claim.h"
#include "tests/support/random_games.h"

namespace plylab::chess {
namespace {

/// Where each piece could go from each square, alone on the board or capturing.
class EmptyBoard {
 public:
  EmptyBoard() {
    for (const Color color : {white, black})
      for (const PieceType type : {bishop, rook, queen, pawn, knight, king})
        for (int from = a1; from <= h8; ++from) fill(make_piece(color, type), from);
  }
  bool reaches(Piece piece, Square from, Square to) const { return reach_[piece][from][to]; }

 private:
  void fill(Piece piece, int from) {
    const auto square = static_cast<Square>(from);
    if (type_of(piece) == pawn && (rank_of(square) == 0 || rank_of(square) == 7)) return;
    for (int enemy = -1; enemy <= h8; ++enemy) {
      if (enemy == from) continue;
      chess::Setup setup;
      setup.side = color_of(piece);
      setup.squares[square] = piece;
      if (enemy >= 0) setup.squares[static_cast<Square>(enemy)] = make_piece(!setup.side, knight);
      for (const Move move : pseudo_legal_moves(setup)) reach_[piece][square].set(move.to());
    }
  }
  std::array<std::array<std::bitset<64>, 64>, 16> reach_{};
};

const EmptyBoard& empty_board() {
  static const EmptyBoard board;
  return board;
}

/// What is claimed of an illegal move; castling apart.
bool illegal_claim_holds(const Claim& c) {
  const Piece piece = c.on(c.from);
  const bool reaches = piece != no_piece && empty_board().reaches(piece, c.from, c.to);
  const bool is_pawn = type_of(piece) == pawn;
  const bool same_file = file_of(c.from) == file_of(c.to);
  const bool last_rank = c.rank(c.to) == 7;
  const auto& named = c.named;
  switch (c.reason.rule) {
    case Rule::no_piece_there:
      return piece == no_piece;
    case Rule::wrong_side:
      return c.enemy(c.from);
    case Rule::promotion_by_piece:
      return c.promotes && !is_pawn;
    case Rule::piece_does_not_move_so:
      return !reaches;
    case Rule::wraps_round_edge:
      // A single step of one or two files round the edge leads six or seven files away. A slider
      // wraps only to a square to which no queen could go.
      if (type_of(piece) == bishop || type_of(piece) == rook || type_of(piece) == queen)
        return !same_file && rank_of(c.from) != rank_of(c.to) &&
               std::abs(file_of(c.from) - file_of(c.to)) !=
                   std::abs(rank_of(c.from) - rank_of(c.to));
      return !reaches && !same_file && std::abs(file_of(c.from) - file_of(c.to)) >= 6;
    case Rule::own_piece_on_target:
      return reaches && c.on(c.to) != no_piece && !c.enemy(c.to) && !(is_pawn && same_file);
    case Rule::way_blocked:
      return reaches && c.on(named[0]) != no_piece && Claim::lies_between(c.from, named[0], c.to);
    case Rule::pawn_blocked:
      return reaches && is_pawn && c.on(named[0]) != no_piece &&
             (named[0] == c.to || Claim::lies_between(c.from, named[0], c.to));
    case Rule::pawn_captures_straight:
      return reaches && is_pawn && same_file && c.enemy(c.to);
    case Rule::pawn_double_step:
      return is_pawn && same_file && c.rank(c.to) == c.rank(c.from) + 2 && c.rank(c.from) != 1;
    case Rule::pawn_capture_needs_enemy:
      return reaches && is_pawn && !same_file && c.on(c.to) == no_piece &&
             c.to != c.setup.en_passant;
    case Rule::en_passant_no_right:
      return reaches && c.en_passant() && c.to != c.setup.en_passant && c.enemy(named[0]);
    case Rule::promotion_missing:
      return reaches && is_pawn && last_rank && !c.promotes;
    case Rule::promotion_not_on_last_rank:
      return reaches && is_pawn && !last_rank && c.promotes;
    case Rule::king_into_check:
    case Rule::king_next_to_king:
      return reaches && type_of(piece) == king && named[0] == c.to &&
             attacked(c.setup.squares, c.to, !c.us()) && named.size() > 1 &&
             std::all_of(named.begin() + 1, named.end(),
                         [&](Square square) { return c.is_blamed_justly(square); });
    case Rule::king_stays_on_line:
      return reaches && type_of(piece) == king && !attacked(c.setup.squares, c.to, !c.us()) &&
             c.check_before() && Claim::lies_between(named[0], c.from, c.to) &&
             c.is_blamed_justly(named[0]);
    case Rule::king_captures_protected:
      return reaches && type_of(piece) == king && c.enemy(c.to) &&
             c.is_blamed_justly(named.back()) && c.is_blamed_justly(named[1]);
    case Rule::double_check:
      return type_of(piece) != king && in_check(c.disarmed(c.setup.squares, {named[1]}), c.us()) &&
             in_check(c.disarmed(c.setup.squares, {named[2]}), c.us()) &&
             !in_check(c.disarmed(c.setup.squares, {named[1], named[2]}), c.us());
    case Rule::in_check_not_answered:
      return type_of(piece) != king && c.check_before() && c.check_after() &&
             c.is_blamed_justly(named.back());
    case Rule::pinned: {
      if (type_of(piece) == king || named[0] != c.king_square()) return false;
      Squares without_mover = c.lifted({c.from});
      if (c.check_before()) without_mover = c.disarmed(without_mover, {named.back()});
      return in_check(without_mover, c.us()) &&
             !in_check(c.disarmed(without_mover, {named[1]}), c.us()) &&
             c.is_blamed_justly(named[1]);
    }
    case Rule::en_passant_discovers: {
      const Square passed = make_square(file_of(c.to), rank_of(c.from));
      const Square opener = named.size() == 1 ? named[0] : named[1];
      return c.en_passant() && c.is_blamed_justly(opener) &&
             Claim::lies_between(opener, passed, c.king_square());
    }
    default:
      return false;
  }
}

/// What is claimed of castling that is illegal, in standard chess.
bool castling_claim_holds(const Claim& c, CastlingSide castling_side) {
  const Square rook_square = c.setup.castling[index(c.us())][index(castling_side)];
  const Square goal = castled_king(c.us(), castling_side);
  if (c.reason.rule == Rule::castling_no_right) return rook_square == no_square;
  if (rook_square == no_square) return false;
  switch (c.reason.rule) {
    case Rule::castling_way_blocked:
      return c.on(c.named[0]) != no_piece &&
             Claim::lies_between(c.king_square(), c.named[0], rook_square);
    case Rule::castling_out_of_check:
      return c.check_before();
    case Rule::castling_through_check:
      return attacked(c.setup.squares, c.named[0], !c.us()) &&
             Claim::lies_between(c.king_square(), c.named[0], goal);
    case Rule::castling_into_check:
      return c.named[0] == goal && attacked(c.setup.squares, goal, !c.us());
    default:
      return false;
  }
}

bool concerns_safety(Rule rule) {
  return rule >= Rule::king_into_check && rule <= Rule::en_passant_discovers;
}

/// The castling that a text of UCI means in standard chess.
std::optional<CastlingSide> castling_side_of(const chess::Setup& setup, Square from, Square to) {
  if (setup.squares[from] != make_piece(setup.side, king) || rank_for(setup.side, from) != 0 ||
      rank_for(setup.side, to) != 0 || std::abs(file_of(from) - file_of(to)) < 2)
    return std::nullopt;
  const CastlingSide castling_side = to < from ? CastlingSide::queenside : CastlingSide::kingside;
  if (to != castled_king(setup.side, castling_side) &&
      setup.squares[to] != make_piece(setup.side, rook))
    return std::nullopt;
  return castling_side;
}

std::string uci(Square from, Square to, char promotion) {
  std::string text = to_string(from) + to_string(to);
  if (promotion != 0) text += promotion;
  return text;
}

/// All texts that name one of the moves, castling in both forms.
std::set<std::string> texts(const std::vector<Move>& moves) {
  std::set<std::string> all;
  for (const Move move : moves) {
    all.insert(to_uci(move));
    if (move.is_castle()) all.insert(uci(move.from(), move.to(), 0));
  }
  return all;
}

TEST(ExplainClaims, HoldForEveryTextOfAnIllegalMove) {
  std::map<Rule, int> seen;
  testing::random_positions(300, 30, [&](const chess::Setup& setup, const auto& moves, Move) {
    const auto legal = texts(moves);
    const auto pseudo_legal = texts(pseudo_legal_moves(setup));
    for (int from = a1; from <= h8; ++from)
      for (int to = a1; to <= h8; ++to)
        for (const char promotion : {'\0', 'q', 'r', 'b', 'n'}) {
          const auto f = static_cast<Square>(from), t = static_cast<Square>(to);
          const std::string text = uci(f, t, promotion);
          if (legal.contains(text)) continue;
          const Reason reason = why_illegal(setup, text);
          const Claim claim{setup, f, t, promotion != '\0', reason};
          const auto castling_side = castling_side_of(setup, f, t);
          ASSERT_TRUE(castling_side && promotion == '\0'
                          ? castling_claim_holds(claim, *castling_side)
                          : illegal_claim_holds(claim))
              << to_string(setup) << ' ' << text << ": " << rule_info(reason.rule).name << ", "
              << reason.sentence;
          // Pseudo-legal moves are illegal for the king's sake; others may not be, but for e.p.,
          // whose square a ValidSetup drops.
          if (pseudo_legal.contains(text) || !claim.en_passant()) {
            ASSERT_EQ(concerns_safety(reason.rule), pseudo_legal.contains(text))
                << to_string(setup) << ' ' << reason.sentence;
          }
          ++seen[reason.rule];
        }
  });
  EXPECT_GE(seen.size(), 24u);
}

// The king's safety alone, on many more positions.
TEST(ExplainClaims, HoldForEveryPseudoLegalMove) {
  std::map<Rule, int> seen;
  testing::random_positions(30'000, 60, [&](const chess::Setup& setup, const auto& moves, Move) {
    const auto legal = texts(moves);
    for (const Move move : pseudo_legal_moves(setup)) {
      if (legal.contains(to_uci(move))) continue;
      const Reason reason = why_illegal(setup, to_uci(move));
      const Claim claim{setup, move.from(), move.to(), move.is_promotion(), reason};
      ASSERT_TRUE(concerns_safety(reason.rule) && illegal_claim_holds(claim))
          << to_string(setup) << ' ' << rule_info(reason.rule).name << ", " << reason.sentence;
      ++seen[reason.rule];
    }
  });
  for (const Rule rule : {Rule::king_into_check, Rule::king_next_to_king, Rule::king_stays_on_line,
                          Rule::king_captures_protected, Rule::double_check,
                          Rule::in_check_not_answered, Rule::pinned})
    EXPECT_GT(seen[rule], 10) << rule_info(rule).name;
}

}  // namespace
}  // namespace plylab::chess
