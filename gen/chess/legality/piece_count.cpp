#include "gen/chess/legality/piece_count.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace plylab::chess {
namespace {

constexpr int impossible = 1000;

/// What it costs one pawn, in captures, to have started on each file.
using Costs = std::array<int, 8>;

/// To stand on a file, this many ranks beyond its own second.
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

/// The cheapest way to give each pawn a file of its own: an assignment problem, solved by dynamic
/// programming over the sets of files that are taken.
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
        if (cost_of_set[set] < impossible && (set >> file & 1) == 0)
          next[set | 1U << file] = std::min(next[set | 1U << file], cost_of_set[set] + costs[file]);
    cost_of_set = next;
  }
  const int cheapest = *std::min_element(cost_of_set.begin(), cost_of_set.end());
  if (cheapest >= impossible) return std::nullopt;
  return cheapest;
}

/// Whether the array's bishop on the file is gone although pawns at home still shut it in.
bool fell_at_home(const Squares& squares, Color color, int file) {
  const auto is_shut = [&](int f) {
    return f < 0 || f > 7 ||
           squares[forward(color, home_square(color, f))] == make_piece(color, pawn);
  };
  return is_shut(file - 1) && is_shut(file + 1) &&
         squares[home_square(color, file)] != make_piece(color, bishop);
}

}  // namespace

int PieceCount::fewest_promoted() const {
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

std::optional<int> fewest_pawn_captures(const Squares& squares, Color color, int promoted) {
  std::vector<Costs> pawns(static_cast<std::size_t>(promoted), costs_to_promote(squares, color));
  for (int s = a2; s <= h7; ++s) {
    const auto square = static_cast<Square>(s);
    if (squares[square] == make_piece(color, pawn))
      pawns.push_back(costs_to_reach(file_of(square), rank_for(color, square) - 1));
  }
  return cheapest_assignment(pawns);
}

}  // namespace plylab::chess
