// Moves that a player draws from a book.
#include "suites/play/book/book_player.h"

#include <gtest/gtest.h>

#include <map>

#include "gen/base/random.h"
#include "gen/chess/board/notation.h"

namespace plylab::suites::play::book {
namespace {

/// Results of moves from the start of the game.
chess::Book book_of(const std::map<std::string, std::array<std::uint32_t, 3>>& results) {
  const chess::Mailbox board{chess::ValidSetup(chess::startpos_fen)};
  chess::Book book;
  for (const auto& [move, counts] : results)
    book.add({.key = chess::polyglot_key(board.setup()),
              .move = *chess::parse_polyglot_text(move),
              .wins = counts[0],
              .draws = counts[1],
              .losses = counts[2]});
  return book;
}

/// How often each move is drawn.
std::map<std::string, int> drawn(const chess::Book& book, const BookLimits& limits, int times) {
  const chess::Mailbox board{chess::ValidSetup(chess::startpos_fen)};
  std::map<std::string, int> counts;
  std::uint64_t random = 1;
  for (int i = 0; i < times; ++i)
    if (const auto move = draw_move(book.moves(), board, limits, random)) ++counts[to_uci(*move)];
  return counts;
}

TEST(BookMoves, AreDrawnByTheirWeights) {
  const chess::Book book = book_of({{"e2e4", {2, 1, 0}}, {"d2d4", {0, 5, 9}}, {"a2a4", {0, 0, 7}}});
  const auto counts = drawn(book, {}, 10000);
  EXPECT_EQ(counts.size(), 2U);
  // Twice the points of e4 and d4 are 5 and 5.
  EXPECT_NEAR(counts.at("e2e4"), 5000, 200);  // four standard deviations
}

TEST(BookMoves, ThatOnlyLostArePlayedIfThereIsNoOther) {
  const chess::Book book = book_of({{"e2e4", {0, 0, 1}}, {"d2d4", {0, 0, 50}}});
  EXPECT_NEAR(drawn(book, {}, 10000).at("e2e4"), 5000, 200);
}

TEST(BookMoves, AreLimitedByGamesAndNumber) {
  const chess::Book book = book_of({{"e2e4", {9, 0, 0}}, {"d2d4", {5, 0, 0}}, {"c2c4", {3, 0, 0}}});
  EXPECT_EQ(drawn(book, {.min_games = 5}, 100).size(), 2U);
  EXPECT_EQ(drawn(book, {.min_games = 10}, 100).size(), 0U);
  EXPECT_EQ(drawn(book, {.max_moves = 1}, 100), (std::map<std::string, int>{{"e2e4", 100}}));
  EXPECT_EQ(drawn(book, {.max_moves = 0}, 100).size(), 0U);
  EXPECT_EQ(drawn({}, {}, 100).size(), 0U);
}

TEST(BookMoves, OfAnotherPositionWithTheKeyAreLeftOut) {
  EXPECT_EQ(drawn(book_of({{"e2e5", {9, 0, 0}}}), {}, 10).size(), 0U);
}

}  // namespace
}  // namespace plylab::suites::play::book
