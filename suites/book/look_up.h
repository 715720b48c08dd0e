// Compares the costs of two ways to look up a position's moves.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gen/chess/book/book.h"

namespace plylab::suites::book {

/// The costs of one way.
struct LookUpCost {
  std::string_view way;
  std::uint64_t positions = 0;
  std::uint64_t keys = 0;   ///< computed
  std::uint64_t slots = 0;  ///< read in the hash table
  std::uint64_t moves = 0;  ///< found
  double seconds = 0;
};

/// Looks up all positions of the book that its moves reach from the start within so many plies, in
/// two ways that S. Basani compares ("Improving Chess Program Encoding Schemes", San José State
/// University, 2006). One is that of GNU Chess 5, which looks up the position after each legal move
/// in a table of all positions of the book. The other looks up the position itself once, in a table
/// with its moves.
std::vector<LookUpCost> compare_look_ups(const chess::Book& book, int plies);

}  // namespace plylab::suites::book
