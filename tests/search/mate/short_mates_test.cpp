// Mates in one and two on bit planes, and what exhaustive search makes of them: against searches
// that make every move.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "search/mate/exhaustive.h"
#include "search/mate/mate_in_two.h"
#include "search/mate/solvers.h"
#include "tests/search/mate/mate_problems.h"
#include "tests/support/random_games.h"

namespace plylab::search::mate {
namespace {

using chess::Move;

/// Whether the move mates in at most n moves, by plain search.
template <class B>
bool plainly_mates_by(B board, Move move, int n);

/// Whether the side to move mates in at most n moves, by plain search.
template <class B>
bool plainly_mates(const B& board, int n) {
  const auto moves = board.generate();
  return std::any_of(moves.begin(), moves.end(),
                     [&](Move move) { return plainly_mates_by(board, move, n); });
}

template <class B>
bool plainly_mates_by(B board, Move move, int n) {
  board.make(move);
  const auto replies = board.generate();
  if (replies.empty()) return board.checkers() != 0;
  return n > 1 && std::all_of(replies.begin(), replies.end(), [&](Move reply) {
           B next = board;
           next.make(reply);
           return plainly_mates(next, n - 1);
         });
}

template <class B>
bool is_mate_at_once(const B& board, Move move) {
  const auto moves = board.generate();
  return std::find(moves.begin(), moves.end(), move) != moves.end() &&
         plainly_mates_by(board, move, 1);
}

/// Boards of all kinds: from games, with few pieces, with kings and rooks that may castle.
void for_each_board(int number, auto&& visit) {
  testing::random_positions(number, 60, [&](const auto& setup, const auto&, Move) {
    visit(Board(chess::ValidSetup(setup)));
  });
  testing::random_chess960_positions(number, [&](const auto& setup, const auto&, Move) {
    visit(Board(chess::ValidSetup(setup)));
  });
  std::uint64_t seed = 7;
  for (int i = 0; i < number; ++i) {
    visit(Board(chess::ValidSetup(testing::draw_castlers(seed))));
    visit(Board(chess::ValidSetup(testing::draw_few_pieces(3 + i % 10, seed))));
  }
}

TEST(MateAtOnce, IsFoundIfAndOnlyIfAMoveMates) {
  int mates = 0;
  for_each_board(4'000, [&](const Board& board) {
    const Move found = mate_at_once(board);
    SCOPED_TRACE(to_string(board.setup()));
    if (found == Move()) {
      EXPECT_FALSE(plainly_mates(board, 1));
    } else {
      ++mates;
      EXPECT_TRUE(is_mate_at_once(board, found));
    }
  });
  EXPECT_GT(mates, 500);
}

TEST(MateAtOnce, IsFoundInVariants) {
  int mates = 0;
  std::uint64_t seed = 3;
  for (std::size_t number = 0; number < chess::fairy_variants.size(); ++number)
    for (int i = 0; i < 1'000; ++i) {
      const chess::VariantSetup start(
          static_cast<chess::FairyVariant>(number),
          testing::draw_few_pieces(3 + i % 6, seed, chess::fairy_variants[number]));
      const BoardOf<chess::VariantSetup> board(start);
      const Move found = mate_at_once(board);
      SCOPED_TRACE(to_string(start.setup()));
      mates += found != Move();
      EXPECT_EQ(found != Move(), plainly_mates(board, 1));
      if (found != Move()) {
        EXPECT_TRUE(is_mate_at_once(board, found));
      }
    }
  EXPECT_GT(mates, 500);
}

template <class Visit>
void as_side_to_move(const Board& board, Visit&& visit) {
  board.side_to_move() == chess::white ? visit.template operator()<chess::white>()
                                       : visit.template operator()<chess::black>();
}

TEST(MateInTwo, IsFoundIfAndOnlyIfThereIsOne) {
  int mates = 0;
  Budget budget{MateLimits{}};
  Refutations refutations;  // of all positions: what is left of the one before does no harm
  const auto compare = [&](const Board& board) {
    if (mate_at_once(board) != Move()) return;
    SCOPED_TRACE(to_string(board.setup()));
    as_side_to_move(board, [&]<chess::Color Us> {
      const Move found = MateInTwo<Sliders, Us>(budget, refutations).find(placement(board));
      mates += found != Move();
      EXPECT_EQ(found != Move(), plainly_mates(board, 2));
      if (found != Move()) {
        EXPECT_TRUE(plainly_mates_by(board, found, 2));
      }
    });
  };
  std::uint64_t seed = 11;
  for (int i = 0; i < 6'000; ++i)
    compare(Board(chess::ValidSetup(testing::draw_few_pieces(3 + i % 6, seed))));
  for_each_board(60, compare);
  EXPECT_GT(mates, 500);
}

/// What it says of a move and a reply must hold; most replies refute nothing, and of these it says
/// nothing.
TEST(SharedRefutation, HoldsAfterEachMove) {
  std::uint64_t said = 0, silent = 0;
  const auto look = [&](const Board& board, auto&& refutation_of) {
    Board passed = board;
    passed.make_null();
    const auto moves = board.generate();
    for (const Move reply : passed.generate()) {
      if (reply.is_promotion() || reply.is_castle() || reply.is_en_passant()) continue;
      Board after_reply = passed;
      after_reply.make(reply);
      const auto position = placement(after_reply);
      const auto refutes = refutation_of(position, reply);
      for (const Move move : moves) {
        if (move.is_promotion() || move.is_castle() || move.is_en_passant()) continue;
        Board next = board;
        next.make(move);
        if (next.checkers() != 0) continue;
        if (!refutes(move, chess::type_of(board.piece_on(move.from())))) {
          ++silent;
          continue;
        }
        ++said;
        const auto replies = next.generate();
        SCOPED_TRACE(
            fmt::format("{} {:04x} {:04x}", to_string(board.setup()), move.bits(), reply.bits()));
        ASSERT_NE(std::find(replies.begin(), replies.end(), reply), replies.end());
        next.make(reply);
        ASSERT_FALSE(plainly_mates(next, 1));
      }
    }
  };
  const auto look_at = [&](const Board& board) {
    if (board.checkers() != 0) return;
    Board passed = board;
    passed.make_null();
    if (passed.checkers() != 0) return;
    as_side_to_move(board, [&]<chess::Color Us> {
      look(board, [](const auto& position, Move reply) {
        return [shared = SharedRefutation<Sliders, Us>(position, reply)](Move move, auto type) {
          return shared.refutes(move, type);
        };
      });
    });
  };
  std::uint64_t seed = 5;
  for (int i = 0; i < 6'000; ++i)
    look_at(Board(chess::ValidSetup(testing::draw_few_pieces(3 + i % 12, seed))));
  for_each_board(100, look_at);
  EXPECT_GT(said, 400'000U);
  EXPECT_GT(silent, said);  // most replies refute nothing
}

/// The shortest mate and all its keys, by plain search, by both solvers and by full width.
TEST(ShortestMate, IsThatOfPlainSearchInTheSuiteOfMates) {
  int compared = 0;
  for (const epd::Record& record : testing::shipped_suite("mates")) {
    const MateProblem asked = testing::problem(record.setup, 3);
    const ShortestMate answer = shortest_mate(asked);
    const Board board(asked.position);
    SCOPED_TRACE(to_string(record.setup));
    if (answer.moves == 0) continue;
    ++compared;
    std::vector<Move> keys;
    for (const Move move : board.generate())
      if (plainly_mates_by(board, move, answer.moves)) keys.push_back(move);
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(answer.keys, keys);
    Budget budget(asked.limits);
    MateTable table(asked.table_bytes);
    EXPECT_EQ(ExhaustiveSearch(board, budget, table).keys(answer.moves), keys);
    EXPECT_FALSE(answer.moves > 1 && plainly_mates(board, answer.moves - 1));
  }
  EXPECT_EQ(compared, 240);
}

}  // namespace
}  // namespace plylab::search::mate
