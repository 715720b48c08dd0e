// Two ways to look up a position's moves, and what they cost.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gen/chess/book/book.h"

namespace plylab::suites::book {

/// What a way of looking up cost.
struct LookUpCost {
  std::string_view way;
  std::uint64_t positions = 0;
  std::uint64_t keys = 0;   ///< computed
  std::uint64_t slots = 0;  ///< of the hash table that were read
  std::uint64_t moves = 0;  ///< found
  double seconds = 0;
};

/// Looks up all positions of the book that its moves reach from the start within so many plies, in
/// two ways that S. Basani compares ("Improving Chess Program Encoding Schemes", San José State
/// University, 2006): as GNU Chess 5 does, the key of each legal move's position in a table of all
/// positions of the book; and once, the key of the position itself in a table with its moves.
std::vector<LookUpCost> compare_look_ups(const chess::Book& book, int plies);

}  // namespace plylab::suites::book
