#include "search/sudoku/node.h"

#include <bit>
#include <cassert>

namespace plylab::search::sudoku {
namespace {

using plylab::sudoku::box_of;
using plylab::sudoku::cells;
using plylab::sudoku::column_of;
using plylab::sudoku::row_of;

constexpr std::size_t cells_in_band = 27;

/// Cells of all bands.
using Cells = std::array<Places, bands>;

/// Which cells are in a unit with a cell.
constexpr std::array<Cells, cells> make_peers() {
  std::array<Cells, cells> peers{};
  for (std::size_t a = 0; a < cells; ++a)
    for (std::size_t b = 0; b < cells; ++b)
      if (a != b &&
          (row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b)))
        peers[a][b / cells_in_band] |= Places{1} << b % cells_in_band;
  return peers;
}

constexpr std::array<Cells, cells> peers = make_peers();

int candidates(const Node& node, std::size_t cell) {
  int count = 0;
  for (std::size_t i = cell / cells_in_band; i < node.places.size(); i += bands)
    count += static_cast<int>(node.places[i] >> cell % cells_in_band & 1);
  return count;
}

/// Calls visit(cell) for all of the cells.
void for_each_cell(const Cells& set, auto&& visit) {
  for (std::size_t band = 0; band < bands; ++band)
    for (Places left = set[band]; left != 0; left &= left - 1)
      visit(band * cells_in_band + static_cast<std::size_t>(std::countr_zero(left)));
}

/// The cell to be split.
std::size_t choose_cell(const Node& node) {
  Cells pairs{}, more{};
  for (std::size_t band = 0; band < bands; ++band) {
    Places one = 0, two = 0, three = 0;
    for (std::size_t i = band; i < node.places.size(); i += bands) {
      three |= two & node.places[i];
      two |= one & node.places[i];
      one |= node.places[i];
    }
    pairs[band] = two & ~three;
    more[band] = three;
  }
  std::size_t best = 0;
  int most = -1;
  for_each_cell(pairs, [&](std::size_t cell) {
    int seen = 0;
    for (std::size_t band = 0; band < bands; ++band)
      seen += std::popcount(peers[cell][band] & pairs[band]);
    if (seen <= most) return;
    most = seen;
    best = cell;
  });
  if (most >= 0) return best;
  int fewest = 10;
  for_each_cell(more, [&](std::size_t cell) {
    const int count = candidates(node, cell);
    if (count >= fewest) return;
    fewest = count;
    best = cell;
  });
  assert(fewest < 10);
  return best;
}

}  // namespace

Node Node::of(const Grid& puzzle) {
  std::array<Cells, digits + 1> clues{};  // of each digit; first of all the empty cells
  for (std::size_t cell = 0; cell < cells; ++cell)
    clues[puzzle[cell]][cell / cells_in_band] |= Places{1} << cell % cells_in_band;
  Node node;
  for (std::size_t digit = 0; digit < digits; ++digit)
    for (std::size_t band = 0; band < bands; ++band)
      node.places[bands * digit + band] = clues[0][band] | clues[digit + 1][band];
  return node;
}

Grid Node::grid() const {
  Grid grid{};
  for (std::size_t digit = 0; digit < digits; ++digit)
    for_each_cell({places[bands * digit], places[bands * digit + 1], places[bands * digit + 2]},
                  [&](std::size_t cell) { grid[cell] = static_cast<std::uint8_t>(digit + 1); });
  return grid;
}

Node Node::split() {
  const std::size_t cell = choose_cell(*this);
  const Places place = Places{1} << cell % cells_in_band;
  Node rest = *this;
  bool assumed = false;
  for (std::size_t i = cell / cells_in_band; i < places.size(); i += bands) {
    if ((places[i] & place) == 0) continue;
    if (assumed)
      places[i] &= ~place;
    else
      rest.places[i] &= ~place;
    assumed = true;
  }
  return rest;
}

}  // namespace plylab::search::sudoku
