#include "search/evaluation/chess_evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "gen/chess/board/keys.h"
#include "search/evaluation/positional.h"

namespace plylab::search {
namespace {

using namespace chess;

/// 0 on the rim to 3 in the centre, by the nearer edge.
constexpr int centrality(int file, int rank) {
  return std::min(std::min(file, 7 - file), std::min(rank, 7 - rank));
}

/// What a square is worth to a piece; rank is counted from its own side.
constexpr int placement(PieceType type, int file, int rank) {
  const int centre = centrality(file, rank);
  const bool central_file = file == 3 || file == 4;
  switch (type) {
    case pawn:
      // Advancing pays more the nearer the last rank; centre pawns should leave home.
      return rank * rank + (central_file ? (rank == 1 ? -18 : 8 * std::min(rank, 3)) : 0);
    case knight:
      return 14 * centre - 24 - (rank == 0 ? 8 : 0);
    case bishop:
      return 6 * centre - 6 - (rank == 0 ? 8 : 0);
    case rook:
      return (rank == 6 ? 18 : 0) + (rank == 0 && central_file ? 6 : 0);
    case queen:
      return 3 * centre - (rank == 0 ? 4 : 0);
    case king:
      // Safe behind its pawns at the sides of its own back rank.
      return -12 * rank - 4 * centre + (rank == 0 && (file <= 2 || file >= 6) ? 24 : 0);
    default:
      return 0;
  }
}

constexpr PieceSquareTable make_table(bool with_placement) {
  PieceSquareTable table{};
  for (PieceType type : {bishop, rook, queen, pawn, knight, king})
    for (int s = a1; s <= h8; ++s) {
      const auto square = static_cast<Square>(s);
      for (Color color : {white, black}) {
        const int value =
            piece_value(type) +
            (with_placement ? placement(type, file_of(square), rank_for(color, square)) : 0);
        table[make_piece(color, type)][square] = color == white ? value : -value;
      }
    }
  return table;
}

PieceSquareTable make_positional_table() {
  PieceSquareTable table{};
  for (PieceType type : {bishop, rook, queen, pawn, knight, king})
    for (int s = a1; s <= h8; ++s) {
      const auto square = static_cast<Square>(s);
      for (Color color : {white, black}) {
        const Score value = placement_score(type, file_of(square), rank_for(color, square));
        table[make_piece(color, type)][square] = color == white ? value : -value;
      }
    }
  return table;
}

}  // namespace

constexpr PieceSquareTable material_table = make_table(false);
constexpr PieceSquareTable piece_square_table = make_table(true);
const PieceSquareTable positional_table = make_positional_table();

Value ChessEvaluation::chance(Key key) const {
  std::uint64_t state = key.low ^ key.high * 3 ^ seed_ << 32;
  return static_cast<Value>(splitmix64(state) >> 32) % 201 - 100;
}

ChessEvaluation parse_evaluation(std::string_view option, const std::string& text) {
  const auto colon = std::min(text.find(':'), text.size());
  const auto kind = find_entry(evaluations, text.substr(0, colon), option).kind;
  std::uint64_t seed = 1;
  if (colon < text.size()) {
    const auto given = parse_number<std::uint64_t>(text.substr(colon + 1));
    if (kind != ChessEvaluation::Kind::random || !given)
      throw InputError(fmt::format("{}: '{}': only random takes a seed, a number", option, text));
    seed = *given;
  }
  return ChessEvaluation(kind, seed);
}

}  // namespace plylab::search
