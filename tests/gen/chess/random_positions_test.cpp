// What the random positions of the other tests contain.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>

#include "gen/chess/mailbox/mailbox.h"
#include "tests/support/random_games.h"

namespace plylab {
namespace {

using namespace chess;

/// What the random positions contain: they prove nothing about a rule that never occurs.
TEST(RandomPositions, CoverTheRules) {
  int checks = 0, double_checks = 0, castles = 0, promotions = 0, en_passant = 0, refused = 0;
  int pins[4] = {};  // along files, ranks, rising and falling diagonals
  testing::random_positions(
      100'000, 40, [&](const chess::Setup& setup, const auto& moves, Move next) {
        const Mailbox board{chess::ValidSetup(setup)};
        const int checkers = std::popcount(board.checkers());
        checks += checkers == 1;
        double_checks += checkers > 1;
        for (const Move move : moves) {
          castles += move.is_castle();
          promotions += move.is_promotion();
          en_passant += move.is_en_passant();
        }
        // An e.p. square that is not kept: beside the pawn stands one that may not capture.
        const chess::Setup then = chess::after(setup, next);
        if (next.kind() == MoveKind::double_push && then.en_passant == no_square)
          for (int side : {-1, 1}) {
            const int file = file_of(next.to()) + side;
            refused +=
                file >= 0 && file < 8 &&
                then.squares[make_square(file, rank_of(next.to()))] == make_piece(then.side, pawn);
          }
        const Square king_square = find_king(setup.squares, setup.side);
        for (int s = a1; s <= h8; ++s) {
          const auto square = static_cast<Square>(s);
          if (setup.squares[square] == no_piece || color_of(setup.squares[square]) != setup.side ||
              square == king_square || checkers != 0)
            continue;
          Squares without = setup.squares;
          without[square] = no_piece;
          if (!in_check(without, setup.side)) continue;
          const int files = file_of(square) - file_of(king_square);
          const int ranks = rank_of(square) - rank_of(king_square);
          ++pins[files == 0 ? 0 : ranks == 0 ? 1 : files == ranks ? 2 : 3];
        }
      });
  EXPECT_GT(checks, 5'000);
  EXPECT_GT(double_checks, 30);
  EXPECT_GT(castles, 5'000);
  EXPECT_GT(promotions, 10'000);
  EXPECT_GT(en_passant, 1'000);
  EXPECT_GT(refused, 20);
  for (int line = 0; line < 4; ++line) EXPECT_GT(pins[line], 1'000) << "line " << line;
}

/// Whether only king and rook stand on the squares that castling needs, and whether the king's way
/// is free from attacks while all pieces stand.
bool seems_possible(const chess::Setup& setup, Move castle) {
  const Square king_to = castled_king(setup.side, castle.castling_side());
  const Square rook_to = castled_rook(setup.side, castle.castling_side());
  const auto [first, last] = std::minmax({castle.from(), castle.to(), king_to, rook_to});
  for (int s = first; s <= last; ++s)
    if (s != castle.from() && s != castle.to() && setup.squares[static_cast<Square>(s)] != no_piece)
      return false;
  const auto [way_first, way_last] = std::minmax({castle.from(), king_to});
  for (int s = way_first; s <= way_last; ++s)
    if (attacked(setup.squares, static_cast<Square>(s), !setup.side)) return false;
  return true;
}

/// Whether a castling rook is not the outermost: then its FEN names it by its file.
bool has_inner_rook(const chess::Setup& setup) {
  const std::string text = epd_fields(setup);
  const std::string field = text.substr(text.find(' ') + 3, text.rfind(' ') - text.find(' ') - 3);
  return field.find_first_not_of("KQkq-") != field.npos;
}

TEST(RandomPositions, CoverTheCastlingsOfChess960) {
  int castles[2][8][8] = {};  // by colour and by the files of king and rook
  int shielded = 0, inner_rooks = 0, single_steps = 0;
  testing::random_chess960_positions(
      60'000, [&](const chess::Setup& setup, const auto& moves, Move) {
        for (const CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside}) {
          const Square rook_square = setup.castling[index(setup.side)][index(castling_side)];
          if (rook_square == no_square) continue;
          const Square king_square = find_king(setup.squares, setup.side);
          const Move castle(king_square, rook_square,
                            castling_side == CastlingSide::queenside ? MoveKind::castle_queenside
                                                                     : MoveKind::castle_kingside);
          const bool legal = std::binary_search(moves.begin(), moves.end(), castle);
          castles[index(setup.side)][file_of(king_square)][file_of(rook_square)] += legal;
          shielded += !legal && seems_possible(setup, castle);
          single_steps += legal && std::binary_search(
                                       moves.begin(), moves.end(),
                                       Move(king_square, castled_king(setup.side, castling_side)));
        }
        inner_rooks += has_inner_rook(setup);
      });
  for (const Color color : {white, black})
    for (int king_file = 1; king_file < 7; ++king_file)
      for (int rook_file = 0; rook_file < 8; ++rook_file)
        if (rook_file != king_file) {
          EXPECT_GT(castles[index(color)][king_file][rook_file], 10)
              << "king file " << king_file << ", rook file " << rook_file;
        }
  EXPECT_GT(shielded, 100);
  EXPECT_GT(inner_rooks, 1'000);
  EXPECT_GT(single_steps, 1'000);
}

}  // namespace
}  // namespace plylab
