#include "gen/chess/legality/clocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "gen/chess/legality/piece_count.h"
#include "gen/chess/legality/starting_array.h"
#include "gen/chess/legality/wording.h"
#include "gen/chess/reference/reference_attacks.h"

namespace plylab::chess {
namespace {

LegalityIssue suspicious(const char* kind, std::string what) {
  return {Legality::suspicious, kind, std::move(what)};
}

/// Pieces that are not where they began, and so have moved.
struct Moved {
  int pawns = 0;
  int others = 0;
};

Moved moved_pieces(const Setup& setup, Color color) {
  const bool normal = !needs_chess960(setup);
  Moved moved;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const Piece piece = setup.squares[square];
    if (piece == no_piece || color_of(piece) != color) continue;
    if (type_of(piece) == pawn)
      moved.pawns += rank_for(color, square) != 1;
    else
      moved.others += normal ? !is_normal_home(piece, square) : rank_for(color, square) != 0;
  }
  return moved;
}

/// The fewest moves that the colour has made: one for each piece that is not at home, where
/// castling moves two at once, or one for each piece that it has captured.
int fewest_moves(const Setup& setup, Color color) {
  const Moved moved = moved_pieces(setup, color);
  const Square king_square = find_king(setup.squares, color);
  const bool may_have_castled = king_square == castled_king(color, CastlingSide::queenside) ||
                                king_square == castled_king(color, CastlingSide::kingside);
  return std::max(moved.pawns + moved.others - (may_have_castled ? 1 : 0),
                  count_pieces(setup, !color).missing());
}

/// The fewest captures and pawn moves in the game.
int fewest_clock_resets(const Setup& setup) {
  int pawns = 0, captures = 0;
  for (Color color : {white, black}) {
    pawns += moved_pieces(setup, color).pawns + count_pieces(setup, color).fewest_promoted();
    captures += count_pieces(setup, color).missing();
  }
  return std::max(pawns, captures);
}

std::vector<LegalityIssue> judge_number(const Setup& setup) {
  std::vector<LegalityIssue> issues;
  if (setup.fullmove == 0) {
    issues.push_back(suspicious("move_number", "the move number is 0, but games begin at 1"));
    return issues;
  }
  for (Color color : {white, black}) {
    const int made = static_cast<int>(setup.fullmove) - 1 + (color == white && setup.side == black);
    const int fewest = fewest_moves(setup, color);
    if (made < fewest)
      issues.push_back(
          suspicious("move_number",
                     fmt::format("the move number is {}, but {} must have made {}", setup.fullmove,
                                 name(color), counted(fewest, "move", "moves"))));
  }
  if (!issues.empty()) return issues;
  const auto clock = static_cast<int>(setup.halfmove_clock);
  const int plies = 2 * (static_cast<int>(setup.fullmove) - 1) + (setup.side == black);
  const int resets = fewest_clock_resets(setup);
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

/// Whether knights are all that has ever moved: every piece is on the board, no pawn has left its
/// place, and no king or rook has moved; bishops and queens are shut in.
bool only_knights_have_moved(const Setup& setup) {
  if (needs_chess960(setup)) return false;
  for (Color color : {white, black}) {
    for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside})
      if (setup.castling[index(color)][index(castling_side)] == no_square) return false;
    for (int file = 0; file < 8; ++file)
      if (setup.squares[forward(color, home_square(color, file))] != make_piece(color, pawn))
        return false;
    if (count_pieces(setup, color).missing() != 0 ||
        count_pieces(setup, color).of_type[knight] != 2)
      return false;
  }
  return true;
}

/// Knights change the shade of their square with every move, and begin on one of each.
bool made_odd_number_of_moves(const Squares& squares, Color color) {
  unsigned light = 0;
  for (int s = a1; s <= h8; ++s)
    if (squares[static_cast<Square>(s)] == make_piece(color, knight))
      light += shade(static_cast<Square>(s));
  return light != 1;
}

void judge_tempo(const Setup& setup, std::vector<LegalityIssue>& issues) {
  if (!only_knights_have_moved(setup)) return;
  const bool odd[] = {made_odd_number_of_moves(setup.squares, white),
                      made_odd_number_of_moves(setup.squares, black)};
  if ((odd[0] != odd[1]) == (setup.side == black)) return;
  const auto parity = [&](Color color) { return odd[index(color)] ? "odd" : "even"; };
  issues.push_back(suspicious(
      "tempo",
      fmt::format("only knights have moved, White's an {} and Black's an {} number of times, so "
                  "that {} must be to move",
                  parity(white), parity(black), name(!setup.side))));
}

}  // namespace

std::vector<LegalityIssue> judge_clocks(const Setup& setup) {
  std::vector<LegalityIssue> issues;
  if (setup.en_passant != no_square && setup.halfmove_clock > 0)
    issues.push_back(suspicious(
        "halfmove_clock", fmt::format("the halfmove clock is {}, but the e.p. square {} tells of a "
                                      "pawn move just made",
                                      setup.halfmove_clock, to_string(setup.en_passant))));
  if (setup.halfmove_clock != 0 || setup.fullmove != 1)
    std::ranges::move(judge_number(setup), std::back_inserter(issues));
  judge_tempo(setup, issues);
  return issues;
}

}  // namespace plylab::chess
