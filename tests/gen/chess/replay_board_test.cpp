// Moves found backwards from their target, against the list of all legal moves.
#include "gen/chess/bitboard/replay_board.h"

#include <gtest/gtest.h>

#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "tests/support/random_games.h"

namespace plylab::chess {
namespace {

/// Patterns of every piece and target, with and without the file or the rank where they begin.
std::vector<MovePattern> all_patterns() {
  std::vector<MovePattern> patterns;
  for (int to = 0; to < 64; ++to) {
    const auto square = static_cast<Square>(to);
    for (const PieceType piece : {pawn, knight, bishop, rook, queen, king})
      for (int place = MovePattern::any; place < 8; ++place)
        for (const PieceType promotion : {no_type, knight, queen}) {
          if (piece != pawn && promotion != no_type) continue;
          MovePattern pattern{.piece = piece, .to = square, .promotion = promotion};
          pattern.from_file = place;
          patterns.push_back(pattern);
          pattern.from_file = MovePattern::any;
          pattern.from_rank = place;
          patterns.push_back(pattern);
        }
  }
  for (const CastlingSide side : {CastlingSide::queenside, CastlingSide::kingside})
    patterns.push_back({.castle = side});
  return patterns;
}

TEST(ReplayBoard, FindsWhatTheListOfLegalMovesHas) {
  const auto patterns = all_patterns();
  testing::random_positions(600, 80, [&](const auto& setup, const auto&, Move) {
    const ReplayBoard board{ValidSetup(setup)};
    const Mailbox slow{ValidSetup(setup)};
    const Moves legal = slow.generate();
    for (const MovePattern& pattern : patterns) {
      const auto fitting = fitting_moves(pattern, setup.squares, legal);
      const auto found = board.find(pattern);
      if (found) {
        ASSERT_EQ(fitting.size(), 1U) << to_string(setup);
        ASSERT_EQ(*found, fitting.front()) << to_string(setup);
      } else if (fitting.size() == 1) {  // one of the forms that are left to the list
        ASSERT_TRUE(fitting.front().is_castle() ||
                    (pattern.piece == pawn && fitting.front().is_capture()))
            << to_string(setup);
      }
    }
    for (const Move move : legal) {
      const auto pattern = read_pattern(to_san(slow, move));
      ASSERT_TRUE(pattern.has_value());
      ASSERT_EQ(board.find(*pattern), move) << to_string(setup);
    }
  });
}

TEST(ReplayBoard, PlaysAsTheOthersDo) {
  testing::random_positions(2000, 100, [&](const auto& setup, const auto&, Move next) {
    Mailbox slow{ValidSetup(setup)};
    ReplayBoard board{ValidSetup(setup)};
    slow.make(next);
    board.make(next);
    const auto after = slow.setup();
    for (unsigned s = 0; s < 64; ++s)
      ASSERT_EQ(board.planes().on(static_cast<Square>(s)), after.squares[s]);
    for (const Move reply : slow.generate())
      ASSERT_EQ(board.find(read_pattern(to_san(slow, reply)).value()), reply) << to_string(after);
  });
}

}  // namespace
}  // namespace plylab::chess
