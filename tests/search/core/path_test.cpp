// The way to a node: repetitions beside a slow count, and what else is noted on the way.
#include "search/core/path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/mailbox/mailbox.h"
#include "tests/support/random_games.h"

namespace plylab::search {
namespace {

using ChessPath = Path<chess::Move>;

constexpr PieceTarget some_move = 1;

/// Whether the last of the positions stood there once since the root, or twice in all.
bool slowly_repeated(const std::vector<Key>& positions, std::size_t root) {
  const auto times = [&](std::size_t from) {
    return std::count(positions.begin() + static_cast<std::ptrdiff_t>(from), positions.end() - 1,
                      positions.back());
  };
  return times(root) >= 1 || times(0) >= 2;
}

// Games of few pieces that move to and fro come back to the same positions all the time.
TEST(Path, FindsRepetitionsAsASlowCountDoes) {
  int repeated = 0, fresh = 0;
  for (const char* start : {"7k/8/8/8/8/8/8/KQ6 w - - 0 1", "7k/6p1/8/8/8/8/1P6/K7 w - - 0 1",
                            "6rk/7p/8/8/8/8/P7/KR6 w - - 0 1"})
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const std::size_t root = seed % 23;
      std::vector<Key> positions;
      ChessPath path;
      int ply = 0;
      testing::random_game(
          chess::parse_fen(start), seed, 100, [&](const chess::Setup& fen, const auto&, auto) {
            const chess::Mailbox board{chess::ValidSetup(fen)};
            if (positions.size() == root) path.start(positions);
            positions.push_back(board.key());
            if (positions.size() <= root) return;
            path.enter(ply, board.key(), board.halfmove_clock());
            const bool expected = slowly_repeated(positions, root);
            EXPECT_EQ(path.repeated(ply), expected) << to_string(fen) << " at ply " << ply;
            ++(expected ? repeated : fresh);
            path.leave(ply++, some_move);
          });
    }
  EXPECT_GT(repeated, 200);
  EXPECT_GT(fresh, 1000);
}

TEST(Path, RepeatsNothingAcrossANullMove) {
  ChessPath path;
  path.start({});
  const Key key{1, 2};
  const std::vector<PieceTarget> moves = {some_move, 0, some_move, some_move, some_move};
  for (int ply = 0; ply <= 4; ++ply) {
    path.enter(ply, ply % 4 == 0 ? key : Key{0, static_cast<std::uint64_t>(ply)}, 20);
    EXPECT_FALSE(path.repeated(ply));
    path.leave(ply, moves[static_cast<std::size_t>(ply)]);
  }
}

TEST(Path, ForgetsWhatCameBeforeACapture) {
  ChessPath path;
  const Key key{1, 2}, other{3, 4};
  path.start({key, other, other, other, key, other, other, other});
  path.enter(0, key, 8);
  EXPECT_TRUE(path.repeated(0));  // twice in the game
  path.enter(0, key, 7);
  EXPECT_FALSE(path.repeated(0));
}

TEST(Path, KnowsWhetherTheStaticValueImproves) {
  ChessPath path;
  path.set_static_eval(0, 10);
  path.set_static_eval(1, -10);
  path.set_static_eval(2, 11);
  path.set_static_eval(3, -10);
  path.set_static_eval(4, std::nullopt);  // in check
  path.set_static_eval(6, 5);
  EXPECT_FALSE(path.improving(0));
  EXPECT_FALSE(path.improving(1));
  EXPECT_TRUE(path.improving(2));
  EXPECT_FALSE(path.improving(3));
  EXPECT_FALSE(path.improving(4));
  EXPECT_TRUE(path.improving(6));  // nothing to compare with
}

TEST(Path, KnowsTheMovesBefore) {
  ChessPath path;
  path.leave(0, 100);
  path.leave(1, 200);
  EXPECT_EQ(path.previous_moves(0).last, 0U);
  EXPECT_EQ(path.previous_moves(1).last, 100U);
  EXPECT_EQ(path.previous_moves(1).one_before, 0U);
  EXPECT_EQ(path.previous_moves(2).last, 200U);
  EXPECT_EQ(path.previous_moves(2).one_before, 100U);
}

TEST(Path, ExcludesAMoveOnce) {
  ChessPath path;
  const chess::Move move(chess::e2, chess::e4);
  path.exclude(3, move);
  EXPECT_EQ(path.take_excluded(2), std::nullopt);
  EXPECT_EQ(path.take_excluded(3), move);
  EXPECT_EQ(path.take_excluded(3), std::nullopt);
}

}  // namespace
}  // namespace plylab::search
