// Positions and what is to be said about them: own constructions, unless the comment names a game.
#pragma once

#include <ostream>

namespace plylab::testing {

/// A FEN of which every issue is of this kind; none if it is nullptr.
struct JudgedFen {
  const char* fen;
  const char* kind = nullptr;

  friend void PrintTo(const JudgedFen& one, std::ostream* out) { *out << '"' << one.fen << '"'; }
};

inline constexpr JudgedFen suspicious_fens[] = {
    // More pieces of a type than the missing pawns can have become.
    {"4k3/8/8/8/8/8/PPPPPPPP/Q2QK3 w - - 0 1", "promoted"},
    {"4k3/8/8/8/8/8/PPPPPPPP/RR2K2R w - - 0 1", "promoted"},
    {"3nk1nn/pppppppp/8/8/8/8/8/4K3 b - - 0 1", "promoted"},
    {"4k3/8/8/8/2B5/8/PPPPPPPP/4KB2 w - - 0 1", "promoted"},
    {"4k3/8/8/8/8/NNNNN3/1PPPPPP1/4K3 w - - 0 1", "promoted"},
    {"8/8/8/8/QQQQQ3/QQQQQ3/7k/4K3 w - - 0 1", "promoted"},
    // The same with bishops that pawns at home shut in, from whichever array.
    {"4k3/8/8/6B1/8/8/PPPPPPPP/4K3 w - - 0 1", "promoted"},
    {"4k3/pppppppp/8/8/8/b7/8/4K3 b - - 0 1", "promoted"},
    {"4k3/8/8/6B1/8/8/PPPPPPP1/2B1KB1B w - - 0 1", "promoted"},
    {"4k3/8/8/8/2B5/8/PPPPPPP1/Q2QK3 w - - 0 1", "promoted"},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "too_many_pawns"},
    {"4k3/pppppp2/pppppp2/8/8/8/8/4K3 b - - 0 1", "too_many_pawns"},
    // No way for the pawns to get there, with any number of captures.
    {"4k3/8/8/8/8/P7/PP6/4K3 w - - 0 1", "pawn_structure"},
    {"4k3/6pp/7p/8/8/8/8/4K3 b - - 0 1", "pawn_structure"},
    {"4k3/8/8/8/8/PPP5/PPP5/4K3 w - - 0 1", "pawn_structure"},
    {"4k3/pppppppp/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1", "pawn_structure"},
    // More captures than the enemy has lost pieces.
    {"rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1", "pawn_captures"},
    {"rnbqkbnr/p1pppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "pawn_captures"},
    {"rnbqkbn1/pppppppp/8/8/P7/P7/P2PPPPP/RNBQKBNR w KQq - 0 1", "pawn_captures"},
    {"rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPP1/RNBQKBNQ w Qkq - 0 1", "pawn_captures"},
    // Pawns that have gone by each other, though no piece is missing.
    {"rnbqkbnr/pppp1ppp/4P3/8/8/4p3/PPPP1PPP/RNBQKBNR w KQkq - 0 1", "passed_pawns"},
    {"rnbqkbnr/ppp1pppp/8/8/3p4/3Q4/PPP1PPPP/RNBQKBNR w KQkq - 0 1", "passed_pawns"},
    // Checks that no last move gives.
    {"8/8/8/8/8/4k3/3P4/K7 b - - 0 1", "check"},
    {"8/8/8/8/8/8/1k6/B6K b - - 0 1", "check"},
    {"8/8/8/8/8/8/P7/Rk5K b - - 0 1", "check"},
    {"8/8/8/k7/8/8/8/R3K3 b Q - 0 1", "check"},
    {"6K1/8/8/3k4/5N2/2N5/8/8 b - - 0 1", "double_check"},
    {"6K1/8/8/3k4/2P1P3/8/8/8 b - - 0 1", "double_check"},
    {"6K1/8/8/3k4/4P3/2N5/8/8 b - - 0 1", "double_check"},
    {"6K1/8/8/3k4/8/8/8/3R3B b - - 0 1", "double_check"},
    {"6K1/8/8/R2k4/8/8/8/3Q4 b - - 0 1", "double_check"},
    {"7k/8/8/8/7b/8/8/r3K3 w - - 0 1", "double_check"},
    {"6K1/8/8/R2k4/8/2N5/8/3Q4 b - - 0 1", "triple_check"},
    {"6K1/8/8/R2k4/5N2/8/8/3Q3B b - - 0 1", "triple_check"},
    // A double step that cannot have been the last move, and one that must have been.
    {"b6k/8/8/3pP3/8/8/6K1/8 w - d6 0 1", "en_passant"},
    {"4k3/8/8/3pP3/8/5n2/8/4K3 w - d6 0 1", "en_passant"},
    {"4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1", "en_passant"},
    {"4k3/8/8/8/3P4/8/8/K3R3 b - d3 0 1", "en_passant"},
    {"8/8/8/8/2kPp3/2n1n3/PPP5/KB6 b - - 0 1", "en_passant_missing"},
    // The clock and the move number.
    {"8/8/8/8/2kPp3/2n1n3/PPP5/KB6 b - - 1 30", "halfmove_clock"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 40", "halfmove_clock"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 1", "halfmove_clock"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 99 50", "halfmove_clock"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0", "move_number"},
    // Nobody has moved.
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "last_move"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "last_move"},
    {"6bk/5ppp/8/8/8/8/8/K7 w - - 0 1", "last_move"},
};

