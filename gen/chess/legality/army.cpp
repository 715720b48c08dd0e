#include "gen/chess/legality/army.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"

namespace plylab::chess {
namespace {

/// All arrays, the normal one first.
std::vector<StartingArray> make_arrays() {
  constexpr unsigned normal = 518;
  std::vector<StartingArray> arrays{StartingArray(chess960_start(normal))};
  for (unsigned number = 0; number < chess960_starts; ++number)
    if (number != normal) arrays.emplace_back(chess960_start(number));
  return arrays;
}

/// Whether a game from the array can still have the colour's castling rights.
bool allows_rights(const StartingArray& array, const Setup& setup, Color color) {
  const auto& rights = setup.castling[index(color)];
  if (rights == no_castling[index(color)]) return true;
  return array.can_have(king, file_of(find_king(setup.squares, color))) &&
         std::ranges::all_of(rights, [&](Square castling_rook) {
           return castling_rook == no_square || array.can_have(rook, file_of(castling_rook));
         });
}

}  // namespace

StartingArray::StartingArray(const Setup& start) {
  for (int file = 0; file < 8; ++file)
    types_[at(file)] =
        static_cast<std::uint8_t>(1U << type_of(start.squares[home_square(white, file)]));
}

void StartingArray::add(const StartingArray& other) {
  for (std::size_t file = 0; file < 8; ++file) types_[file] |= other.types_[file];
}

std::vector<StartingArray> arrays_for(const Setup& setup) {
  static const std::vector<StartingArray> all = make_arrays();
  std::vector<StartingArray> arrays;
  for (const StartingArray& array : all)
    if (allows_rights(array, setup, white) && allows_rights(array, setup, black))
      arrays.push_back(array);
  return arrays;
}

// ---- counting pieces

namespace {

constexpr int impossible = 1000;

/// The captures that one pawn needs from each file on which it may have started.
using Costs = std::array<int, 8>;

/// The costs of a pawn that stands on a file, this many ranks beyond its second rank.
Costs costs_to_reach(int file, int ranks) {
  Costs costs;
  for (int start = 0; start < 8; ++start) {
    const int sideways = std::abs(file - start);
    costs[static_cast<unsigned>(start)] = sideways <= ranks ? sideways : impossible;
  }
  return costs;
}

Costs costs_to_promote(const Squares& squares, Color color) {
  Costs costs;
  costs.fill(impossible);
  for (int file = 0; file < 8; ++file) {
    if (squares[make_square(file, color == white ? 6 : 1)] == make_piece(!color, pawn)) continue;
    const Costs here = costs_to_reach(file, 5);
    std::transform(costs.begin(), costs.end(), here.begin(), costs.begin(),
                   [](int a, int b) { return std::min(a, b); });
  }
  return costs;
}

/// The lowest total cost of assigning each pawn its own starting file, by dynamic programming over
/// the sets of files taken.
std::optional<int> cheapest_assignment(const std::vector<Costs>& pawns) {
  if (pawns.size() > 8) return std::nullopt;
  std::array<int, 256> cost_of_set;
  cost_of_set.fill(impossible);
  cost_of_set[0] = 0;
  for (const Costs& costs : pawns) {
    std::array<int, 256> next;
    next.fill(impossible);
    for (unsigned set = 0; set < 256; ++set)
      for (unsigned file = 0; file < 8; ++file)
        if (cost_of_set[set] < impossible && ((set >> file) & 1) == 0)
          next[set | (1U << file)] =
              std::min(next[set | (1U << file)], cost_of_set[set] + costs[file]);
    cost_of_set = next;
  }
  const int cheapest = *std::min_element(cost_of_set.begin(), cost_of_set.end());
  if (cheapest >= impossible) return std::nullopt;
  return cheapest;
}

/// Whether the array's bishop on the file is missing although unmoved pawns still shut it in.
bool fell_at_home(const Squares& squares, Color color, int file) {
  const auto is_shut = [&](int f) {
    return f < 0 || f > 7 ||
           squares[forward(color, home_square(color, f))] == make_piece(color, pawn);
  };
  return is_shut(file - 1) && is_shut(file + 1) &&
         squares[home_square(color, file)] != make_piece(color, bishop);
}

}  // namespace

int PieceCount::min_promoted() const {
  const auto beyond = [](int count, int in_array) { return std::max(0, count - in_array); };
  int promoted = beyond(of_type[queen], 1) + beyond(of_type[rook], 2) + beyond(of_type[knight], 2);
  for (unsigned s : {0U, 1U})
    promoted += beyond(bishops_of_shade[s], bishop_fell_on[s] == no_square ? 1 : 0);
  return promoted;
}

PieceCount count_pieces(const Setup& setup, const StartingArray& array, Color color) {
  PieceCount count;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const Piece piece = setup.squares[square];
    if (piece == no_piece || color_of(piece) != color) continue;
    ++count.pieces;
    ++count.of_type[type_of(piece)];
    if (type_of(piece) == bishop) ++count.bishops_of_shade[shade(square)];
  }
  for (int file = 0; file < 8; ++file) {
    const Square home = home_square(color, file);
    if (array.must_have(bishop, file) && fell_at_home(setup.squares, color, file))
      count.bishop_fell_on[shade(home)] = home;
  }
  return count;
}

