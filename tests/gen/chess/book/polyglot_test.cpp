// Keys, moves and files of Polyglot's books.
#include "gen/chess/book/polyglot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "gen/base/input_error.h"
#include "tests/support/input_error_of.h"
#include "tests/support/temporary_folder.h"

namespace plylab::chess {
namespace {

using ::testing::HasSubstr;
using testing::input_error_of;

std::uint64_t key_of(std::string_view fen) { return polyglot_key(parse_fen(fen)); }

// The examples of the format's description. The third last has a passed square that no pawn stands
// beside, and the last but one a king that has moved.
TEST(PolyglotKey, IsThatOfTheFormat) {
  EXPECT_EQ(key_of(startpos_fen), 0x463b96181691fc9cU);
  EXPECT_EQ(key_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
            0x823c9b50fd114196U);
  EXPECT_EQ(key_of("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"),
            0x0756b94461c50fb0U);
  EXPECT_EQ(key_of("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"),
            0x662fafb965db29d4U);
  EXPECT_EQ(key_of("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
            0x22a48b5a8e47ff78U);
  EXPECT_EQ(key_of("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3"),
            0x652a607ca3f242c1U);
  EXPECT_EQ(key_of("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4"),
            0x00fdd303c946bdd9U);
  EXPECT_EQ(key_of("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3"),
            0x3c8123ea7b067637U);
  EXPECT_EQ(key_of("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4"),
            0x5c3f9b829b279560U);
}

TEST(PolyglotMove, IsTargetOriginAndPromotion) {
  EXPECT_EQ(polyglot_move(Move(e2, e4, MoveKind::double_push)), 28 | 12 << 6);
  EXPECT_EQ(polyglot_text(polyglot_move(Move(e1, h1, MoveKind::castle_kingside))), "e1h1");
  for (const auto& [kind, text] :
       {std::pair{MoveKind::to_knight, "a7a8n"}, std::pair{MoveKind::capture_to_bishop, "a7a8b"},
        std::pair{MoveKind::to_rook, "a7a8r"}, std::pair{MoveKind::to_queen, "a7a8q"}}) {
    const std::uint16_t code = polyglot_move(Move(a7, a8, kind));
    EXPECT_EQ(polyglot_text(code), text);
    EXPECT_EQ(parse_polyglot_text(text), code);
  }
  EXPECT_EQ(polyglot_move(Move(a7, a8, MoveKind::to_queen)) >> 12, 4);
  for (const char* wrong : {"", "e2", "e2e9", "e2e4 ", "a7a8k", "e2e4qq"})
    EXPECT_FALSE(parse_polyglot_text(wrong)) << wrong;
}

class PolyglotFile : public testing::WithFolder {
 protected:
  std::string write(const std::string& bytes) const {
    std::ofstream(path("a.bin"), std::ios::binary) << bytes;
    return path("a.bin");
  }
};

TEST_F(PolyglotFile, HasBigNumbersFirst) {
  const std::vector<PolyglotEntry> entries = {{0x0102030405060708, 0x0a0b, 0x0c0d, 0x11121314},
                                              {0xf102030405060708, 1, 2, 0}};
  const std::string bytes = to_polyglot(entries);
  EXPECT_EQ(bytes.substr(0, 16), std::string("\1\2\3\4\5\6\7\10\12\13\14\15\21\22\23\24", 16));
  EXPECT_EQ(read_polyglot(write(bytes)), entries);
}

TEST_F(PolyglotFile, IsRefusedIfItIsNone) {
  EXPECT_THAT(input_error_of([&] { read_polyglot(write("x")); }), HasSubstr("is not a book"));
  const std::string unsorted = to_polyglot({{2, 0, 0, 0}, {1, 0, 0, 0}});
  EXPECT_THAT(input_error_of([&] { read_polyglot(write(unsorted)); }),
              HasSubstr("its entry 2 has a smaller key"));
  EXPECT_THAT(input_error_of([&] { read_polyglot(path("none.bin")); }), HasSubstr("none.bin"));
}

}  // namespace
}  // namespace plylab::chess
