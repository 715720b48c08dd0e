// Positions of checkers as text: the FEN tag of PDN.
#pragma once

#include <string>
#include <string_view>

#include "gen/checkers/board.h"

namespace plylab::checkers {

/// Whether captures by different ways between the same squares, over the same pieces, are different
/// moves or one.
enum class Routes : bool { paths, merged };

/// What a text says, checked.
struct Setup {
  Pieces pieces;
  Side side = Side::first;
  Routes routes = Routes::paths;
};

/// The normal starting array; Black moves first.
inline constexpr std::string_view starting_array =
    "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

/// The FEN tag of PDN (Portable Draughts Notation 3.0, "The FEN tag"): who moves, then the squares
/// of both sides in either order, K before those of kings, 1-12 for a range, a full stop at the end
/// or none. "startpos" is the starting array. The word "merged" may follow for Routes::merged.
/// Throws InputError for any other text, and for pieces that no game brings there.
Setup parse_setup(std::string_view text);

/// Always White's squares before Black's, ascending, without ranges.
std::string to_string(const Setup& setup);

}  // namespace plylab::checkers
