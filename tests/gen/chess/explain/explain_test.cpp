#include "gen/chess/explain/explain.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"

namespace plylab::chess {
namespace {

struct Sentence {
  std::string_view fen;
  std::string_view text;  ///< the move; for legal ones as to_uci() writes it
  std::string_view rule;
  std::string_view sentence;
};

// clang-format off
constexpr Sentence illegal[] = {
    // The text.
    {"startpos", "xyz", "no_move", "'xyz' is not a move: it does not name two squares"},
    {"startpos", "", "no_move", "'' is not a move: it does not name two squares"},
    {"startpos", "Nf6", "no_move", "'Nf6' is not a move: no knight of White can go to f6"},
    {"startpos", "e5", "no_move", "'e5' is not a move: no pawn of White can go to e5"},
    {"startpos", "e4=Q", "no_move", "'e4=Q' is not a move: a pawn becomes another piece on the last rank, and only there"},
    {"7k/P7/8/8/8/8/8/7K w - - 0 1", "a8", "no_move", "'a8' is not a move: a pawn becomes another piece on the last rank, and only there"},
    {"startpos", "N5c3", "no_move", "'N5c3' is not a move: another knight goes to c3"},
    {"startpos", "e2e4x", "no_move", "'e2e4x' is not a move: UCI has no piece 'x'"},
    {"7k/4P3/8/8/8/8/8/7K w - - 0 1", "e7e8Q", "no_move", "'e7e8Q' is not a move: UCI has no piece 'Q'"},
    {"7k/4P3/8/8/8/8/8/7K w - - 0 1", "e7e8(k)", "no_move", "'e7e8(k)' is not a move: '(k)' is no piece that a pawn becomes"},
    {"startpos", "e9e5", "off_board", "'e9e5' is not a move: there is no square e9"},
    {"startpos", "h1i2", "off_board", "'h1i2' is not a move: there is no square i2"},
    {"startpos", "0000", "null_move", "'0000' is not a move: no side may pass"},
    {"startpos", "(none)", "null_move", "'(none)' is not a move: no side may pass"},
    // The piece.
    {"startpos", "e3e4", "no_piece_there", "e3-e4 is illegal: e3 is empty"},
    {"startpos", "g8f6", "wrong_side", "Ng8-f6 is illegal: the knight on g8 belongs to Black, and White is to move"},
    {"7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a8q", "promotion_by_piece", "Ra1-a8=Q is illegal: only a pawn promotes, not the rook on a1"},
    // How it goes.
    {"startpos", "g1g3", "piece_does_not_move_so", "Ng1-g3 is illegal: a knight does not go from g1 to g3"},
    {"startpos", "e1e1", "piece_does_not_move_so", "Ke1-e1 is illegal: the king on e1 would stay"},
    {"startpos", "e2e5", "piece_does_not_move_so", "e2-e5 is illegal: a pawn does not go from e2 to e5"},
    {"7k/8/8/8/4P3/8/8/7K w - - 0 1", "e4e3", "piece_does_not_move_so", "e4-e3 is illegal: a pawn does not go backwards"},
    {"7k/8/8/8/4P3/8/8/7K w - - 0 1", "e4d4", "piece_does_not_move_so", "e4-d4 is illegal: a pawn does not go sideways"},
    {"7k/8/8/8/8/8/8/4K3 w - - 0 1", "e1h1", "piece_does_not_move_so", "Ke1-h1 is illegal: a king does not go from e1 to h1"},
    {"k7/8/8/8/7K/8/8/8 w - - 0 1", "h4a5", "wraps_round_edge", "Kh4-a5 is illegal: from h4 to a5 the king wraps round the edge of the board"},
    {"k7/8/8/p7/7P/8/8/7K w - - 0 1", "h4a6", "wraps_round_edge", "h4-a6 is illegal: from h4 to a6 the pawn wraps round the edge of the board"},
    {"k7/8/8/8/8/8/8/3R3K w - - 0 1", "d1b3", "piece_does_not_move_so", "Rd1-b3 is illegal: a rook does not go from d1 to b3"},
    {"k7/8/8/8/8/8/8/3R3K w - - 0 1", "d1b2", "piece_does_not_move_so", "Rd1-b2 is illegal: a rook does not go from d1 to b2"},
    {"k7/8/8/8/6R1/8/8/7K w - - 0 1", "g4b5", "wraps_round_edge", "Rg4-b5 is illegal: from g4 to b5 the rook wraps round the edge of the board"},
    {"1B6/6k1/8/8/8/8/8/7K w - - 0 1", "b8b1", "piece_does_not_move_so", "Bb8-b1 is illegal: a bishop does not go from b8 to b1"},
    {"k7/8/8/8/8/8/7P/6KR w - - 0 1", "h1g2", "piece_does_not_move_so", "Rh1-g2 is illegal: a rook does not go from h1 to g2"},
    {"k7/8/8/8/8/8/8/6NK w - - 0 1", "g1a3", "wraps_round_edge", "Ng1-a3 is illegal: from g1 to a3 the knight wraps round the edge of the board"},
    {"startpos", "g1e2", "own_piece_on_target", "Ng1-e2 is illegal: the pawn on e2 belongs to White as well"},
    {"7k/8/8/8/4P3/3P4/8/7K w - - 0 1", "d3e4", "own_piece_on_target", "d3-e4 is illegal: the pawn on e4 belongs to White as well"},
    {"4k2r/8/8/8/8/8/8/4KR2 w - - 0 1", "e1f1", "own_piece_on_target", "Ke1-f1 is illegal: the rook on f1 belongs to White as well"},
    {"startpos", "a1a5", "way_blocked", "Ra1-a5 is illegal: the pawn on a2 blocks the way to a5"},
    {"7k/8/8/8/8/2q5/1P6/K7 w - - 0 1", "b2b3", "pinned", "b2-b3 is illegal: the pawn is pinned to the king on a1 by the queen on c3"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "d8d1", "way_blocked", "Qd8xd1 is illegal: the pawn on d7 blocks the way to d1"},
    // Pawns.
    {"7k/8/8/8/4N3/4P3/8/7K w - - 0 1", "e3e4", "pawn_blocked", "e3-e4 is illegal: the knight on e4 blocks the pawn"},
    {"7k/8/8/8/8/4n3/4P3/7K w - - 0 1", "e2e4", "pawn_blocked", "e2-e4 is illegal: the knight on e3 blocks the pawn"},
    {"7k/8/8/8/4n3/8/4P3/7K w - - 0 1", "e2e4", "pawn_captures_straight", "e2xe4 is illegal: a pawn captures only diagonally, and the knight on e4 stands straight ahead"},
    {"7k/8/8/8/8/4P3/8/7K w - - 0 1", "e3e5", "pawn_double_step", "e3-e5 is illegal: a pawn goes two squares only from the second rank"},
    {"7k/8/4p3/8/8/8/8/7K b - - 0 1", "e6e4", "pawn_double_step", "e6-e4 is illegal: a pawn goes two squares only from the seventh rank"},
    {"startpos", "e2d3", "pawn_capture_needs_enemy", "e2xd3 is illegal: there is nothing to capture on d3"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "en_passant_no_right", "e5xd6 e.p. is illegal: the pawn on d5 has not just made a double step (the e.p. square is -)"},
    {"4k3/8/8/3pPp2/8/8/8/4K3 w - f6 0 1", "e5d6", "en_passant_no_right", "e5xd6 e.p. is illegal: the pawn on d5 has not just made a double step (the e.p. square is f6)"},
    {"7k/6b1/8/3pPp2/8/2K5/8/8 w - f6 0 1", "e5d6", "en_passant_no_right", "e5xd6 e.p. is illegal: the pawn on d5 has not just made a double step (the e.p. square is f6)"},
    {"7k/4P3/8/8/8/8/8/7K w - - 0 1", "e7e8", "promotion_missing", "e7-e8 is illegal: a pawn that reaches the eighth rank must become another piece"},
    {"7k/8/8/8/8/8/4p3/7K b - - 0 1", "e2e1", "promotion_missing", "e2-e1 is illegal: a pawn that reaches the first rank must become another piece"},
    {"7k/4P3/8/8/8/8/8/7K w - - 0 1", "e7e8k", "promotion_piece", "e7-e8=K is illegal: a pawn becomes a queen, rook, bishop or knight, not a king"},
    {"7k/4P3/8/8/8/8/8/7K w - - 0 1", "e7e8p", "promotion_piece", "e7-e8=P is illegal: a pawn becomes a queen, rook, bishop or knight, not a pawn"},
    {"startpos", "e2e4q", "promotion_not_on_last_rank", "e2-e4=Q is illegal: a pawn promotes only on the eighth rank"},
    // The king's moves.
    {"4k3/8/8/2b5/8/8/8/4K3 w - - 0 1", "e1f2", "king_into_check", "Ke1-f2 is illegal: f2 is attacked by the bishop on c5"},
    {"4k3/8/8/2b5/6n1/8/8/4K3 w - - 0 1", "e1f2", "king_into_check", "Ke1-f2 is illegal: f2 is attacked by the knight on g4 and the bishop on c5"},
    {"8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2", "king_next_to_king", "Ke1-e2 is illegal: e2 is next to the king on e3"},
    {"4r2k/8/8/8/8/8/4K3/8 w - - 0 1", "e2e1", "king_stays_on_line", "Ke2-e1 is illegal: the rook on e8 attacks e1 through the king"},
    {"7k/6p1/5n2/4K3/8/8/8/8 w - - 0 1", "e5f6", "king_captures_protected", "Ke5xf6 is illegal: the knight on f6 is protected by the pawn on g7"},
    // Checks and pins.
    {"4r2k/8/8/8/8/3n4/8/R3K3 w - - 0 1", "a1d1", "double_check", "Ra1-d1 is illegal: the king on e1 is in double check by the knight on d3 and the rook on e8, and only the king may move"},
    {"4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "in_check_not_answered", "Ra1-a8 is illegal: it does not answer the check to the king on e1 by the rook on e8"},
    {"4r2k/8/8/b7/8/2N5/8/4K3 w - - 0 1", "c3a4", "in_check_not_answered", "Nc3-a4 is illegal: it does not answer the check by the rook on e8, and the knight is pinned to the king on e1 by the bishop on a5"},
    {"4r2k/8/8/8/8/3n4/4B3/4K3 w - - 0 1", "e2f3", "in_check_not_answered", "Be2-f3 is illegal: it does not answer the check by the knight on d3, and the bishop is pinned to the king on e1 by the rook on e8"},
    {"4r2k/8/8/8/8/3n4/4B3/4K3 w - - 0 1", "e2d3", "pinned", "Be2xd3 is illegal: the bishop is pinned to the king on e1 by the rook on e8, so that it may not capture the knight on d3, which gives check"},
    {"4k3/8/8/8/8/8/8/r2N1K2 w - - 0 1", "d1f2", "pinned", "Nd1-f2 is illegal: the knight is pinned to the king on f1 by the rook on a1"},
    {"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "pinned", "Ne2-c3 is illegal: the knight is pinned to the king on e1 by the rook on e8"},
    {"4r2k/8/8/b7/8/2N5/8/4K3 w - - 0 1", "c3e4", "pinned", "Nc3-e4 is illegal: the knight is pinned to the king on e1 by the bishop on a5, so that it may not block the check by the rook on e8"},
    {"7k/8/8/b7/4r3/2N5/8/4K3 w - - 0 1", "c3e4", "pinned", "Nc3xe4 is illegal: the knight is pinned to the king on e1 by the bishop on a5, so that it may not capture the rook on e4, which gives check"},
    // Capturing e.p.
    {"7k/8/8/K2pP2q/8/8/8/8 w - d6 0 1", "e5d6", "en_passant_discovers", "e5xd6 e.p. is illegal: it opens the fifth rank to the queen on h5"},
    {"7k/8/8/K2pP2q/8/8/8/8 w - - 0 1", "e5d6", "en_passant_discovers", "e5xd6 e.p. is illegal: it opens the fifth rank to the queen on h5"},
    {"8/8/8/8/k2Pp2Q/8/8/7K b - d3 0 1", "e4d3", "en_passant_discovers", "e4xd3 e.p. is illegal: it opens the fourth rank to the queen on h4"},
    {"6bk/8/8/3pP3/8/1K6/8/8 w - d6 0 1", "e5d6", "en_passant_discovers", "e5xd6 e.p. is illegal: taking the pawn on d5 opens the diagonal from the bishop on g8 to the king on b3"},
    {"4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "pinned", "e5xd6 e.p. is illegal: the pawn is pinned to the king on e1 by the rook on e8"},
    {"7k/6b1/8/3pP3/8/2K5/8/8 w - d6 0 1", "e5d6", "pinned", "e5xd6 e.p. is illegal: the pawn is pinned to the king on c3 by the bishop on g7"},
    {"r6k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6", "in_check_not_answered", "e5xd6 e.p. is illegal: it does not answer the check to the king on a1 by the rook on a8"},
    // Castling.
    {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "castling_no_right", "O-O is illegal: White has no right to castle short; the king on e1 or its rook has moved"},
    {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1a1", "castling_no_right", "O-O-O is illegal: White has no right to castle long; the king on e1 or its rook has moved"},
    {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "O-O-O", "castling_no_right", "O-O-O is illegal: White has no right to castle long; the king on e1 or its rook has moved"},
    {"4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", "castling_way_blocked", "O-O is illegal: the bishop on f1 stands in the king's way"},
    {"rn2k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "castling_way_blocked", "O-O-O is illegal: the knight on b8 stands in the rook's way"},
    {"4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "castling_out_of_check", "O-O is illegal: the king on e1 is in check by the rook on e8"},
    {"4k3/8/b7/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling_through_check", "O-O is illegal: the king passes f1, attacked by the bishop on a6"},
    {"4k3/8/1b6/8/8/8/8/4K2R w K - 0 1", "0-0", "castling_into_check", "O-O is illegal: the king comes to g1, attacked by the bishop on b6"},
    {"r3k2r/8/8/8/8/8/8/2R1K3 b kq - 0 1", "e8c8", "castling_into_check", "O-O-O is illegal: the king comes to c8, attacked by the rook on c1"},
};

constexpr Sentence legal_sentences[] = {
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling_allowed", "O-O is legal: White has the right, nothing stands in the way, and no square from e1 to g1 is attacked"},
    {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "castling_only_rook_attacked", "O-O-O is legal: b1 is attacked by the rook on b8, but only the rook passes there"},
    {"r3k3/8/8/8/8/8/8/R3K3 b q - 0 1", "e8c8", "castling_only_rook_attacked", "O-O-O is legal: a8 is attacked by the rook on a1, but only the rook stands there"},
    {"4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "king_leaves_check", "Ke1-d1 is legal: the king leaves the check by the rook on e8, and d1 is not attacked"},
    {"4r2k/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", "king_captures_checker", "Ke1xd2 is legal: the king may take the pawn on d2, which gives check and is not protected"},
    {"4r2k/8/8/8/8/8/5b2/4K3 w - - 0 1", "e1d1", "king_leaves_check", "Ke1-d1 is legal: the king leaves the check by the bishop on f2 and the rook on e8, and d1 is not attacked"},
    {"4r2k/8/8/8/8/8/5n2/4K3 w - - 0 1", "e1f2", "king_leaves_check", "Ke1xf2 is legal: the king leaves the check by the rook on e8, and f2 is not protected"},
    {"7k/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", "king_captures_checker", "Ke1xe2 is legal: the king may take the rook on e2, which gives check and is not protected"},
    {"7k/8/5n2/8/6K1/8/8/B7 w - - 0 1", "a1f6", "captures_checker", "Ba1xf6 is legal: it takes the knight on f6, which gives check"},
    {"4r2k/8/8/8/8/8/8/4KB2 w - - 0 1", "f1e2", "blocks_check", "Bf1-e2 is legal: on e2 it blocks the check to the king on e1 by the rook on e8"},
    {"7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "e5d6", "en_passant_captures_checker", "e5xd6 e.p. is legal: it takes the pawn on d5, which gives check after its double step past d6"},
    {"7k/8/r6K/3pP3/8/8/8/8 w - d6 0 1", "e5d6", "en_passant_blocks_check", "e5xd6 e.p. is legal: on d6 it blocks the check to the king on h6 by the rook on a6"},
    {"7k/8/8/q7/8/2B5/8/4K3 w - - 0 1", "c3a5", "captures_pinner", "Bc3xa5 is legal: the bishop is pinned to the king on e1 by the queen on a5, but takes just that piece"},
    {"7k/8/8/q7/8/2B5/8/4K3 w - - 0 1", "c3b4", "moves_along_pin", "Bc3-b4 is legal: the bishop is pinned to the king on e1 by the queen on a5, but stays on the line between them"},
    {"1b5k/8/8/3pP3/8/6K1/8/8 w - d6 0 1", "e5d6", "moves_along_pin", "e5xd6 e.p. is legal: the pawn is pinned to the king on g3 by the bishop on b8, but stays on the line between them"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "en_passant_allowed", "e5xd6 e.p. is legal: the pawn on d5 has just made its double step past d6"},
    {"7k/4P3/8/8/8/8/8/7K w - - 0 1", "e7e8n", "underpromotion", "e7-e8=N is legal: the pawn reaches e8 and may become a knight as well as a queen"},
    {"3r3k/4P3/8/8/8/8/8/7K w - - 0 1", "e7d8q", "promotion", "e7xd8=Q is legal: the pawn takes the rook on d8 and becomes a queen"},
    {"7k/8/5n2/4K3/8/8/8/8 w - - 0 1", "e5f6", "king_captures_unprotected", "Ke5xf6 is legal: the knight on f6 is not protected"},
    {"7k/8/8/8/8/8/8/4K3 w - - 0 1", "e1f2", "king_steps", "Ke1-f2 is legal: f2 is empty and not attacked"},
    {"startpos", "e2e4", "double_step", "e2-e4 is legal: the pawn has not moved yet, and e3 and e4 are empty"},
    {"startpos", "e2e3", "pawn_steps", "e2-e3 is legal: e3 is empty"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "pawn_captures", "e4xd5 is legal: the pawn takes the pawn on d5 diagonally"},
    {"startpos", "g1f3", "piece_moves", "Ng1-f3 is legal: the knight jumps to f3, which is empty"},
    {"7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a7", "piece_moves", "Ra1-a7 is legal: the way to a7 is free"},
    {"4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", "piece_captures", "Ne3xd5 is legal: with a jump the knight takes the pawn on d5"},
    {"7k/p7/8/8/8/8/8/R6K w - - 0 1", "a1a7", "piece_captures", "Ra1xa7 is legal: the way is free, and the rook takes the pawn on a7"},
};
// clang-format on

Move legal_move(const chess::Setup& setup, std::string_view uci) {
  for (const Move move : legal_moves(setup))
    if (to_uci(move) == uci) return move;
  throw std::invalid_argument(to_string(setup) + ": not legal: " + std::string(uci));
}

TEST(Explain, SaysWhyAMoveIsIllegal) {
  for (const auto& [fen, text, rule, sentence] : illegal) {
    const Reason reason = why_illegal(chess::ValidSetup(fen).setup(), text);
    EXPECT_EQ(rule_info(reason.rule).name, rule) << fen << ' ' << text;
    EXPECT_EQ(reason.sentence, sentence) << fen;
  }
}

// A FEN may state an e.p. square where no capture is legal; it makes no difference.
TEST(Explain, NeedsNoSetup) {
  for (const auto& [fen, text, rule, sentence] : illegal)
    EXPECT_EQ(why_illegal(parse_fen(fen), text).sentence, sentence) << fen;
}

TEST(Explain, SaysWhyAMoveIsLegal) {
  for (const auto& [text, uci, rule, sentence] : legal_sentences) {
    const chess::Setup setup = parse_fen(text);
    const Reason reason = why_legal(setup, legal_move(setup, uci));
    EXPECT_EQ(rule_info(reason.rule).name, rule) << text << ' ' << uci;
    EXPECT_EQ(reason.sentence, sentence) << text;
  }
}

// ---- Chess960: the right is set by hand for one rook of White ----

struct Sentence960 {
  std::string_view fen;
  CastlingSide castling_side;
  Square rook;
  std::string_view text;
  std::string_view rule;
  std::string_view sentence;
};

// clang-format off
constexpr Sentence960 illegal_960[] = {
    {"4k3/8/8/8/8/8/8/qRK5 w - - 0 1", CastlingSide::queenside, b1, "c1b1", "castling_uncovers", "O-O-O is illegal: the rook on b1 shields the king from the queen on a1, which would attack it on c1"},
    {"4k3/8/8/8/8/8/8/qRK5 w - - 0 1", CastlingSide::queenside, b1, "O-O-O", "castling_uncovers", "O-O-O is illegal: the rook on b1 shields the king from the queen on a1, which would attack it on c1"},
    {"4k3/8/8/8/8/8/8/RK1N4 w - - 0 1", CastlingSide::queenside, a1, "b1a1", "castling_way_blocked", "O-O-O is illegal: the knight on d1 stands in the rook's way"},
    {"4k3/8/8/8/8/8/8/1KR1N3 w - - 0 1", CastlingSide::kingside, c1, "b1c1", "castling_way_blocked", "O-O is illegal: the knight on e1 stands in the king's way"},
    {"4k3/8/8/8/8/8/8/1KR3r1 w - - 0 1", CastlingSide::kingside, c1, "b1g1", "castling_way_blocked", "O-O is illegal: the rook on g1 stands in the king's way"},
    {"4k3/8/8/8/8/8/8/1K3R1R w - - 0 1", CastlingSide::kingside, h1, "b1f1", "castling_no_right", "O-O is illegal: White may castle short with the rook on h1, not with the rook on f1"},
    {"k3r3/8/8/8/8/8/8/1K5R w - - 0 1", CastlingSide::kingside, h1, "b1g1", "castling_through_check", "O-O is illegal: the king passes e1, attacked by the rook on e8"},
    {"k3r3/8/8/8/8/8/8/1K5R w - - 0 1", CastlingSide::kingside, h1, "b1h1", "castling_through_check", "O-O is illegal: the king passes e1, attacked by the rook on e8"},
    {"k5r1/8/8/8/8/8/8/5KR1 w - - 0 1", CastlingSide::kingside, g1, "f1g1", "castling_into_check", "O-O is illegal: the king comes to g1, attacked by the rook on g8"},
    {"k5r1/8/8/8/8/8/8/6KR w - - 0 1", CastlingSide::kingside, h1, "g1h1", "castling_out_of_check", "O-O is illegal: the king on g1 is in check by the rook on g8"},
    // One file is a king's step, unless it goes to the rook.
    {"k5r1/8/8/8/8/8/8/5K1R w - - 0 1", CastlingSide::kingside, h1, "f1g1", "king_into_check", "Kf1-g1 is illegal: g1 is attacked by the rook on g8"},
    {"4k3/8/8/8/8/8/8/1K3RR1 w - - 0 1", CastlingSide::kingside, f1, "b1g1", "castling_way_blocked", "O-O is illegal: the rook on g1 stands in the king's way"},
};

constexpr Sentence960 legal_960[] = {
    {"4k3/8/8/8/8/8/8/6KR w - - 0 1", CastlingSide::kingside, h1, "", "castling_allowed", "O-O is legal: White has the right, nothing stands in the way, and g1 is not attacked"},
    {"4k2r/8/8/8/8/8/8/6KR w - - 0 1", CastlingSide::kingside, h1, "", "castling_only_rook_attacked", "O-O is legal: h1 is attacked by the rook on h8, but only the rook stands there"},
    {"4k3/8/8/8/8/8/8/1KR5 w - - 0 1", CastlingSide::kingside, c1, "", "castling_allowed", "O-O is legal: White has the right, nothing stands in the way, and no square from b1 to g1 is attacked"},
};
// clang-format on

chess::Setup with_right(const Sentence960& given) {
  chess::Setup setup = parse_fen(given.fen);
  setup.castling[index(white)][index(given.castling_side)] = given.rook;
  return setup;
}

TEST(Explain, SaysWhyCastlingIsIllegalInChess960) {
  for (const auto& given : illegal_960) {
    const Reason reason = why_illegal(with_right(given), given.text);
    EXPECT_EQ(rule_info(reason.rule).name, given.rule) << given.fen << ' ' << given.text;
    EXPECT_EQ(reason.sentence, given.sentence) << given.fen;
  }
}

TEST(Explain, SaysWhyCastlingIsLegalInChess960) {
  for (const auto& given : legal_960) {
    const chess::Setup setup = with_right(given);
    const Move castle(find_king(setup.squares, white), given.rook,
                      given.castling_side == CastlingSide::queenside ? MoveKind::castle_queenside
                                                                     : MoveKind::castle_kingside);
    EXPECT_EQ(rule_info(why_legal(setup, castle).rule).name, given.rule) << given.fen;
    EXPECT_EQ(why_legal(setup, castle).sentence, given.sentence) << given.fen;
  }
}

TEST(Explain, HasASentenceForEveryRuleAndANameForEach) {
  std::set<std::string_view> seen, names;
  for (const auto& given : illegal) seen.insert(given.rule);
  for (const auto& given : legal_sentences) seen.insert(given.rule);
  for (const auto& given : illegal_960) seen.insert(given.rule);
  for (std::size_t rule = 0; rule < rule_count; ++rule)
    names.insert(rule_info(static_cast<Rule>(rule)).name);
  EXPECT_EQ(names.size(), rule_count);
  EXPECT_EQ(seen, names);
}

TEST(Explain, WritesLongAlgebraic) {
  const chess::Setup setup = parse_fen("4k3/P2b4/8/1pP5/8/8/2r5/R3K2R w KQ b6 0 1");
  const auto text = [&](std::string_view uci) { return long_text(setup, legal_move(setup, uci)); };
  EXPECT_EQ(text("h1h3"), "Rh1-h3");
  EXPECT_EQ(text("c5c6"), "c5-c6");
  EXPECT_EQ(text("c5b6"), "c5xb6 e.p.");
  EXPECT_EQ(text("a7a8n"), "a7-a8=N");
  EXPECT_EQ(text("e1g1"), "O-O");
  const auto illegal_text = [&](std::string_view uci) {
    return long_text(setup, read_move(setup, uci).value());
  };
  EXPECT_EQ(illegal_text("h1e1"), "Rh1-e1");
  EXPECT_EQ(illegal_text("c2e1"), "Rc2xe1");
  EXPECT_EQ(illegal_text("e1a1"), "O-O-O");
  EXPECT_EQ(illegal_text("d4d5"), "d4-d5");
  EXPECT_EQ(illegal_text("c5d6"), "c5xd6");
}

TEST(Explain, RefusesToBlameALegalMove) {
  const chess::Setup setup = parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  for (const char* text : {"a1a8", "e1g1", "e1h1", "O-O", "0-0-0", "e1c1", "e1a1", "e1d1"})
    EXPECT_THROW(why_illegal(setup, text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace plylab::chess
