#include "gen/chess/legality/clocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "gen/chess/board/reference_attacks.h"
#include "gen/chess/legality/piece_count.h"
#include "gen/chess/legality/starting_array.h"
#include "gen/chess/legality/wording.h"

namespace plylab::chess {
namespace {

/// Pieces that are not where they began, and so have moved.
struct Moved {
  int pawns = 0;
  int others = 0;
};

Moved moved_pieces(const Setup& setup, const StartingArray& array, Color color) {
  Moved moved;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const Piece piece = setup.squares[square];
    if (piece == no_piece || color_of(piece) != color) continue;
    (type_of(piece) == pawn ? moved.pawns : moved.others) += !array.is_home(piece, square);
  }
  return moved;
}

/// The fewest moves that the colour has made: one for each piece that is not at home, where
/// castling moves two at once, or one for each piece that it has captured.
int fewest_moves(const Setup& setup, const StartingArray& array, Color color) {
  const Moved moved = moved_pieces(setup, array, color);
  const Square king_square = find_king(setup.squares, color);
  const bool may_have_castled = king_square == castled_king(color, CastlingSide::queenside) ||
                                king_square == castled_king(color, CastlingSide::kingside);
  return std::max(moved.pawns + moved.others - (may_have_castled ? 1 : 0),
                  count_pieces(setup, array, !color).missing());
}

/// The fewest captures and pawn moves in the game.
int fewest_clock_resets(const Setup& setup, const StartingArray& array) {
  int pawns = 0, captures = 0;
  for (Color color : {white, black}) {
    pawns += moved_pieces(setup, array, color).pawns +
             count_pieces(setup, array, color).fewest_promoted();
    captures += count_pieces(setup, array, color).missing();
  }
  return std::max(pawns, captures);
}

std::vector<LegalityIssue> judge_number(const Setup& setup, const StartingArray& array) {
  std::vector<LegalityIssue> issues;
  if (setup.fullmove == 0) {
    issues.push_back(suspicious("move_number", "the move number is 0, but games begin at 1"));
    return issues;
  }
  for (Color color : {white, black}) {
    const int made = static_cast<int>(setup.fullmove) - 1 + (color == white && setup.side == black);
    const int fewest = fewest_moves(setup, array, color);
    if (made < fewest)
      issues.push_back(
          suspicious("move_number",
                     fmt::format("the move number is {}, but {} must have made {}", setup.fullmove,
                                 name(color), counted(fewest, "move", "moves"))));
  }
  if (!issues.empty()) return issues;
  const auto clock = static_cast<int>(setup.halfmove_clock);
  const int plies = 2 * (static_cast<int>(setup.fullmove) - 1) + (setup.side == black);
  const int resets = fewest_clock_resets(setup, array);
  if (clock + resets > plies)
    issues.push_back(suspicious(
        "halfmove_clock",
        fmt::format("the halfmove clock is {}, but the game has {} and of these at least {} a "
                    "capture or a pawn move",
                    clock, counted(plies, "ply", "plies"), counted(resets, "was", "were"))));
  if (resets == 0 && clock < plies)
    issues.push_back(suspicious(
        "halfmove_clock",
        fmt::format("the halfmove clock is {}, but {} have been played without a capture or a "
                    "pawn move",
                    clock, counted(plies, "ply", "plies"))));
  return issues;
}

/// Whether neither a pawn has moved nor a king nor a rook, and every piece is on the board: then
/// only knights and queens can have moved.
bool only_knights_and_queen_can_have_moved(const Setup& setup, const StartingArray& array,
                                           Color color) {
  for (Square castling_rook : setup.castling[index(color)])
    if (castling_rook == no_square) return false;
  for (int file = 0; file < 8; ++file)
    if (setup.squares[forward(color, home_square(color, file))] != make_piece(color, pawn))
      return false;
  return count_pieces(setup, array, color).missing() == 0;
}

/// The queen's file in an array where no knight can make way for her.
std::optional<int> file_of_shut_queen(const StartingArray& array) {
  const auto can_leave = [&](int file) {
    return file >= 0 && file < 8 && array.can_have(knight, file);
  };
  for (int file = 0; file < 8; ++file)
    if (array.must_have(queen, file) && !can_leave(file - 1) && !can_leave(file + 1)) return file;
  return std::nullopt;
}

/// Knights change the shade of their square with every move.
bool made_odd_number_of_moves(const Squares& squares, const StartingArray& array, Color color) {
  unsigned light = 0;
  for (int s = a1; s <= h8; ++s)
    if (squares[static_cast<Square>(s)] == make_piece(color, knight))
      light += shade(static_cast<Square>(s));
  for (int file = 0; file < 8; ++file)
    if (array.must_have(knight, file)) light += shade(home_square(color, file));
  return light % 2 != 0;
}

void judge_tempo(const Setup& setup, const StartingArray& array,
                 std::vector<LegalityIssue>& issues) {
  const auto queen_file = file_of_shut_queen(array);
  for (Color color : {white, black})
    if (!queen_file || !only_knights_and_queen_can_have_moved(setup, array, color)) return;
  for (Color color : {white, black})
    if (const Square home = home_square(color, *queen_file);
        setup.squares[home] != make_piece(color, queen)) {
      issues.push_back(suspicious(
          "tempo",
          fmt::format("only knights have moved, but {} is not on {}",
                      color == white ? "White's queen" : "Black's queen", to_string(home))));
      return;
    }
  const bool odd[] = {made_odd_number_of_moves(setup.squares, array, white),
                      made_odd_number_of_moves(setup.squares, array, black)};
  if ((odd[0] != odd[1]) == (setup.side == black)) return;
  const auto parity = [&](Color color) { return odd[index(color)] ? "odd" : "even"; };
  issues.push_back(suspicious(
      "tempo",
      fmt::format("only knights have moved, White's an {} and Black's an {} number of times, so "
                  "that {} must be to move",
                  parity(white), parity(black), name(!setup.side))));
}

}  // namespace

std::vector<LegalityIssue> judge_clocks(const Setup& setup, const StartingArray& array) {
  std::vector<LegalityIssue> issues;
  if (setup.en_passant != no_square && setup.halfmove_clock > 0)
    issues.push_back(suspicious(
        "halfmove_clock", fmt::format("the halfmove clock is {}, but the e.p. square {} tells of a "
                                      "pawn move just made",
                                      setup.halfmove_clock, to_string(setup.en_passant))));
  if (setup.halfmove_clock != 0 || setup.fullmove != 1)
    std::ranges::move(judge_number(setup, array), std::back_inserter(issues));
  judge_tempo(setup, array, issues);
  return issues;
}

}  // namespace plylab::chess
