#include "gen/chess/fen.h"

#include <gtest/gtest.h>

#include "gen/chess/keys.h"
#include "tests/random_games.h"

namespace plylab::chess {
namespace {

struct BadFen {
  const char* text;
  FenErrorKind kind;
  const char* what;

  friend void PrintTo(const BadFen& fen, std::ostream* out) { *out << '"' << fen.text << '"'; }
};

class BadFens : public ::testing::TestWithParam<BadFen> {};

TEST_P(BadFens, AreRefusedWithKindAndPlace) {
  try {
    chess::Setup{std::string_view(GetParam().text)};
    FAIL() << "accepted " << GetParam().text;
  } catch (const FenError& error) {
    EXPECT_STREQ(error.what(), GetParam().what);
    EXPECT_EQ(error.kind(), GetParam().kind);
  }
}

using Kind = FenErrorKind;

INSTANTIATE_TEST_SUITE_P(
    Text, BadFens,
    ::testing::Values(
        BadFen{"", Kind::missing_field, "FEN: the board is missing"},
        BadFen{"8/8/8/8/8/8/8/8", Kind::missing_field, "FEN: the side to move is missing"},
        BadFen{"8/8/8/8/8/8/8/8 w", Kind::missing_field, "FEN: the castling field is missing"},
        BadFen{"8/8/8/8/8/8/8/8 w -", Kind::missing_field, "FEN: the e.p. square is missing"},
        BadFen{"rnbqkbnr/pppppppp/8/8/72/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Kind::board,
               "FEN: rank 4 has 9 squares"},
        BadFen{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1", Kind::board,
               "FEN: rank 2 has 7 squares"},
        BadFen{"rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Kind::board,
               "FEN: rank 7 has 'x', which is no piece"},
        BadFen{"8/8/8/8/8/8/8 w - - 0 1", Kind::board, "FEN: the board has 7 ranks"},
        BadFen{"8/8/8/8/8/8/8/8/8 w - - 0 1", Kind::board, "FEN: the board has 9 ranks"},
        BadFen{"8/8/8/8/8/8/8/8 W - - 0 1", Kind::side, "FEN: the side to move is 'W', not w or b"},
        BadFen{"8/8/8/8/8/8/8/8 w KX - 0 1", Kind::castling,
               "FEN: castling field 'KX' has 'X', expected letters of KQkq or -"},
        BadFen{"8/8/8/8/8/8/8/8 w KK - 0 1", Kind::castling,
               "FEN: castling field 'KK' has 'K' twice"},
        BadFen{"8/8/8/8/8/8/8/8 w - e9 0 1", Kind::en_passant,
               "FEN: the e.p. square is 'e9', not a square or -"},
        BadFen{"8/8/8/8/8/8/8/8 w - - x 1", Kind::clock,
               "FEN: the halfmove clock 'x' is no number from 0 to 65535"},
        BadFen{"8/8/8/8/8/8/8/8 w - - 0 -1", Kind::clock,
               "FEN: the move number '-1' is no number from 0 to 65535"},
        BadFen{"8/8/8/8/8/8/8/8 w - - 0 1 extra", Kind::trailing_text,
               "FEN: 'extra' follows the last field"}));

INSTANTIATE_TEST_SUITE_P(
    Position, BadFens,
    ::testing::Values(
        BadFen{"4k3/8/8/8/8/8/8/8 w - - 0 1", Kind::king_missing, "FEN: White has no king"},
        BadFen{"4k3/8/4k3/8/8/8/8/4K3 w - - 0 1", Kind::too_many_kings, "FEN: Black has 2 kings"},
        BadFen{"4k3/8/8/8/P7/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1", Kind::too_many_pieces,
               "FEN: White has 18 pieces"},
        BadFen{"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", Kind::pawn_on_edge_rank,
               "FEN: White has a pawn on h8"},
        BadFen{"4k3/8/8/8/8/8/8/3K3R w K - 0 1", Kind::castling_impossible,
               "FEN: castling right K, but no king on e1"},
        BadFen{"r3k3/8/8/8/8/8/8/4K3 w k - 0 1", Kind::castling_impossible,
               "FEN: castling right k, but no rook on h8"},
        BadFen{"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", Kind::en_passant_impossible,
               "FEN: e.p. square e3: White to move captures e.p. on rank 6 only"},
        BadFen{"4k3/8/8/8/8/8/8/4K3 b - e3 0 1", Kind::en_passant_impossible,
               "FEN: e.p. square e3: no white pawn on e4"},
        BadFen{"4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", Kind::en_passant_impossible,
               "FEN: e.p. square e3: e2 is not empty"},
        BadFen{"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", Kind::wrong_side_in_check,
               "FEN: the side not to move is in check"}));

TEST(Fen, PrintsWhatItRead) {
  for (const char* suite : {"perft", "bratko-kopec", "seeds"})
    for (const auto& record : testing::shipped_suite(suite)) {
      const std::string text = to_string(record.fen);
      EXPECT_EQ(to_string(parse_fen(text)), text);
    }
}

TEST(Fen, ToleratesMissingClocksAndBlanks) {
  const Fen fen = parse_fen("  4k3/8/8/8/8/8/8/4K3\tw  -   - ");
  EXPECT_EQ(to_string(fen), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(to_string(parse_fen("startpos")), startpos_fen);
}

TEST(Setup, KeepsTheEnPassantSquareOnlyWhereACaptureIsLegal) {
  const auto kept = [](std::string_view text) { return chess::Setup(text).fen().en_passant; };
  EXPECT_EQ(kept("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), no_square);
  EXPECT_EQ(kept("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), e3);
  // Both pawns leave the rank between king and rook.
  EXPECT_EQ(kept("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"), no_square);
  // One of the two capturers is pinned on a file, the other is not.
  EXPECT_EQ(kept("3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1"), e3);
}

TEST(Packed, IsExact) {
  testing::random_positions(20'000, 100, [](const Fen& fen, const auto&, Move) {
    Fen unpacked = unpack(pack(fen));
    unpacked.halfmove_clock = fen.halfmove_clock;
    unpacked.fullmove = fen.fullmove;
    ASSERT_EQ(to_string(unpacked), to_string(fen));
  });
}

TEST(Packed, TellsSideRightsAndEnPassantApart) {
  const auto packed = [](std::string_view text) { return pack(chess::Setup(text).fen()); };
  const auto key = [](std::string_view text) { return compute_key(chess::Setup(text).fen()); };
  const char* positions[] = {
      "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1", "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1",
      "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQk - 0 1", "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQq - 0 1",
      "r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq - 0 1"};
  for (const char* a : positions)
    for (const char* b : positions) {
      EXPECT_EQ(packed(a) == packed(b), a == b) << a << '\n' << b;
      EXPECT_EQ(key(a) == key(b), a == b) << a << '\n' << b;
    }
  EXPECT_EQ(packed("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), packed("4k3/8/8/8/8/8/8/4K3 w - - 7 9"));
}

}  // namespace
}  // namespace plylab::chess
