#include "gen/chess/legality/legality.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

#include "gen/chess/board/reference.h"
#include "gen/chess/legality/army.h"
#include "gen/chess/legality/last_move.h"

namespace plylab::chess {
namespace {

/// Issues of the clock and the move number. Clock 0 with move number 1 counts as not given: EPD has
/// neither.
std::vector<LegalityIssue> judge_clocks(const Setup& setup) {
  if (setup.fullmove == 0)
    return {suspicious("move_number", "the move number is 0, but games begin at 1")};
  std::vector<LegalityIssue> issues;
  if (setup.en_passant != no_square && setup.halfmove_clock > 0)
    issues.push_back(
        suspicious("halfmove_clock",
                   fmt::format("the halfmove clock is {}, but the e.p. square {} means that a "
                               "pawn has just moved",
                               setup.halfmove_clock, to_string(setup.en_passant))));
  const std::uint64_t plies = 2 * (std::uint64_t{setup.fullmove} - 1) + (setup.side == black);
  if (setup.halfmove_clock > plies)
    issues.push_back(
        suspicious("halfmove_clock", fmt::format("the halfmove clock is {}, but the move number {}",
                                                 setup.halfmove_clock, setup.fullmove)));
  return issues;
}

// ---- errors of ValidSetup, castling rights, and the whole verdict

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

/// The error that ValidSetup throws, if any.
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

/// Errors in the pieces of one colour: ValidSetup sees them and a lone king of the other.
std::vector<LegalityIssue> judge_pieces(Setup setup, Color color) {
  setup.castling = no_castling;
  setup.en_passant = no_square;
  for (Piece& piece : setup.squares)
    if (piece != no_piece && color_of(piece) != color) piece = no_piece;
  const auto empty = std::find(setup.squares.begin(), setup.squares.end(), no_piece);
  if (empty != setup.squares.end()) *empty = make_piece(!color, king);

  std::vector<LegalityIssue> issues;
  while (const auto error = refused(setup)) {
    if (error->kind() == FenErrorKind::wrong_side_in_check) break;  // due to the added king
    issues.push_back(refusal(*error));
    if (error->kind() != FenErrorKind::pawn_on_edge_rank) break;
    for (Square s : edge_pawns(setup.squares)) setup.squares[s] = no_piece;
  }
  return issues;
}

/// All errors that ValidSetup finds in the FEN. ValidSetup stops at its first error, so it is
/// called for one part of the position at a time.
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
      for (Color side : {white, black}) {  // with one of the two to move, the check is legal
        Setup right = bare;
        right.side = side;
        right.castling[index(color)][castling_side] = setup.castling[index(color)][castling_side];
        show(right, FenErrorKind::castling_impossible);
      }
  bare.en_passant = setup.en_passant;
  show(bare, FenErrorKind::en_passant_impossible);
  return issues;
}

/// The setup with the castling rights of one colour only.
Setup with_rights_of(Setup setup, Color color) {
  setup.castling[index(!color)] = no_castling[0];
  return setup;
}

/// The arrays that the castling rights allow. If none allows those of both sides, the game is one
/// of double Chess960, in which each side has an array of its own: all that either may have had, as
/// one.
std::vector<StartingArray> possible_arrays(const Setup& setup) {
  std::vector<StartingArray> arrays = arrays_for(setup);
  if (!arrays.empty()) return arrays;
  StartingArray either;
  for (const Color color : {white, black})
    for (const StartingArray& array : arrays_for(with_rights_of(setup, color))) either.add(array);
  return {either};
}

/// Issues of a game from the array.
std::vector<LegalityIssue> judge_game(const Setup& setup, const StartingArray& array) {
  std::vector<LegalityIssue> issues;
  const auto add = [&](std::vector<LegalityIssue> more) {
    std::ranges::move(more, std::back_inserter(issues));
  };
  add(judge_material(setup, array));
  add(judge_last_move(setup, array));
  add(judge_clocks(setup));
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
  if (!judge_game(setup, any).empty()) return issues;  // impossible from any array
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
