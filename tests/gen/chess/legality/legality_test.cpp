// No position of a real game is accused, and whatever is accused is accused of the right thing.
#include "gen/chess/legality/legality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gen/chess/board/setup.h"
#include "gen/chess/legality/last_move.h"
#include "gen/epd/epd.h"
#include "tests/gen/chess/legality/legality_cases.h"
#include "tests/support/cases.h"
#include "tests/support/random_games.h"

namespace plylab::chess {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;
using testing::JudgedFen;

std::string listed(const std::vector<LegalityIssue>& issues) {
  std::string text;
  for (const LegalityIssue& issue : issues) text += issue.kind + ": " + issue.what + '\n';
  return text;
}

/// Calls visit(position, move) in long random games from the starting position.
template <class Visit>
void play_from(const chess::Setup& start, int positions, Visit&& visit) {
  int visited = 0;
  std::uint64_t game = 0;
  while (visited < positions)
    testing::random_game(start, game++, 300,
                         [&](const chess::Setup& setup, const auto&, Move next) {
                           ++visited;
                           visit(setup, next);
                         });
}

chess::Setup normal_array() { return parse_fen("startpos"); }

TEST(Plausible, NoPositionOfAGameIsAccused) {
  int late = 0;
  play_from(normal_array(), testing::cases(40'000), [&](const chess::Setup& setup, Move move) {
    late += setup.fullmove > 100;
    chess::Setup next = after(setup, move);
    // As the FEN standard has it: the e.p. square is there after every double step.
    if (move.kind() == MoveKind::double_push) next.en_passant = forward(setup.side, move.from());
    chess::Setup without_clocks = setup;
    without_clocks.halfmove_clock = 0;
    without_clocks.fullmove = 1;
    for (const chess::Setup& one : {setup, next, without_clocks})
      ASSERT_THAT(examine(one), IsEmpty()) << to_string(one) << '\n' << listed(examine(one));
  });
  EXPECT_GT(late, testing::cases(5'000));
}

/// Random play leaves few pawns at home. Here pieces are taken and pawns moved only where nothing
/// else is possible, or now and then, so that what is known of the pieces at home is put to the
/// test.
TEST(Plausible, NoPositionOfAQuietGameIsAccused) {
  std::uint64_t seed = 1;
  for (int game = 0; game < 60; ++game) {
    chess::Setup setup = normal_array();
    for (int ply = 0; ply < 200; ++ply) {
      auto moves = legal_moves(setup);
      if (moves.empty()) break;
      std::vector<Move> quiet;
      for (const Move move : moves)
        if (!move.is_capture() && type_of(setup.squares[move.from()]) != pawn)
          quiet.push_back(move);
      const auto& choice = quiet.empty() || splitmix64(seed) % 8 == 0 ? moves : quiet;
      setup = after(setup, choice[splitmix64(seed) % choice.size()]);
      ASSERT_THAT(examine(setup), IsEmpty()) << to_string(setup) << '\n' << listed(examine(setup));
    }
  }
}

/// Each array has its turn, and the castling rights are soon gone.
TEST(Plausible, NoPositionOfAChess960GameIsAccused) {
  int without_rights = 0;
  for (unsigned array = 0; array < chess960_starts; array += chess960_starts / testing::cases(240U))
    for (const int plies : {20, 60})
      testing::random_game(chess960_start(array), array, plies,
                           [&](const chess::Setup& setup, const auto&, Move) {
                             without_rights += setup.castling == no_castling;
                             chess::Setup without_clocks = setup;
                             without_clocks.halfmove_clock = 0;
                             without_clocks.fullmove = 1;
                             for (const chess::Setup& one : {setup, without_clocks})
                               ASSERT_THAT(examine(one), IsEmpty()) << to_string(one) << '\n'
                                                                    << listed(examine(one));
                           });
  EXPECT_GT(without_rights, testing::cases(5'000));
}

class JudgedFens : public ::testing::TestWithParam<JudgedFen> {};

TEST_P(JudgedFens, HaveFindingsOfOneKind) {
  const auto issues = examine(std::string_view(GetParam().fen));
  if (GetParam().kind == nullptr) {
    EXPECT_THAT(issues, IsEmpty()) << listed(issues);
    return;
  }
  ASSERT_FALSE(issues.empty());
  EXPECT_THAT(issues, Each(Field(&LegalityIssue::kind, GetParam().kind))) << listed(issues);
}

INSTANTIATE_TEST_SUITE_P(Suspicious, JudgedFens, ::testing::ValuesIn(testing::suspicious_fens));
INSTANTIATE_TEST_SUITE_P(Impossible, JudgedFens, ::testing::ValuesIn(testing::impossible_fens));
INSTANTIATE_TEST_SUITE_P(Legal, JudgedFens, ::testing::ValuesIn(testing::legal_fens));

TEST(Plausible, TellsTheImpossibleFromTheSuspicious) {
  for (const JudgedFen& one : testing::suspicious_fens)
    EXPECT_EQ(legality_of(examine(std::string_view(one.fen))), Legality::suspicious) << one.fen;
  for (const JudgedFen& one : testing::impossible_fens)
    EXPECT_EQ(legality_of(examine(std::string_view(one.fen))), Legality::impossible) << one.fen;
}

std::vector<std::string> sentences(std::string_view fen) {
  std::vector<std::string> all;
  for (const LegalityIssue& issue : examine(fen)) all.push_back(issue.what);
  return all;
}

TEST(Plausible, SaysEverythingThatCannotBeSetUp) {
  EXPECT_THAT(sentences("4k2P/8/4k3/8/8/8/8/8 w - - 0 1"),
              ElementsAre("White has a pawn on h8", "White has no king", "Black has 2 kings"));
  EXPECT_THAT(
      sentences("4k3/8/8/8/8/8/4R3/4K3 w KQ e6 0 1"),
      ElementsAre("the side not to move is in check: the king on e8 by the rook on e2",
                  "castling right Q, but no rook on a1", "castling right K, but no rook on h1"));
  EXPECT_THAT(
      sentences("4k3/8/8/8/8/8/8/4K2R w Kq e6 0 1"),
      ElementsAre("castling right q, but no rook on a8", "e.p. square e6: no black pawn on e5"));
}

TEST(Plausible, NamesMenAndSquares) {
  EXPECT_THAT(sentences("4k3/8/8/6B1/8/8/PPPPPPPP/4K3 w - - 0 1"),
              ElementsAre("White has 1 dark-squared bishop (the array's own never left c1, shut in "
                          "by pawns): 1 piece must have been promoted, but no pawn is missing"));
  EXPECT_THAT(sentences("rnbqkbn1/pppppppp/8/8/P7/P7/P2PPPPP/RNBQKBNR w KQq - 0 1"),
              ElementsAre("White's pawns on a2, d2, e2, f2, g2, h2, a3 and a4 need at least 3 "
                          "captures, but Black has lost 1 piece"));
  EXPECT_THAT(sentences("6K1/8/8/3k4/5N2/2N5/8/8 b - - 0 1"),
              ElementsAre("no last move of White gives check from both c3 and f4"));
  EXPECT_THAT(sentences("b6k/8/8/3pP3/8/8/6K1/8 w - d6 0 1"),
              ElementsAre("Black's last move cannot have been the double step past the e.p. square "
                          "d6: White was in check already"));
}

/// In double Chess960 each side has an array of its own.
TEST(Plausible, SidesMayCastleWithPiecesOfDifferentFiles) {
  chess::Setup setup = parse_fen("rn2k1r1/pppppppp/8/8/8/8/PPPPPPPP/RN2K2R w KQ - 0 1");
  setup.castling[index(black)] = {a8, g8};
  EXPECT_THAT(examine(setup), IsEmpty());
  EXPECT_THAT(examine("rknbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NQBBRKRN w KQkq - 0 1"), IsEmpty());
}

TEST(Plausible, FindsNothingAgainstPositionsOfGames) {
  for (const char* suite : {"bratko-kopec", "demo", "seeds"})
    for (const auto& record : testing::shipped_suite(suite))
      EXPECT_THAT(examine(record.setup), IsEmpty()) << to_string(record.setup) << '\n'
                                                    << listed(examine(record.setup));
}

/// Whatever pieces stand wherever: an answer, and the same legality as ValidSetup's.
TEST(Plausible, AnswersForRubbish) {
  std::uint64_t seed = 1;
  for (int i = 0; i < 20'000; ++i) {
    chess::Setup setup;
    for (Piece& piece : setup.squares)
      if (splitmix64(seed) % 4 == 0)
        piece = make_piece(static_cast<Color>(splitmix64(seed) % 2),
                           static_cast<PieceType>(1 + splitmix64(seed) % 5));
    setup.squares[splitmix64(seed) % 64] = white_king;
    setup.squares[splitmix64(seed) % 64] = black_king;
    setup.side = static_cast<Color>(splitmix64(seed) % 2);
    setup.halfmove_clock = static_cast<unsigned>(splitmix64(seed) % 100);
    setup.fullmove = static_cast<unsigned>(splitmix64(seed) % 100);
    if (splitmix64(seed) % 2 == 0) setup.en_passant = static_cast<Square>(splitmix64(seed) % 64);
    bool usable = true;
    try {
      static_cast<void>(chess::ValidSetup(setup));
    } catch (const FenError&) {
      usable = false;
    }
    ASSERT_EQ(legality_of(examine(setup)) != Legality::impossible, usable) << to_string(setup);
  }
}

const StartingArray normal(normal_array());

TEST(LastMove, IsAmongTheRetractions) {
  play_from(normal_array(), 5'000, [](const chess::Setup& setup, Move move) {
    const chess::Setup next = after(setup, move);
    const Retraction played{
        move, move.is_capture() ? type_of(setup.squares[move.captured_on()]) : no_type};
    ASSERT_THAT(retractions(next, normal), Contains(played)) << to_string(setup) << to_string(next);
    ASSERT_TRUE(was_legal(before(next, played), move)) << to_string(next);
    ASSERT_EQ(before(next, played).squares, setup.squares) << to_string(next);
  });
}

/// Going back and forth again: whatever may have been played is a legal move that leads here.
TEST(LastMove, EveryLegalRetractionLeadsBack) {
  play_from(normal_array(), 600, [](const chess::Setup& setup, Move) {
    for (const Retraction& retraction : retractions(setup, normal)) {
      const chess::Setup previous = before(setup, retraction);
      if (!was_legal(previous, retraction.move)) continue;
      const auto moves = legal_moves(previous);
      ASSERT_THAT(moves, Contains(retraction.move)) << to_string(setup) << to_string(previous);
      ASSERT_EQ(after(previous, retraction.move).squares, setup.squares);
    }
  });
}

TEST(LastMove, AnEnPassantCaptureNeedsThatTheDoubleStepWasLegal) {
  const Move capture(e5, d6, MoveKind::en_passant);
  EXPECT_TRUE(was_legal(parse_fen("b6k/8/8/3pP3/8/8/7K/8 w - d6 0 1"), capture));
  // With the pawn on d7 the bishop gives check, and it is Black's turn.
  EXPECT_FALSE(was_legal(parse_fen("b6k/8/8/3pP3/8/8/6K1/8 w - d6 0 1"), capture));
}

TEST(LastMove, APromotionNeedsAMissingPawn) {
  const auto promotions = [](std::string_view fen) {
    const auto all = retractions(parse_fen(fen), normal);
    return std::ranges::count_if(all, [](const Retraction& r) { return r.move.is_promotion(); });
  };
  EXPECT_EQ(promotions("3Q4/7k/8/8/8/8/PPPPPPPP/4K3 b - - 0 1"), 0);
  // From d7 without a capture, or from c7 and e7 taking a knight, bishop, rook or queen.
  EXPECT_EQ(promotions("3Q4/7k/8/8/8/8/PPPPPPP1/4K3 b - - 0 1"), 1 + 2 * 4);
}

TEST(Records, AreSiftedByLegality) {
  const auto suite = epd::parse_suite(
      "4k3/8/8/8/8/8/8/4K3 w - - id \"good\";\n"
      "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - id \"nobody moved\";\n"
      "4k3/8/8/8/8/8/7P/4K3 w - - id \"good too\";\n",
      "x.epd");
  const auto sifted = epd::sift(suite.records);
  ASSERT_EQ(sifted.fit.size(), 2U);
  EXPECT_EQ(sifted.fit[1].id(), "good too");
  ASSERT_EQ(sifted.left_out.size(), 1U);
  EXPECT_EQ(to_string(sifted.left_out[0]),
            "x.epd:2: suspicious: no move of Black can have led to this position");
  EXPECT_EQ(epd::sift(suite.records, Legality::suspicious).fit.size(), 3U);
}

}  // namespace
}  // namespace plylab::chess
