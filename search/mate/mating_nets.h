// Whether a helpmate is still within reach, by distances on an empty board.
//
// Programs solve long helpmates by listing the positions in which they could end and searching for
// the ways there only (the "intelligent mode" of Popeye). Here the search remains what it is, but
// leaves a position from which no such end can be reached: on some square that the king can reach,
// it must be attacked, and each square beside it must be attacked or blocked by a man of its own
// side, all that with the moves that are left. Each piece moves as on an empty board, nothing bars
// a line, and pawns capture whatever they like: the moves needed are never counted too high, so no
// solution is lost.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "search/mate/solver_base.h"

namespace plylab::search::mate {

/// The nets that one side can still weave around the other's king. Remembers them by the places of
/// that side's men, which change in every second ply only.
class MatingNets {
 public:
  explicit MatingNets(chess::Color mating) : mating_(mating) {}

  /// Whether the side may mate with so many moves of its own and of the other side, whose king is
  /// on the board; false is certain. Always true with very many moves. No side may castle, which
  /// moves two pieces.
  bool may_mate(const chess::Planes& planes, int own_moves, int other_moves);

 private:
  /// A king's square and the eight beside it, one bit each, rank by rank; set: the king cannot stay
  /// or go there. Squares that are not on the board are always set.
  using Zone = std::uint16_t;
  using Zones = std::vector<Zone>;

  struct Men {
    std::array<Zones, 64> around = {};  ///< the greatest zones for each square of the king
    chess::Bits known = 0;              ///< for which squares they have been computed
  };

  const Zones& nets(Men& men, const chess::Planes& planes, int moves, chess::Square king);
  const Zones& reach_of(chess::Piece piece, chess::Square from, int moves, chess::Square king);

  chess::Color mating_;
  std::unordered_map<std::uint64_t, Men> men_;      // by their places and the moves left
  std::unordered_map<std::uint32_t, Zones> reach_;  // by piece, square, moves and the king's square
};

}  // namespace plylab::search::mate
