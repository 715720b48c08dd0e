#include "gen/chess/legality/material.h"

#include <fmt/format.h>

#include <optional>

#include "gen/chess/legality/piece_count.h"
#include "gen/chess/legality/wording.h"

namespace plylab::chess {
namespace {

std::vector<Square> pawns_of(const Squares& squares, Color color) {
  std::vector<Square> found;
  for (int s = a2; s <= h7; ++s)
    if (squares[static_cast<Square>(s)] == make_piece(color, pawn))
      found.push_back(static_cast<Square>(s));
  return found;
}

/// "2 queens and 3 dark-squared bishops": what there is more of than in the array.
std::string surplus(const PieceCount& count) {
  std::vector<std::string> groups;
  const auto add = [&](int here, int in_array, const char* one, const char* many) {
    if (here > in_array) groups.push_back(counted(here, one, many));
  };
  add(count.of_type[queen], 1, "queen", "queens");
  add(count.of_type[rook], 2, "rook", "rooks");
  add(count.of_type[knight], 2, "knight", "knights");
  for (unsigned s : {0U, 1U}) {
    const std::string one = s == 0 ? "dark-squared bishop" : "light-squared bishop";
    add(count.bishops_of_shade[s], count.bishop_fell_on[s] == no_square ? 1 : 0, one.c_str(),
        (one + 's').c_str());
    if (count.bishop_fell_on[s] != no_square && count.bishops_of_shade[s] > 0)
      groups.back() += fmt::format(" (the array's own never left {}, shut in by pawns)",
                                   to_string(count.bishop_fell_on[s]));
  }
  return fmt::format("{}", fmt::join(groups, ", "));
}

std::optional<LegalityIssue> judge_army(const Setup& setup, const StartingArray& array,
                                        Color color) {
  const PieceCount own = count_pieces(setup, array, color);
  const std::string_view who = name(color);
  const int promoted = own.fewest_promoted();
  if (own.missing_pawns() < 0)
    return suspicious("too_many_pawns", fmt::format("{} has {} pawns", who, own.of_type[pawn]));
  if (promoted > own.missing_pawns())
    return suspicious(
        "promoted",
        fmt::format("{} has {}: {} must have been promoted, but {}", who, surplus(own),
                    counted(promoted, "piece", "pieces"),
                    own.missing_pawns() == 0
                        ? "no pawn is missing"
                        : fmt::format("only {} missing",
                                      counted(own.missing_pawns(), "pawn is", "pawns are"))));

  const auto captures = fewest_pawn_captures(setup.squares, color, promoted);
  const auto pawns = listed(pawns_of(setup.squares, color));
  const std::string army = fmt::format(
      "{}'s pawns{}{}", who, pawns.empty() ? "" : " on " + pawns,
      promoted == 0
          ? ""
          : fmt::format(" and {}", counted(promoted, "promoted piece", "promoted pieces")));
  if (!captures)
    return suspicious("pawn_structure",
                      army + " cannot all have come there from different files of the second rank");
  const int victims = count_pieces(setup, array, !color).missing();
  if (*captures > victims)
    return suspicious("pawn_captures",
                      fmt::format("{} need at least {}, but {} has lost {}", army,
                                  counted(*captures, "capture", "captures"), name(!color),
                                  victims == 0 ? "no piece" : counted(victims, "piece", "pieces")));
  return std::nullopt;
}

/// Without any capture in the game each pawn is still on its file, and still before the enemy's.
std::optional<LegalityIssue> judge_passing(const Setup& setup, const StartingArray& array) {
  const PieceCount whites = count_pieces(setup, array, white),
                   blacks = count_pieces(setup, array, black);
  if (whites.missing() != 0 || blacks.missing() != 0) return std::nullopt;
  for (const PieceCount& count : {whites, blacks})
    if (count.missing_pawns() != 0)
      return suspicious("passed_pawns",
                        fmt::format("{} has promoted a pawn, which could not get by without a "
                                    "capture, but no piece is missing",
                                    name(&count == &whites ? white : black)));
  for (const Square ours : pawns_of(setup.squares, white))
    for (const Square theirs : pawns_of(setup.squares, black))
      if (file_of(ours) == file_of(theirs) && rank_of(ours) > rank_of(theirs))
        return suspicious("passed_pawns",
                          fmt::format("the pawns on {} and {} have passed each other, but no piece "
                                      "is missing",
                                      to_string(ours), to_string(theirs)));
  return std::nullopt;
}

}  // namespace

std::vector<LegalityIssue> judge_material(const Setup& setup, const StartingArray& array) {
  std::vector<LegalityIssue> issues;
  for (Color color : {white, black})
    if (auto issue = judge_army(setup, array, color)) issues.push_back(std::move(*issue));
  if (!issues.empty()) return issues;
  if (auto issue = judge_passing(setup, array)) issues.push_back(std::move(*issue));
  return issues;
}

}  // namespace plylab::chess