inline constexpr JudgedFen impossible_fens[] = {
    {"", "missing_field"},
    {"8/8/8/8/8/8/8/8 w", "missing_field"},
    {"rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "board"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "board"},
    {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side"},
    {"4k3/8/8/8/8/8/8/4K3 w KK - 0 1", "castling"},
    {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en_passant_field"},
    {"4k3/8/8/8/8/8/8/4K3 w - - soon 1", "clock"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "trailing_text"},
    {"8/8/8/8/8/8/8/8 w - - 0 1", "king_missing"},
    {"4k3/8/4k3/8/8/8/8/4K3 w - - 0 1", "too_many_kings"},
    {"4k3/8/8/8/P7/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1", "too_many_pieces"},
    {"4k2P/8/8/8/8/8/8/4K2p w - - 0 1", "pawn_on_edge_rank"},
    {"4k3/8/8/8/8/8/3K4/7R w K - 0 1", "castling_impossible"},
    {"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "castling_impossible"},
    {"4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "en_passant_impossible"},
    {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "wrong_side_in_check"},
};

inline constexpr JudgedFen legal_fens[] = {
    // Next to what is suspicious.
    {"8/8/8/8/2kPp3/2n1n3/PPP5/KB6 b - d3 0 1"},
    {"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3"},
    {"r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"},
    {"rnbqkbnr/pppp1ppp/8/8/8/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1"},
    {"4k3/8/8/6B1/8/8/PPPPPPP1/4K3 w - - 0 1"},
    // From an array of Chess960 with a bishop on g1.
    {"4k3/8/8/6B1/8/8/PPPPPPP1/Q2QK3 w - - 0 1"},
    // Checks by castling, by a promotion that uncovers a second one, and e.p. from two lines at
    // once.
    {"8/8/8/8/8/8/8/k4RK1 b - - 0 1"},
    {"3NR3/2k5/8/4P3/8/8/8/K1R5 b - - 0 1"},
    {"3k4/8/3P4/8/7B/8/8/K2R4 b - - 0 1"},
    // The ends of Anderssen-Kieseritzky, London 1851; Anderssen-Dufresne, Berlin 1852; Morphy at
    // the opera, Paris 1858; D. Byrne-Fischer, New York 1956.
    {"r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23"},
    {"1r3kr1/pbpBBp1p/1b3P2/8/8/2P2q2/P4PPP/3R2K1 b - - 1 24"},
    {"1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"},
    {"1Q6/5pk1/2p3p1/1p2N2p/1b5P/1bn5/2r3P1/2K5 w - - 16 42"},
    // Reti's study, Saavedra's, Lucena's position, and Petrovic's with 218 moves.
    {"7K/8/k1P5/7p/8/8/8/8 w - - 0 1"},
    {"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"},
    {"1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"},
    {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"},
};

}  // namespace plylab::testing
