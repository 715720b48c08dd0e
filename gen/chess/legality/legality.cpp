#include "gen/chess/legality/legality.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "gen/chess/board/reference.h"
#include "gen/chess/legality/army.h"
#include "gen/chess/legality/last_move.h"

namespace plylab::chess {
namespace {

// ---- the clocks

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

/// What speaks against the clock, the move number and the side to move in a game from the array.
/// Clock 0 with move number 1 counts as not stated: EPD has neither.
std::vector<LegalityIssue> judge_clocks(const Setup& setup, const StartingArray& array) {
  std::vector<LegalityIssue> issues;
  if (setup.en_passant != no_square && setup.halfmove_clock > 0)
    issues.push_back(
        suspicious("halfmove_clock",
                   fmt::format("the halfmove clock is {}, but the e.p. square {} means that a "
                               "pawn has just moved",
                               setup.halfmove_clock, to_string(setup.en_passant))));
  if (setup.halfmove_clock != 0 || setup.fullmove != 1)
    std::ranges::move(judge_number(setup, array), std::back_inserter(issues));
  judge_tempo(setup, array, issues);
  return issues;
}

// ---- what ValidSetup refuses, castling rights, and all together

const char* issue_kind(FenErrorKind kind) {
  switch (kind) {
    case FenErrorKind::missing_field:
      return "missing_field";
    case FenErrorKind::board:
      return "board";
    case FenErrorKind::side:
      return "side";
    case FenErrorKind::castling:
      return "castling";
    case FenErrorKind::en_passant:
      return "en_passant_field";
    case FenErrorKind::clock:
      return "clock";
    case FenErrorKind::trailing_text:
      return "trailing_text";
    case FenErrorKind::king_missing:
      return "king_missing";
    case FenErrorKind::too_many_kings:
      return "too_many_kings";
    case FenErrorKind::too_many_pieces:
      return "too_many_pieces";
    case FenErrorKind::pawn_on_edge_rank:
      return "pawn_on_edge_rank";
    case FenErrorKind::castling_impossible:
      return "castling_impossible";
    case FenErrorKind::en_passant_impossible:
      return "en_passant_impossible";
    case FenErrorKind::wrong_side_in_check:
      return "wrong_side_in_check";
  }
  return "board";
}

/// Why a ValidSetup refuses the FEN.
std::optional<FenError> refused(const Setup& setup) {
  try {
    static_cast<void>(ValidSetup(setup));
    return std::nullopt;
  } catch (const FenError& error) {
    return error;
  }
}

std::vector<Square> edge_pawns(const Squares& squares) {
  std::vector<Square> found;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    if (type_of(squares[square]) == pawn && (rank_of(square) == 0 || rank_of(square) == 7))
      found.push_back(square);
  }
  return found;
}

/// What is wrong with the pieces of one colour: ValidSetup sees them and one king beside.
std::vector<LegalityIssue> judge_pieces(Setup setup, Color color) {
  setup.castling = no_castling;
  setup.en_passant = no_square;
  for (Piece& piece : setup.squares)
    if (piece != no_piece && color_of(piece) != color) piece = no_piece;
  const auto empty = std::find(setup.squares.begin(), setup.squares.end(), no_piece);
  if (empty != setup.squares.end()) *empty = make_piece(!color, king);

  std::vector<LegalityIssue> issues;
  while (const auto error = refused(setup)) {
    if (error->kind() == FenErrorKind::wrong_side_in_check) break;  // an accident of our king
    issues.push_back(refusal(*error));
    if (error->kind() != FenErrorKind::pawn_on_edge_rank) break;
    for (Square s : edge_pawns(setup.squares)) setup.squares[s] = no_piece;
  }
  return issues;
}

/// Everything that ValidSetup has against the FEN. It stops at the first, and so is shown one thing
/// at a time.
std::vector<LegalityIssue> judge_setup(const Setup& setup) {
  std::vector<LegalityIssue> issues;
  for (Color color : {white, black})
    std::ranges::move(judge_pieces(setup, color), std::back_inserter(issues));
  if (!issues.empty()) return issues;

  const auto show = [&](const Setup& part, FenErrorKind kind) {
    const auto error = refused(part);
    if (!error || error->kind() != kind) return;
    LegalityIssue issue = refusal(*error);
    if (std::ranges::find(issues, issue) == issues.end()) issues.push_back(std::move(issue));
  };
  Setup bare = setup;
  bare.castling = no_castling;
  bare.en_passant = no_square;
  show(bare, FenErrorKind::wrong_side_in_check);
  for (Color color : {white, black})
    for (unsigned castling_side : {0U, 1U})
      for (Color side : {white, black}) {  // with one of them to move the check does not matter
        Setup right = bare;
        right.side = side;
        right.castling[index(color)][castling_side] = setup.castling[index(color)][castling_side];
        show(right, FenErrorKind::castling_impossible);
      }
  bare.en_passant = setup.en_passant;
  show(bare, FenErrorKind::en_passant_impossible);
  return issues;
}

/// Both sides begin on the same files, in every array.
std::vector<LegalityIssue> judge_castling_rights(const Setup& setup) {
  const auto differ = [](const char* pieces, Square ours, Square theirs) {
    return LegalityIssue{
        Legality::suspicious, "castling_rights",
        fmt::format("the {} that may castle stand on {} and {}, but began on one file", pieces,
                    to_string(ours), to_string(theirs))};
  };
  const auto has_right = [&](Color color) {
    return setup.castling[index(color)] != no_castling[index(color)];
  };
  if (!has_right(white) || !has_right(black)) return {};
  std::vector<LegalityIssue> issues;
  const Square kings[] = {find_king(setup.squares, white), find_king(setup.squares, black)};
  if (file_of(kings[0]) != file_of(kings[1])) issues.push_back(differ("kings", kings[0], kings[1]));
  for (unsigned castling_side : {0U, 1U}) {
    const Square ours = setup.castling[0][castling_side], theirs = setup.castling[1][castling_side];
    if (ours != no_square && theirs != no_square && file_of(ours) != file_of(theirs))
      issues.push_back(differ("rooks", ours, theirs));
  }
  return issues;
}

/// The arrays that the castling rights leave; all of them if the rights themselves are suspicious.
std::vector<StartingArray> possible_arrays(Setup setup) {
  std::vector<StartingArray> arrays = arrays_for(setup);
  if (!arrays.empty()) return arrays;
  setup.castling = no_castling;
  return arrays_for(setup);
}

/// What speaks against a game from the array.
std::vector<LegalityIssue> judge_game(const Setup& setup, const StartingArray& array) {
  std::vector<LegalityIssue> issues;
  const auto add = [&](std::vector<LegalityIssue> more) {
    std::ranges::move(more, std::back_inserter(issues));
  };
  add(judge_material(setup, array));
  add(judge_last_move(setup, array));
  add(judge_castling_rights(setup));
  add(judge_clocks(setup, array));
  return issues;
}

}  // namespace

std::vector<LegalityIssue> examine(const Setup& setup) {
  std::vector<LegalityIssue> issues = judge_setup(setup);
  if (!issues.empty()) return issues;
  const std::vector<StartingArray> arrays = possible_arrays(setup);
  issues = judge_game(setup, arrays.front());
  if (issues.empty()) return issues;
  StartingArray any;
  for (const StartingArray& array : arrays) any.add(array);
  if (!judge_game(setup, any).empty()) return issues;  // whichever it was
  const auto explains = [&](const StartingArray& array) {
    return judge_game(setup, array).empty();
  };
  if (std::any_of(arrays.begin() + 1, arrays.end(), explains)) return {};
  return issues;
}

std::vector<LegalityIssue> examine(std::string_view fen) {
  try {
    return examine(parse_fen(fen));
  } catch (const FenError& error) {
    return {refusal(error)};
  }
}

LegalityIssue refusal(const FenError& error) {
  return {Legality::impossible, issue_kind(error.kind()),
          std::string(error.what()).substr(std::string_view("FEN: ").size())};
}

Legality legality_of(const std::vector<LegalityIssue>& issues) {
  return issues.empty() ? Legality::legal : issues.front().legality;
}

}  // namespace plylab::chess
