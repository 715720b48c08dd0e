#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "gen/chess/board/keys.h"
#include "gen/chess/board/setup.h"
#include "tests/support/random_games.h"

namespace plylab::chess {
namespace {

struct BadFen {
  std::string_view text;
  FenErrorKind kind;
  const char* what;

  friend void PrintTo(const BadFen& bad, std::ostream* out) { *out << '"' << bad.text << '"'; }
};

class BadFens : public ::testing::TestWithParam<BadFen> {};

TEST_P(BadFens, AreRefusedWithKindAndPlace) {
  try {
    chess::ValidSetup{GetParam().text};
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
               "FEN: rank 7 has 'x', which is not a piece"},
        BadFen{"\x1b[31m w -", Kind::board, "FEN: rank 8 has '\\x1b', which is not a piece"},
        BadFen{std::string_view("\0 w - -", 7), Kind::board,
               "FEN: rank 8 has '\\x00', which is not a piece"},
        BadFen{"8/8/8/8/8/8/8 w - - 0 1", Kind::board, "FEN: the board has 7 ranks"},
        BadFen{"8/8/8/8/8/8/8/8/8 w - - 0 1", Kind::board, "FEN: the board has 9 ranks"},
        BadFen{"8/8/8/8/8/8/8/8 W - - 0 1", Kind::side, "FEN: the side to move is 'W', not w or b"},
        BadFen{"8/8/8/8/8/8/8/8 w KX - 0 1", Kind::castling,
               "FEN: castling field 'KX' has 'X', expected KQkq, files A-H or a-h, or -"},
        BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w KQxq - 0 1", Kind::castling,
               "FEN: castling field 'KQxq' has 'x', expected KQkq, files A-H or a-h, or -"},
        BadFen{"r3k2r/8/8/8/8/8/8/R3K2R w HAhh - 0 1", Kind::castling,
               "FEN: castling field 'HAhh' has 'h' twice"},
        BadFen{"4k3/8/8/8/8/8/8/4KR1R w KF - 0 1", Kind::castling,
               "FEN: castling field 'KF' has 'K' and 'F' for one side of the king"},
        BadFen{"4k3/8/8/8/8/8/8/4KR1R w HF - 0 1", Kind::castling,
               "FEN: castling field 'HF' has 'H' and 'F' for one side of the king"},
        BadFen{"chess960:960", Kind::board,
               "FEN: 'chess960:960' is not a starting array; they are 0 to 959"},
        BadFen{"chess960:-1", Kind::board,
               "FEN: 'chess960:-1' is not a starting array; they are 0 to 959"},
        BadFen{"8/8/8/8/8/8/8/8 w KK - 0 1", Kind::castling,
               "FEN: castling field 'KK' has 'K' twice"},
        BadFen{"8/8/8/8/8/8/8/8 w - e9 0 1", Kind::en_passant,
               "FEN: the e.p. square is 'e9', not a square or -"},
        BadFen{"8/8/8/8/8/8/8/8 w - - x 1", Kind::clock,
               "FEN: the halfmove clock 'x' is not a number from 0 to 65535"},
        BadFen{"8/8/8/8/8/8/8/8 w - - 0 -1", Kind::clock,
               "FEN: the move number '-1' is not a number from 0 to 65535"},
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
        BadFen{"4k3/8/8/8/8/8/4K3/7R w K - 0 1", Kind::castling_impossible,
               "FEN: castling right K, but no king from b1 to g1"},
        BadFen{"k6r/8/8/8/8/8/8/4K3 w k - 0 1", Kind::castling_impossible,
               "FEN: castling right k, but no king from b8 to g8"},
        BadFen{"4k3/8/8/8/8/8/8/R5K1 w K - 0 1", Kind::castling_impossible,
               "FEN: castling right K, but no rook on h1"},
        BadFen{"4k3/8/8/8/8/8/8/R5K1 w B - 0 1", Kind::castling_impossible,
               "FEN: castling right Q, but no rook on b1"},
        BadFen{"4k3/8/8/8/8/8/8/R5K1 w G - 0 1", Kind::castling_impossible,
               "FEN: castling right K, but no rook on g1"},
        BadFen{"r3k3/8/8/8/8/8/8/4K3 w k - 0 1", Kind::castling_impossible,
               "FEN: castling right k, but no rook on h8"},
        BadFen{"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", Kind::en_passant_impossible,
               "FEN: e.p. square e3: White to move captures e.p. on rank 6 only"},
        BadFen{"4k3/8/8/8/8/8/8/4K3 b - e3 0 1", Kind::en_passant_impossible,
               "FEN: e.p. square e3: no white pawn on e4"},
        BadFen{"4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", Kind::en_passant_impossible,
               "FEN: e.p. square e3: e2 is not empty"},
        BadFen{"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", Kind::wrong_side_in_check,
               "FEN: the side not to move is in check: the king on e8 by the rook on e2"}));

