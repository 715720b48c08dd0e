// The rules of fairy chess: the three boards against the slow rules and each other.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "gen/base/random.h"
#include "gen/chess/board/reference.h"
#include "gen/fairy/fairy.h"
#include "gen/game/moves.h"
#include "tests/support/input_error_of.h"
#include "tests/support/move_parts.h"

namespace plylab::fairy {
namespace {

using chess::Move;
using chess::Square;
using chess::VariantSetup;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

using Mailbox = chess::MailboxOf<chess::Fairy>;
using X88 = chess::X88Of<chess::Fairy>;
using Bitboard = chess::Bitboard<chess::FairyMagic>;

constexpr FairyVariant all_variants[] = {FairyVariant::stationary, FairyVariant::nightrider,
                                         FairyVariant::dabbaba,    FairyVariant::alfil,
                                         FairyVariant::ferz,       FairyVariant::wazir};

/// The squares of pieces that check the side to move, by the slow rules.
std::uint64_t slow_checkers(const VariantSetup& start) {
  const chess::Setup& setup = start.setup();
  std::uint64_t checkers = 0;
  for (unsigned s = 0; s < 64; ++s) {
    const chess::Piece piece = setup.squares[s];
    if (piece == chess::no_piece || chess::color_of(piece) == setup.side) continue;
    chess::Squares alone = setup.squares;
    for (unsigned other = 0; other < 64; ++other)
      if (other != s && alone[other] != chess::no_piece &&
          chess::color_of(alone[other]) != setup.side)
        alone[other] = chess::make_piece(setup.side, chess::pawn);  // no longer theirs
    if (in_check(alone, setup.side, start.variant())) checkers |= std::uint64_t{1} << s;
  }
  return checkers;
}

/// Holds a board against the slow rules.
template <class Board>
void expect_right(const Board& board, const VariantSetup& start) {
  const chess::Setup& setup = start.setup();
  const auto expected = legal_moves(setup, start.variant());
  ASSERT_EQ(sorted_moves(board), expected);
  ASSERT_EQ(board.count(), expected.size());
  ASSERT_EQ(board.setup(), setup);
  ASSERT_EQ(board.key(), compute_key(setup));
  ASSERT_EQ(board.packed(), pack(setup));
  ASSERT_EQ(board.checkers(), slow_checkers(start));
  testing::expect_right_parts(board, expected);
  if constexpr (CountsKinds<Board, chess::MoveKinds>) {
    std::array<std::uint64_t, chess::MoveKinds::counted> one_by_one{}, at_once{};
    Board same = board;
    for (const Move move : expected) chess::MoveKinds::add(same, move, one_by_one);
    ASSERT_EQ(board.add_kinds(at_once), expected.size());
    ASSERT_EQ(at_once, one_by_one);
  }
}

void expect_boards_right(const VariantSetup& start) {
  expect_right(Mailbox(start), start);
  expect_right(X88(start), start);
  expect_right(Bitboard(start), start);
}

/// Plays a random game on all boards; each move is taken back once.
void play(VariantSetup start, std::uint64_t& seed, int plies) {
  Mailbox mailbox(start);
  X88 x88(start);
  Bitboard bitboard(start);
  for (int ply = 0; ply < plies; ++ply) {
    SCOPED_TRACE(chess::to_string(start.setup()));
    const auto each_board = [&](auto&& visit) {
      visit(mailbox);
      visit(x88);
      visit(bitboard);
    };
    each_board([&](auto& board) { expect_right(board, start); });
    const auto moves = legal_moves(start.setup(), start.variant());
    if (moves.empty() || ::testing::Test::HasFatalFailure()) return;
    const Move move = moves[splitmix64(seed) % moves.size()];
    each_board([&](auto& board) {
      board.unmake(move, board.make(move));
      expect_right(board, start);
      board.make(move);
    });
    start = FairyChess::after(start, move);
  }
}

class FairyBoards : public ::testing::TestWithParam<FairyVariant> {};

std::string name_of(const ::testing::TestParamInfo<FairyVariant>& variant) {
  constexpr const char* names[] = {"Stationary", "Nightrider", "Dabbaba", "Alfil", "Ferz", "Wazir"};
  return names[variant.index];
}

INSTANTIATE_TEST_SUITE_P(Variants, FairyBoards, ::testing::ValuesIn(all_variants), name_of);

TEST_P(FairyBoards, AreRightInRandomGames) {
  std::uint64_t seed = 1;
  for (int game = 0; game < 20 && !HasFatalFailure(); ++game)
    play(VariantSetup(GetParam(), chess::parse_fen("startpos")), seed, 150);
  for (int game = 0; game < 20 && !HasFatalFailure(); ++game)  // castling, promotions, e.p.
    play(VariantSetup(GetParam(),
                      chess::parse_fen(
                          "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")),
         seed, 60);
  for (unsigned number : {0U, 100U, 333U, 518U, 700U, 959U})
    if (!HasFatalFailure())
      play(VariantSetup(GetParam(), chess::parse_fen(fmt::format("chess960:{}", number))), seed,
           80);
}

/// Knights above all, and what they pin and shield: kings and a handful of other pieces anywhere.
TEST_P(FairyBoards, AreRightInPositionsFullOfKnights) {
  std::uint64_t seed = 2;
  int positions = 0;
  while (positions < 20000) {
    chess::Setup setup;
    const auto put = [&](chess::Piece piece) {
      const auto square = static_cast<Square>(splitmix64(seed) % 64);
      const bool on_edge = chess::rank_of(square) == 0 || chess::rank_of(square) == 7;
      if (setup.squares[square] == chess::no_piece &&
          !(on_edge && chess::type_of(piece) == chess::pawn))
        setup.squares[square] = piece;
    };
    for (const chess::Piece piece :
         {chess::white_king, chess::black_king, chess::white_knight, chess::black_knight,
          chess::white_knight, chess::black_knight, chess::white_rook, chess::black_rook,
          chess::white_bishop, chess::black_bishop, chess::white_queen, chess::black_queen,
          chess::white_pawn, chess::black_pawn, chess::white_pawn, chess::black_pawn})
      if (chess::type_of(piece) == chess::king || splitmix64(seed) % 3 != 0) put(piece);
    setup.side = splitmix64(seed) % 2 == 0 ? chess::white : chess::black;
    for (const chess::Color color : {chess::white, chess::black})
      if (find_king(setup.squares, color) == chess::no_square) put(make_piece(color, chess::king));
    if (find_king(setup.squares, chess::white) == chess::no_square ||
        find_king(setup.squares, chess::black) == chess::no_square ||
        in_check(setup.squares, !setup.side,
                 chess::fairy_variants[static_cast<unsigned>(GetParam())]))
      continue;
    SCOPED_TRACE(chess::to_string(setup));
    expect_boards_right(VariantSetup(GetParam(), setup));
    if (HasFatalFailure()) return;
    ++positions;
  }
}

/// The targets of the piece on a square, on every board.
std::vector<std::string> targets(FairyVariant variant, const char* fen, const char* from) {
  const VariantSetup start(variant, chess::parse_fen(fen));
  expect_boards_right(start);
  std::vector<std::string> found;
  for (const Move move : Mailbox(start).generate())
    if (chess::to_string(move.from()) == from) found.push_back(chess::to_string(move.to()));
  return found;
}

TEST(FairyRules, StationaryKingsStandStillAndAttackNothing) {
  EXPECT_THAT(targets(FairyVariant::stationary, "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1", "e1"),
              IsEmpty());
  // Castling rights mean nothing, and kings may stand side by side.
  const VariantSetup start(FairyVariant::stationary, chess::parse_fen("startpos"));
  EXPECT_EQ(FairyChess::to_string(start), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
  EXPECT_THAT(targets(FairyVariant::stationary, "8/8/8/3kK3/8/8/8/R7 w - - 0 1", "e5"), IsEmpty());
  EXPECT_THAT(targets(FairyVariant::stationary, "8/8/8/3kK3/8/8/8/R7 w - - 0 1", "a1"),
              Not(IsEmpty()));
}

TEST(FairyRules, NightridersGoOnAlongTheLineOfALeap) {
  EXPECT_THAT(targets(FairyVariant::nightrider, "7k/8/8/2p5/8/3P4/8/1N2K3 w - - 0 1", "b1"),
              UnorderedElementsAre("a3", "c3", "d5", "e7", "d2", "f3", "h4"));
  EXPECT_THAT(targets(FairyVariant::nightrider, "7k/8/8/3p4/8/8/3P4/1N2K3 w - - 0 1", "b1"),
              UnorderedElementsAre("a3", "c3", "d5"));
}

TEST(FairyRules, NightridersPinAndTheirChecksAreClosed) {
  // c4 stands on the line from a8 over b6 and c4 to d2.
  const char* pinned = "n6k/8/8/8/2R5/8/3K4/8 w - - 0 1";
  EXPECT_THAT(targets(FairyVariant::nightrider, pinned, "c4"), IsEmpty());
  EXPECT_THAT(targets(FairyVariant::nightrider, "n6k/8/8/8/2N5/8/3K4/8 w - - 0 1", "c4"),
              UnorderedElementsAre("b6", "a8"));
  EXPECT_THAT(targets(FairyVariant::nightrider, "n6k/8/8/8/6R1/8/3K4/8 w - - 0 1", "g4"),
              UnorderedElementsAre("c4"));
}

TEST(FairyRules, KnightsLeapAsTheirVariantSays) {
  const char* corner = "7k/8/8/8/8/8/PPP5/N3K3 w - - 0 1";
  EXPECT_THAT(targets(FairyVariant::dabbaba, corner, "a1"), UnorderedElementsAre("b3", "a3", "c1"));
  EXPECT_THAT(targets(FairyVariant::alfil, corner, "a1"), UnorderedElementsAre("b3", "c3"));
  EXPECT_THAT(targets(FairyVariant::ferz, corner, "a1"), UnorderedElementsAre("b3"));
  EXPECT_THAT(targets(FairyVariant::wazir, corner, "a1"), UnorderedElementsAre("b3", "b1"));
}

TEST(FairyRules, APinnedKnightLeapsOnItsLineButNotOverTheKingOrThePinningPiece) {
  EXPECT_THAT(targets(FairyVariant::dabbaba, "4r2k/8/8/8/4N3/8/4K3/8 w - - 0 1", "e4"),
              UnorderedElementsAre("e6"));
  EXPECT_THAT(targets(FairyVariant::dabbaba, "7k/8/4r3/8/4N3/8/4K3/8 w - - 0 1", "e4"),
              UnorderedElementsAre("e6"));
  EXPECT_THAT(targets(FairyVariant::dabbaba, "7k/8/8/4r3/4N3/4K3/8/8 w - - 0 1", "e4"), IsEmpty());
  EXPECT_THAT(targets(FairyVariant::alfil, "7k/6b1/8/8/3N4/8/1K6/8 w - - 0 1", "d4"),
              UnorderedElementsAre("f6"));
  EXPECT_THAT(targets(FairyVariant::wazir, "4r2k/8/8/8/4N3/8/4K3/8 w - - 0 1", "e4"),
              UnorderedElementsAre("e3", "e5"));
  EXPECT_THAT(targets(FairyVariant::ferz, "7k/6b1/8/8/3N4/8/1K6/8 w - - 0 1", "d4"),
              UnorderedElementsAre("c3", "e5"));
}

TEST(FairyRules, ALeapThatChecksIsNotClosed) {
  const char* position = "7k/8/8/4n3/R7/4K3/8/8 w - - 0 1";
  EXPECT_THAT(targets(FairyVariant::dabbaba, position, "a4"), IsEmpty());
  // It does not go through the king either.
  EXPECT_THAT(targets(FairyVariant::dabbaba, position, "e3"), Not(IsSupersetOf({"e5"})));
  EXPECT_THAT(targets(FairyVariant::wazir, "7k/8/8/8/4n3/4K3/8/8 w - - 0 1", "e3"),
              IsSupersetOf({"e4", "e2"}));
}

TEST(FairyRules, BareKingsAloneAreDrawnForWantOfMaterial) {
  const auto drawn = [](FairyVariant variant, const char* fen) {
    const VariantSetup start(variant, chess::parse_fen(fen));
    EXPECT_EQ(Mailbox(start).drawn_by_rule(), X88(start).drawn_by_rule());
    EXPECT_EQ(Mailbox(start).drawn_by_rule(), Bitboard(start).drawn_by_rule());
    return Mailbox(start).drawn_by_rule();
  };
  EXPECT_TRUE(drawn(FairyVariant::ferz, "7k/8/8/8/8/8/8/K7 w - - 0 1"));
  // A bishop mates a king that cannot move; a knight with the leap of a dabbaba one in the corner.
  EXPECT_FALSE(drawn(FairyVariant::stationary, "7k/8/8/8/8/8/8/KB6 w - - 0 1"));
  const VariantSetup mated(FairyVariant::dabbaba, chess::parse_fen("8/8/8/8/8/NK6/8/k7 b - - 0 1"));
  EXPECT_EQ(outcome(Mailbox(mated)), Outcome::loss);
}

TEST(FairyRules, TextsThatAreNoPositionAreRefused) {
  const auto error = [](const char* fen) {
    return testing::input_error_of([&] { Stationary::parse(fen); });
  };
  EXPECT_THAT(error("8/8/8/8/8/8/8/K7 w - - 0 1"), HasSubstr("Black has no king"));
  // Here the bishop gives check, and it is the other side's move.
  EXPECT_THAT(error("7k/8/8/8/8/8/1B6/K7 w - - 0 1"), HasSubstr("in check"));
}

}  // namespace
}  // namespace plylab::fairy
