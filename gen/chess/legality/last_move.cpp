#include "gen/chess/legality/last_move.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "gen/chess/board/reference_attacks.h"
#include "gen/chess/legality/material.h"
#include "gen/chess/legality/retraction.h"
#include "gen/chess/legality/wording.h"

namespace plylab::chess {
namespace {

/// The square that the double step passed.
Square passed_by(const Setup& setup, Move move) { return forward(!setup.side, move.from()); }

/// The kind of what the FEN's clock or e.p. square say against this last move; or nullptr.
const char* contradiction(const Setup& setup, Move move) {
  const bool double_step = move.kind() == MoveKind::double_push;
  if (setup.en_passant != no_square)
    return double_step && passed_by(setup, move) == setup.en_passant ? nullptr : "en_passant";
  const bool resets_clock =
      move.is_capture() || move.is_promotion() || type_of(setup.squares[move.to()]) == pawn;
  if (setup.halfmove_clock > 0 && resets_clock) return "halfmove_clock";
  if (double_step && en_passant_is_legal(setup.squares, setup.side, passed_by(setup, move)))
    return "en_passant_missing";
  return nullptr;
}

/// Where pieces stand that give check to the side to move.
std::vector<Square> checkers(const Setup& setup) {
  std::vector<Square> found;
  const Square target = find_king(setup.squares, setup.side);
  for (int s = a1; s <= h8; ++s) {
    const auto one = static_cast<Square>(s);
    if (setup.squares[one] == no_piece || color_of(setup.squares[one]) == setup.side) continue;
    Squares alone = setup.squares;  // all others of its colour in the way, but harmless
    for (Piece& piece : alone)
      if (piece != no_piece && color_of(piece) != setup.side) piece = make_piece(setup.side, pawn);
    alone[one] = setup.squares[one];
    if (attacked(alone, target, !setup.side)) found.push_back(one);
  }
  return found;
}

LegalityIssue contradicted(const Setup& setup, const std::string& kind, Move move) {
  const auto suspicious = [&](std::string what) {
    return LegalityIssue{Legality::suspicious, kind, std::move(what)};
  };
  if (kind == "halfmove_clock")
    return suspicious(
        fmt::format("the halfmove clock is {}, but {}'s last move must have been a capture or a "
                    "pawn move",
                    setup.halfmove_clock, name(!setup.side)));
  return suspicious(
      fmt::format("{}'s last move must have been the double step from {} to {}, but the e.p. "
                  "square {} is not stated",
                  name(!setup.side), to_string(move.from()), to_string(move.to()),
                  to_string(passed_by(setup, move))));
}

LegalityIssue no_double_step(const Setup& setup) {
  const Square from = forward(setup.side, setup.en_passant),
               to = forward(!setup.side, setup.en_passant);
  const Setup previous = before(setup, {Move(from, to, MoveKind::double_push)});
  return {Legality::suspicious, "en_passant",
          fmt::format("{}'s last move cannot have been the double step past the e.p. square {}{}",
                      name(!setup.side), to_string(setup.en_passant),
                      in_check(previous.squares, setup.side)
                          ? fmt::format(": {} was in check already", name(setup.side))
                          : "")};
}

LegalityIssue no_last_move(const Setup& setup) {
  const auto squares = checkers(setup);
  const std::string_view mover = name(!setup.side);
  if (squares.empty())
    return {Legality::suspicious, "last_move",
            fmt::format("no move of {} can have led to this position", mover)};
  if (squares.size() == 1)
    return {Legality::suspicious, "check",
            fmt::format("no last move of {} gives check from {}", mover, listed(squares))};
  if (squares.size() == 2)
    return {Legality::suspicious, "double_check",
            fmt::format("no last move of {} gives check from both {}", mover, listed(squares))};
  return {Legality::suspicious, "triple_check",
          fmt::format("{} is in check from {} at once", name(setup.side), listed(squares))};
}

}  // namespace

std::vector<LegalityIssue> judge_last_move(const Setup& setup, const StartingArray& array) {
  const bool material_is_sound = judge_material(setup, array).empty();
  std::optional<LegalityIssue> but_for_the_fields;
  for (const Retraction& retraction : retractions(setup, array)) {
    const Setup previous = before(setup, retraction);
    if (!was_legal(previous, retraction.move)) continue;
    if (material_is_sound && !judge_material(previous, array).empty()) continue;
    const char* kind = contradiction(setup, retraction.move);
    if (kind == nullptr) return {};
    if (setup.en_passant == no_square)
      but_for_the_fields = contradicted(setup, kind, retraction.move);
  }
  if (setup.en_passant != no_square) return {no_double_step(setup)};
  return {but_for_the_fields ? *but_for_the_fields : no_last_move(setup)};
}

}  // namespace plylab::chess
