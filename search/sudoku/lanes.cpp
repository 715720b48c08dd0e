#include <fmt/format.h>

#include <array>
#include <bit>
#include <cassert>
#include <string>
#include <utility>

#include "gen/base/cpu_features.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "search/sudoku/solvers.h"

namespace plylab::search::sudoku {
namespace {

using plylab::sudoku::box_of;
using plylab::sudoku::cells;
using plylab::sudoku::column_of;
using plylab::sudoku::row_of;

/// The places of a digit in a band, which is three rows: bit 9r + c is column c of row r.
using Places = std::uint32_t;

constexpr std::size_t bands = 3;
constexpr std::size_t digits = 9;

/// A node of the search: the places left for each digit, by digit and band.
struct Node {
  std::array<Places, digits * bands> places;

  /// The places that the clues leave: in the cell of a clue no other digit has one.
  static Node of(const Grid& puzzle);

  /// The grid, where each cell has one candidate.
  Grid grid() const;

  /// Assumes a digit in a cell, and returns the node without that digit there: the two have no
  /// solution in common. The cell is one with two candidates, the first of those that share units
  /// with the most others like it; if there is none, a cell with the fewest. Some cell must have at
  /// least two.
  Node split();
};

constexpr std::size_t cells_in_band = 27;

/// Cells of all bands.
using Cells = std::array<Places, bands>;

/// For each cell, the cells that share a unit with it.
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

/// The cell to split.
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
  int max = -1;
  for_each_cell(pairs, [&](std::size_t cell) {
    int seen = 0;
    for (std::size_t band = 0; band < bands; ++band)
      seen += std::popcount(peers[cell][band] & pairs[band]);
    if (seen <= max) return;
    max = seen;
    best = cell;
  });
  if (max >= 0) return best;
  int min = 10;
  for_each_cell(more, [&](std::size_t cell) {
    const int count = candidates(node, cell);
    if (count >= min) return;
    min = count;
    best = cell;
  });
  assert(min < 10);
  return best;
}

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

constexpr std::array all_kernels{
#ifdef __x86_64__
    KernelEntry{"avx512", &avx512, runs_avx512},
    KernelEntry{"avx2", &avx2, runs_avx2},
#endif
    KernelEntry{"generic", &generic, [] { return true; }},
};

class LaneSearch {
 public:
  LaneSearch(std::span<const Grid> puzzles, const Limits& limits, const Kernel& kernel)
      : puzzles_(puzzles), limits_(limits), kernel_(kernel) {
    results_.reserve(puzzles.size());
  }

  std::vector<Result> run() {
    for (std::size_t lane = 0; lane < kernel_.lanes; ++lane) refill(lane);
    while (busy_ != 0 && (limits_.stop == nullptr || !*limits_.stop)) {
      const Conclusions all = kernel_.conclude(places_.data());
      for (std::uint32_t left = busy_ & (all.dead | ~all.changed); left != 0; left &= left - 1)
        go_on(static_cast<std::size_t>(std::countr_zero(left)), all);
      if (!waiting_.empty()) fill_idle_lanes();
    }
    for (std::uint32_t left = busy_; left != 0; left &= left - 1)
      results_[lane_puzzle_[static_cast<std::size_t>(std::countr_zero(left))]].complete = false;
    for (const Waiting& waiting : waiting_) results_[waiting.puzzle].complete = false;
    return std::move(results_);
  }

 private:
  struct Waiting {
    Node node;
    std::size_t puzzle;
  };

  bool at_limit(std::size_t puzzle) const {
    return limits_.solutions != 0 && results_[puzzle].solutions == limits_.solutions;
  }

  /// Continues a lane in which the kernel concludes nothing more.
  void go_on(std::size_t lane, const Conclusions& all) {
    const std::size_t puzzle = lane_puzzle_[lane];
    Result& result = results_[puzzle];
    if (at_limit(puzzle)) return refill(lane);
    if (((all.dead >> lane) & 1) != 0) {
      ++result.dead_ends;
      return refill(lane);
    }
    Node node = load(lane);
    if (((all.open >> lane) & 1) == 0) {
      ++result.solutions;
      result.complete = !at_limit(puzzle);
      if (result.found.size() < limits_.kept) result.found.push_back(node.grid());
      return refill(lane);
    }
    result.tried += 2;
    waiting_.push_back({node.split(), puzzle});
    store(lane, node);
  }

  /// Gives the lane the most recent waiting node, or else the next puzzle.
  void refill(std::size_t lane) {
    busy_ |= 1U << lane;
    while (!waiting_.empty()) {
      const Waiting next = waiting_.back();
      waiting_.pop_back();
      if (!at_limit(next.puzzle)) {
        lane_puzzle_[lane] = next.puzzle;
        return store(lane, next.node);
      }
    }
    while (results_.size() < puzzles_.size()) {
      lane_puzzle_[lane] = results_.size();
      const Grid& puzzle = puzzles_[results_.size()];
      results_.emplace_back();
      if (!repeats_a_digit(puzzle)) return store(lane, Node::of(puzzle));
    }
    busy_ &= ~(1U << lane);
  }

  void fill_idle_lanes() {
    for (std::size_t lane = 0; lane < kernel_.lanes && !waiting_.empty(); ++lane)
      if (((busy_ >> lane) & 1) == 0) refill(lane);
  }

  Node load(std::size_t lane) const {
    Node node;
    for (std::size_t i = 0; i < node.places.size(); ++i)
      node.places[i] = places_[i * kernel_.lanes + lane];
    return node;
  }
  void store(std::size_t lane, const Node& node) {
    for (std::size_t i = 0; i < node.places.size(); ++i)
      places_[i * kernel_.lanes + lane] = node.places[i];
  }

  std::span<const Grid> puzzles_;
  const Limits& limits_;
  const Kernel& kernel_;
  alignas(64) std::array<Places, digits * bands * max_lanes> places_{};
  std::uint32_t busy_ = 0;  // the lanes that hold a node
  std::array<std::size_t, max_lanes> lane_puzzle_{};
  std::vector<Waiting> waiting_;
  std::vector<Result> results_;  // of the puzzles begun
};

}  // namespace

std::span<const KernelEntry> kernels() { return all_kernels; }

const KernelEntry& find_kernel(std::string_view where, std::string_view name) {
  std::vector<std::string> names;
  for (const KernelEntry& entry : all_kernels) {
    if (name.empty() ? entry.runs() : entry.name == name) {
      if (entry.runs()) return entry;
      throw InputError(fmt::format("{}: this CPU cannot run the kernel '{}'", where, name));
    }
    names.emplace_back(entry.name);
  }
  refuse_name(where, name, names);
}

std::vector<Result> search_lanes(std::span<const Grid> puzzles, const Limits& limits,
                                 const Kernel& kernel) {
  return LaneSearch(puzzles, limits, kernel).run();
}

}  // namespace plylab::search::sudoku
