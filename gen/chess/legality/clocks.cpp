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

/// Men that are not where they began, and so have moved.
struct Moved {
  int pawns = 0;
  int others = 0;
};

Moved moved_men(const Setup& fen, Color color) {
  const bool normal = !needs_chess960(fen);
  Moved moved;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const Piece piece = fen.squares[square];
    if (piece == no_piece || color_of(piece) != color) continue;
    if (type_of(piece) == pawn)
      moved.pawns += rank_for(color, square) != 1;
    else
      moved.others += normal ? !is_normal_home(piece, square) : rank_for(color, square) != 0;
  }
  return moved;
}

/// The fewest moves that the colour has made: one for each man that is not at home, where castling
/// moves two at once, or one for each man that it has captured.
int fewest_moves(const Setup& fen, Color color) {
  const Moved moved = moved_men(fen, color);
  const Square king_square = find_king(fen.squares, color);
  const bool may_have_castled = king_square == castled_king(color, CastlingSide::queenside) ||
                                king_square == castled_king(color, CastlingSide::kingside);
  return std::max(moved.pawns + moved.others - (may_have_castled ? 1 : 0),
                  count_pieces(fen, !color).missing());
}

/// The fewest captures and pawn moves in the game.
int fewest_clock_resets(const Setup& fen) {
  int pawns = 0, captures = 0;
  for (Color color : {white, black}) {
    pawns += moved_men(fen, color).pawns + count_pieces(fen, color).fewest_promoted();
    captures += count_pieces(fen, color).missing();
  }
  return std::max(pawns, captures);
}

std::vector<LegalityIssue> judge_number(const Setup& fen) {
  std::vector<LegalityIssue> issues;
  if (fen.fullmove == 0) {
    issues.push_back(suspicious("move_number", "the move number is 0, but games begin at 1"));
    return issues;
  }
  for (Color color : {white, black}) {
    const int made = static_cast<int>(fen.fullmove) - 1 + (color == white && fen.side == black);
    const int fewest = fewest_moves(fen, color);
    if (made < fewest)
      issues.push_back(suspicious(
          "move_number", fmt::format("the move number is {}, but {} must have made {}",
                                     fen.fullmove, name(color), counted(fewest, "move", "moves"))));
  }
  if (!issues.empty()) return issues;
  const auto clock = static_cast<int>(fen.halfmove_clock);
  const int plies = 2 * (static_cast<int>(fen.fullmove) - 1) + (fen.side == black);
  const int resets = fewest_clock_resets(fen);
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

/// Whether knights are all that has ever moved: every man is on the board, no pawn has left its
/// place, and no king or rook has moved; bishops and queens are shut in.
bool only_knights_have_moved(const Setup& fen) {
  if (needs_chess960(fen)) return false;
  for (Color color : {white, black}) {
    for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside})
      if (fen.castling[index(color)][index(castling_side)] == no_square) return false;
    for (int file = 0; file < 8; ++file)
      if (fen.squares[forward(color, home_square(color, file))] != make_piece(color, pawn))
        return false;
    if (count_pieces(fen, color).missing() != 0 || count_pieces(fen, color).of_type[knight] != 2)
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

void judge_tempo(const Setup& fen, std::vector<LegalityIssue>& issues) {
  if (!only_knights_have_moved(fen)) return;
  const bool odd[] = {made_odd_number_of_moves(fen.squares, white),
                      made_odd_number_of_moves(fen.squares, black)};
  if ((odd[0] != odd[1]) == (fen.side == black)) return;
  const auto parity = [&](Color color) { return odd[index(color)] ? "odd" : "even"; };
  issues.push_back(suspicious(
      "tempo",
      fmt::format("only knights have moved, White's an {} and Black's an {} number of times, so "
                  "that {} must be to move",
                  parity(white), parity(black), name(!fen.side))));
}

}  // namespace

std::vector<LegalityIssue> judge_clocks(const Setup& fen) {
  std::vector<LegalityIssue> issues;
  if (fen.en_passant != no_square && fen.halfmove_clock > 0)
    issues.push_back(suspicious(
        "halfmove_clock", fmt::format("the halfmove clock is {}, but the e.p. square {} tells of a "
                                      "pawn move just made",
                                      fen.halfmove_clock, to_string(fen.en_passant))));
  if (fen.halfmove_clock != 0 || fen.fullmove != 1)
    std::ranges::move(judge_number(fen), std::back_inserter(issues));
  judge_tempo(fen, issues);
  return issues;
}

}  // namespace plylab::chess