TEST(Setup, PrintsWhatItRead) {
  for (const char* suite : {"perft", "bratko-kopec", "seeds"})
    for (const auto& record : testing::shipped_suite(suite)) {
      const std::string text = to_string(record.setup);
      EXPECT_EQ(to_string(parse_fen(text)), text);
    }
}

TEST(Setup, ToleratesMissingClocksAndBlanks) {
  const chess::Setup setup = parse_fen("  4k3/8/8/8/8/8/8/4K3\tw  -   - ");
  EXPECT_EQ(to_string(setup), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(to_string(parse_fen("startpos")), startpos_fen);
}

/// The castling field of a position that is given with another one.
std::string castling_field(std::string_view board, std::string_view field) {
  const std::string text =
      to_string(chess::ValidSetup(fmt::format("{} w {} - 0 1", board, field)).setup());
  const auto begin = board.size() + 3;
  return text.substr(begin, text.find(' ', begin) - begin);
}

TEST(Setup, ReadsCastlingFieldsOfEveryForm) {
  constexpr std::string_view normal = "r3k2r/8/8/8/8/8/8/R3K2R";
  for (const char* field : {"KQkq", "HAha", "qkQK", "haHA", "KAkq", "KQha"})
    EXPECT_EQ(castling_field(normal, field), "KQkq") << field;
  EXPECT_EQ(castling_field(normal, "Ah"), "Qk");
  EXPECT_EQ(castling_field("1r1k1r2/8/8/8/8/8/8/1R1K1R2", "FBfb"), "KQkq");
  EXPECT_EQ(castling_field("1r1k1r2/8/8/8/8/8/8/1R1K1R2", "KQkq"), "KQkq");
}

TEST(Setup, NamesInnerRooksByTheirFile) {
  // Two rooks on each side of each king.
  constexpr std::string_view board = "rr2k1rr/8/8/8/8/8/8/RR2K1RR";
  EXPECT_EQ(castling_field(board, "KQkq"), "KQkq");
  EXPECT_EQ(castling_field(board, "GBgb"), "GBgb");
  EXPECT_EQ(castling_field(board, "HBga"), "KBgq");
  const auto rooks = [&](std::string_view field) {
    return parse_fen(fmt::format("{} w {} - 0 1", board, field)).castling;
  };
  EXPECT_EQ(rooks("KQkq"), (CastlingRooks{{{a1, h1}, {a8, h8}}}));
  EXPECT_EQ(rooks("KBgq"), (CastlingRooks{{{b1, h1}, {a8, g8}}}));
  // The outermost rook, whatever else stands beyond it.
  EXPECT_EQ(parse_fen("4k3/8/8/8/8/8/8/Nr1RK1Rn w KQ - 0 1").castling[index(white)],
            (std::array{d1, g1}));
}

TEST(Setup, PrintsWhatItReadInChess960) {
  testing::random_chess960_positions(20'000, [](const chess::Setup& setup, const auto&, Move) {
    ASSERT_EQ(parse_fen(to_string(setup)), setup) << to_string(setup);
    ASSERT_EQ(parse_fen(shredder_fen(setup)), setup) << shredder_fen(setup);
  });
}

