// Fewer pieces on the board: at random, or all that are not needed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"

namespace plylab::suites::mine {

/// How many pieces stand on the board, kings included.
int piece_count(const chess::Setup& setup);

/// The squares of all pieces but the kings, in random order.
std::vector<chess::Square> shuffled_squares(const chess::Setup& setup, std::uint64_t& seed);

/// The position with only two to `most` pieces beside the kings left, drawn at random, without
/// castling rights, e.p. square and clocks: on a full board long solutions are rare and cost much
/// to prove.
chess::Setup remove_random_pieces(chess::Setup setup, int most, std::uint64_t& seed);

/// The pieces in alphabetical order as FEN letters, those of the side to move large. Positions that
/// are mirrored, shifted or have changed colours have the same.
std::string material_of(const chess::Setup& setup);

/// Takes off, in random order and until nothing changes, every piece but that on `kept` without
/// which holds(position) is still true.
template <class Holds>
void minimize(chess::Setup& setup, chess::Square kept, std::uint64_t& seed, Holds&& holds) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const chess::Square square : shuffled_squares(setup, seed)) {
      chess::Setup fewer = setup;
      fewer.squares[square] = chess::no_piece;
      if (square == kept || chess::in_check(fewer.squares, !fewer.side) || !holds(fewer)) continue;
      setup = fewer;
      changed = true;
    }
  }
}

}  // namespace plylab::suites::mine
