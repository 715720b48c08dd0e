#include "search/evaluation/placement.h"

#include <algorithm>
#include <array>

namespace plylab::search {
namespace {

using namespace chess;

/// 0 on the rim to 3 in the centre, along one edge.
constexpr int inward(int coordinate) { return std::min(coordinate, 7 - coordinate); }

/// In the middle game a pawn is worth less and the pieces more than in the endgame, the queen and
/// the rooks apart (the common ground of tuned values such as Friederich's PeSTO, 2019).
constexpr std::array<Score, 7> material = {
    0, score(355, 320), score(485, 540), score(1010, 980), score(88, 108), score(340, 305), 0};

constexpr std::array<int, 8> pawn_end_by_rank = {0, 0, 2, 6, 14, 28, 45, 0};
constexpr std::array<int, 8> king_middle_by_rank = {0, -24, -50, -70, -80, -85, -90, -90};
constexpr std::array<int, 8> king_middle_by_file = {12, 26, 6, -18, -14, -12, 26, 12};

Score pawn_placement(int file, int rank) {
  const bool central = file == 3 || file == 4;
  const int middle = central ? (rank == 1 ? -16 : 7 * std::min(rank, 4))
                             : (file == 2 || file == 5 ? 4 : 0) + 2 * (rank - 1);
  return score(middle - (file == 0 || file == 7 ? 6 : 0),
               pawn_end_by_rank[static_cast<std::size_t>(rank)]);
}

Score king_placement(int file, int rank) {
  // Sheltered at the sides of its back rank while there are queens; later in the centre.
  const int middle = king_middle_by_rank[static_cast<std::size_t>(rank)] +
                     king_middle_by_file[static_cast<std::size_t>(file)];
  return score(middle, 12 * (inward(file) + inward(rank)) - 42);
}

}  // namespace

Score placement_score(PieceType type, int file, int rank) {
  const int centre = inward(file) + inward(rank);
  const Score value = material[type];
  switch (type) {
    case pawn:
      return value + pawn_placement(file, rank);
    case knight:
      return value + score(9 * centre - 26 + 3 * std::min(rank, 5), 8 * centre - 22);
    case bishop:
      return value + score(5 * centre - 10 - (rank == 0 ? 10 : 0), 3 * centre - 8);
    case rook:
      return value + score(3 * inward(file) - 5, rank >= 5 ? 6 : 0);
    case queen:
      return value + score(2 * centre - 5, 5 * centre - 12);
    case king:
      return king_placement(file, rank);
    default:
      return 0;
  }
}

}  // namespace plylab::search
