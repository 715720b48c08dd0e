#include "gen/chess/board/notation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/text.h"
#include "tests/support/random_games.h"

namespace plylab::chess {
namespace {

Mailbox board(std::string_view fen) { return Mailbox(chess::ValidSetup(fen)); }

/// All move texts of a position differ, and each is read as what it was written for.
void expect_round_trips(const chess::Setup& setup, const std::vector<Move>& moves, Move) {
  const Mailbox position{chess::ValidSetup(setup)};
  std::set<std::string> sans, ucis;
  for (const Move move : moves) {
    const std::string san_text = to_san(position, move);
    const std::string uci = move_text(position, move);
    ASSERT_EQ(parse_move(position, san_text), move) << to_string(setup) << ' ' << san_text;
    ASSERT_EQ(parse_move(position, uci), move) << to_string(setup) << ' ' << uci;
    ASSERT_EQ(move_from_text(position, uci), move) << to_string(setup) << ' ' << uci;
    sans.insert(san_text);
    ucis.insert(uci);
  }
  ASSERT_EQ(sans.size(), moves.size());
  ASSERT_EQ(ucis.size(), moves.size());
}

TEST(Notation, RoundTripsEveryMoveOfRandomGames) {
  testing::random_positions(20'000, 100, expect_round_trips);
  testing::random_chess960_positions(20'000, expect_round_trips);
}

TEST(Notation, TakesTheRookWhereCastlingNeedsChess960) {
  const auto castles = [](std::string_view fen) {
    const Mailbox position = board(fen);
    std::vector<std::string> texts;
    for (const Move move : position.generate())
      if (move.is_castle()) texts.push_back(move_text(position, move));
    std::sort(texts.begin(), texts.end());
    return texts;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(castles("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Texts{"e1c1", "e1g1"}));
  EXPECT_EQ(castles("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1"), (Texts{"f1a1", "f1h1"}));
  // One inner rook is enough, and be it Black's.
  EXPECT_EQ(castles("1r2k3/8/8/8/8/8/8/R3K2R w KQq - 0 1"), (Texts{"e1a1", "e1h1"}));
  EXPECT_EQ(to_uci({f1, h1, MoveKind::castle_kingside}), "f1g1");
  EXPECT_EQ(to_uci({f1, h1, MoveKind::castle_kingside}, CastlingText::takes_rook), "f1h1");
}

TEST(Notation, ReadsBothTextsOfCastling) {
  const auto read = [](std::string_view fen, std::string_view text) {
    const Mailbox position = board(fen);
    const Move found = parse_move(position, text);
    EXPECT_EQ(move_from_text(position, to_uci(found, CastlingText::takes_rook)), found);
    return to_san(position, found);
  };
  constexpr std::string_view near = "4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1";
  for (const char* text : {"f1h1", "O-O", "0-0"}) EXPECT_EQ(read(near, text), "O-O") << text;
  for (const char* text : {"f1a1", "f1c1", "O-O-O"}) EXPECT_EQ(read(near, text), "O-O-O") << text;
  for (const char* text : {"f1g1", "Kg1", "Kf1g1"}) EXPECT_EQ(read(near, text), "Kg1") << text;
  EXPECT_EQ(move_from_text(board(near), "f1g1"), Move(f1, g1));
  EXPECT_EQ(move_from_text(board(near), "f1c1"), Move(f1, a1, MoveKind::castle_queenside));
  // The king stays, or goes to where the rook stands.
  EXPECT_EQ(read("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1g1"), "O-O");
  EXPECT_EQ(read("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1"), "O-O");
  EXPECT_EQ(move_from_text(board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1h1"),
            Move(e1, h1, MoveKind::castle_kingside));
}

TEST(Notation, WritesSanAsTheStandardHasIt) {
  const auto san_of = [](std::string_view fen, std::string_view uci) {
    const Mailbox position = board(fen);
    return to_san(position, *move_from_text(position, uci));
  };
  EXPECT_EQ(san_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"), "O-O");
  EXPECT_EQ(san_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"), "O-O-O");
  EXPECT_EQ(san_of("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2"), "Nbd2");
  EXPECT_EQ(san_of("4k3/8/8/N7/8/8/8/N3K3 w - - 0 1", "a1b3"), "N1b3");
  EXPECT_EQ(san_of("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1"), "Qh4e1");
  // The other knight is pinned: nothing to tell apart.
  EXPECT_EQ(san_of("4k3/4r3/8/8/8/4N3/8/1N2K3 w - - 0 1", "b1d2"), "Nd2");
  EXPECT_EQ(san_of("8/1P2k3/8/8/8/8/8/4K3 w - - 0 1", "b7b8n"), "b8=N");
  EXPECT_EQ(san_of("2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7c8q"), "bxc8=Q+");
  EXPECT_EQ(san_of("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"), "dxe3");
  EXPECT_EQ(san_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8#");
}

TEST(Notation, ReadsWhatRealFilesContain) {
  const auto parsed = [](std::string_view fen, std::string_view text) {
    return to_uci(parse_move(board(fen), text));
  };
  for (const char* text : {"e4", "1.e4", "1. e4", "e2e4", "e2-e4", "e4!", "e4!?"})
    EXPECT_EQ(parsed("startpos", text), "e2e4") << text;
  for (const char* text : {"Nf3", "Ng1f3", "Ng1-f3", "Nf3+", "3...Nf3", "g1f3"})
    EXPECT_EQ(parsed("startpos", text), "g1f3") << text;
  for (const char* text : {"O-O", "0-0", "o-o", "OO", "e1g1", "O-O+", "e1h1"})
    EXPECT_EQ(parsed("4k3/8/8/8/8/8/8/4K2R w K - 0 1", text), "e1g1") << text;
  for (const char* text : {"b8=Q", "b8Q", "b8(Q)", "b7b8q", "b8=Q+"})
    EXPECT_EQ(parsed("8/1P6/8/8/4k3/8/8/4K3 w - - 0 1", text), "b7b8q") << text;
  for (const char* text : {"dxe3", "dxe3 e.p.", "dxe3ep", "de3", "d4xe3", "d4e3"})
    EXPECT_EQ(parsed("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", text), "d4e3") << text;
}

TEST(Notation, SaysWhatIsWrong) {
  const auto message = [](std::string_view fen, std::string_view text) -> std::string {
    try {
      parse_move(board(fen), text);
    } catch (const MoveError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message("startpos", "e5"), "'e5' is not a legal move");
  EXPECT_EQ(message("startpos", "hello"), "'hello' is not a move");
  EXPECT_EQ(message("startpos", ""), "'' is not a move");
  EXPECT_EQ(message("startpos", "Ke1x"), "'Ke1x' is not a legal move");
  EXPECT_EQ(message("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2"), "'Nd2' may be Nbd2 or Nfd2");
  EXPECT_EQ(message("8/1P6/8/8/4k3/8/8/4K3 w - - 0 1", "b8"), "'b8' is not a legal move");
}

TEST(Notation, NumbersLines) {
  const chess::ValidSetup start(startpos_fen);
  const Move line[] = {{e2, e4, MoveKind::double_push}, {e7, e5, MoveKind::double_push}, {g1, f3}};
  EXPECT_EQ(san_line(start, line), "1. e4 e5 2. Nf3");
  const chess::ValidSetup black_moves("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7");
  EXPECT_EQ(san_line(black_moves, std::span(line).subspan(1)), "7... e5 8. Nf3");
  EXPECT_EQ(san_line(start, {}), "");
}

}  // namespace
}  // namespace plylab::chess