TEST(Setup, RefusesRightsThatNoTextCanState) {
  chess::Setup setup = parse_fen("4k3/8/8/8/8/R7/8/R3K2R w KQ - 0 1");
  const auto message = [&](CastlingSide castling_side, Square rook_square) -> std::string {
    setup.castling[index(white)] = {no_square, no_square};
    setup.castling[index(white)][index(castling_side)] = rook_square;
    try {
      chess::ValidSetup{setup};
    } catch (const FenError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message(CastlingSide::queenside, a1), "accepted");
  EXPECT_EQ(message(CastlingSide::kingside, a1),
            "FEN: castling right K, but a1 is not on that side of the king");
  EXPECT_EQ(message(CastlingSide::queenside, a3),
            "FEN: castling right Q, but a3 is not on that side of the king");
}

TEST(Setup, KnowsWhatStandardProgramsCannotSetUp) {
  const auto needs = [](std::string_view text) { return needs_chess960(parse_fen(text)); };
  EXPECT_FALSE(needs("startpos"));
  EXPECT_FALSE(needs("chess960:518"));
  EXPECT_TRUE(needs("chess960:517"));
  EXPECT_FALSE(needs("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"));
  EXPECT_FALSE(needs("1r1k1r2/8/8/8/8/8/8/1R1K1R2 w - - 0 1"));
  EXPECT_FALSE(needs("r3k2r/8/8/8/8/8/8/1R1K3R w k - 0 1"));
  EXPECT_FALSE(needs("r3k2r/8/8/8/8/8/8/1R2K2R w Kk - 0 1"));
  EXPECT_TRUE(needs("r3k2r/8/8/8/8/8/8/1R2K2R w Qk - 0 1"));
  EXPECT_TRUE(needs("r3k2r/8/8/8/8/8/8/R2K3R w Kk - 0 1"));
}

TEST(Chess960, NumbersTheArraysAsScharnaglDoes) {
  EXPECT_EQ(to_string(chess960_start(518)), startpos_fen);
  EXPECT_EQ(to_string(chess960_start(0)),
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
  EXPECT_EQ(to_string(chess960_start(959)),
            "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
  EXPECT_EQ(shredder_fen(chess960_start(959)),
            "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1");
  EXPECT_EQ(parse_fen("chess960:0"), chess960_start(0));
  EXPECT_THROW(chess960_start(960), InputError);
}

TEST(Chess960, HasEachArrayOnce) {
  std::set<std::string> arrays;
  for (unsigned number = 0; number < chess960_starts; ++number) {
    const std::string text = to_string(chess::ValidSetup(chess960_start(number)).setup());
    const std::string rank = text.substr(0, 8);
    EXPECT_LT(rank.find('r'), rank.find('k'));
    EXPECT_GT(rank.rfind('r'), rank.find('k'));
    EXPECT_EQ((rank.find('b') + rank.rfind('b')) % 2, 1U);
    arrays.insert(text);
  }
  EXPECT_EQ(arrays.size(), chess960_starts);
}

TEST(ValidSetup, KeepsTheEnPassantSquareOnlyWhereACaptureIsLegal) {
  const auto kept = [](std::string_view text) {
    return chess::ValidSetup(text).setup().en_passant;
  };
  EXPECT_EQ(kept("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), no_square);
  EXPECT_EQ(kept("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), e3);
  // Both pawns leave the rank between king and rook.
  EXPECT_EQ(kept("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"), no_square);
  // One of the two capturers is pinned on a file, the other is not.
  EXPECT_EQ(kept("3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1"), e3);
}

TEST(Packed, IsExact) {
  const auto round_trip = [](const chess::Setup& setup, const auto&, Move) {
    chess::Setup unpacked = unpack(pack(setup));
    unpacked.halfmove_clock = setup.halfmove_clock;
    unpacked.fullmove = setup.fullmove;
    ASSERT_EQ(to_string(unpacked), to_string(setup));
  };
  testing::random_positions(20'000, 100, round_trip);
  testing::random_chess960_positions(20'000, round_trip);
}

TEST(Packed, TellsSideRightsAndEnPassantApart) {
  const auto packed = [](std::string_view text) { return pack(chess::ValidSetup(text).setup()); };
  const auto key = [](std::string_view text) {
    return compute_key(chess::ValidSetup(text).setup());
  };
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
