#include "gen/chess/legality/starting_array.h"

#include <algorithm>

#include "gen/chess/board/chess960.h"
#include "gen/chess/board/reference_attacks.h"

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

/// Whether the colour's castling rights can be left from the array.
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

bool StartingArray::is_home(Piece piece, Square square) const {
  const int rank = rank_for(color_of(piece), square);
  return type_of(piece) == pawn ? rank == 1
                                : rank == 0 && can_have(type_of(piece), file_of(square));
}

std::vector<StartingArray> arrays_for(const Setup& setup) {
  static const std::vector<StartingArray> all = make_arrays();
  std::vector<StartingArray> arrays;
  for (const StartingArray& array : all)
    if (allows_rights(array, setup, white) && allows_rights(array, setup, black))
      arrays.push_back(array);
  return arrays;
}

}  // namespace plylab::chess