std::optional<int> min_pawn_captures(const Squares& squares, Color color, int promoted) {
  std::vector<Costs> pawns(static_cast<std::size_t>(promoted), costs_to_promote(squares, color));
  for (int s = a2; s <= h7; ++s) {
    const auto square = static_cast<Square>(s);
    if (squares[square] == make_piece(color, pawn))
      pawns.push_back(costs_to_reach(file_of(square), rank_for(color, square) - 1));
  }
  return cheapest_assignment(pawns);
}

// ---- judging them

namespace {

std::vector<Square> pawns_of(const Squares& squares, Color color) {
  std::vector<Square> found;
  for (int s = a2; s <= h7; ++s)
    if (squares[static_cast<Square>(s)] == make_piece(color, pawn))
      found.push_back(static_cast<Square>(s));
  return found;
}

/// The pieces in excess of the array: "2 queens and 3 dark-squared bishops".
std::string surplus(const PieceCount& count) {
  std::vector<std::string> groups;
  const auto add = [&](int here, int in_array, const char* one, const char* many) {
    if (here > in_array) groups.push_back(quantity(here, one, many));
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
  const int promoted = own.min_promoted();
  if (own.missing_pawns() < 0)
    return suspicious("too_many_pawns", fmt::format("{} has {} pawns", who, own.of_type[pawn]));
  if (promoted > own.missing_pawns())
    return suspicious(
        "promoted",
        fmt::format("{} has {}: {} must have been promoted, but {}", who, surplus(own),
                    quantity(promoted, "piece", "pieces"),
                    own.missing_pawns() == 0
                        ? "no pawn is missing"
                        : fmt::format("only {} missing",
                                      quantity(own.missing_pawns(), "pawn is", "pawns are"))));

  const auto captures = min_pawn_captures(setup.squares, color, promoted);
  const auto pawns = listed(pawns_of(setup.squares, color));
  const std::string army = fmt::format(
      "{}'s pawns{}{}", who, pawns.empty() ? "" : " on " + pawns,
      promoted == 0
          ? ""
          : fmt::format(" and {}", quantity(promoted, "promoted piece", "promoted pieces")));
  if (!captures)
    return suspicious("pawn_structure",
                      army + " cannot all have come there from different files of the second rank");
  const int victims = count_pieces(setup, array, !color).missing();
  if (*captures > victims)
    return suspicious(
        "pawn_captures",
        fmt::format("{} need at least {}, but {} has lost {}", army,
                    quantity(*captures, "capture", "captures"), name(!color),
                    victims == 0 ? "no piece" : quantity(victims, "piece", "pieces")));
  return std::nullopt;
}

/// Without any capture in the game, each pawn is still on its file and has not passed the enemy's.
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
