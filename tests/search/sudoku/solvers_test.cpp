// The fast search of Sudoku puzzles finds what the obvious one finds, and that is what others
// found.
#include "search/sudoku/solvers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/random.h"
#include "gen/sudoku/grid.h"
#include "tests/support/input_error_of.h"
#include "tests/support/kernels.h"

namespace plylab::search::sudoku {
namespace {

using plylab::sudoku::cells;

#ifdef PLYLAB_SANITIZED
constexpr std::uint64_t grids = 4;
#else
constexpr std::uint64_t grids = 300;
#endif

constexpr Limits all_solutions{0, 1'000'000, nullptr};

Grid grid_of(const std::string& text) {
  return plylab::sudoku::read_puzzles(text, "").puzzles.at(0).grid;
}

/// Calls test(name, kernel) for all kernels that run here.
void for_each_kernel(auto&& test) {
  for (const KernelEntry& entry : kernels())
    if (entry.runs()) test(std::string(entry.name), *entry.kernel);
}

/// A full grid: three boxes that do not see each other hold random digits, and the rest follows.
Grid random_grid(std::uint64_t& seed) {
  Grid grid{};
  for (std::size_t box = 0; box < 3; ++box) {
    std::vector<std::uint8_t> digits(9);
    std::iota(digits.begin(), digits.end(), std::uint8_t{1});
    shuffle(digits, seed);
    for (std::size_t i = 0; i < 9; ++i) grid[30 * box + 9 * (i / 3) + i % 3] = digits[i];
  }
  return search_cells(grid, {1, 1, nullptr}).found.at(0);
}

/// What is left of a full grid when clues are taken away, in random order, as long as it has one
/// solution: no clue can be spared.
Grid minimal_puzzle(Grid grid, std::uint64_t& seed) {
  std::vector<std::size_t> order(cells);
  std::iota(order.begin(), order.end(), std::size_t{0});
  shuffle(order, seed);
  for (const std::size_t cell : order) {
    const std::uint8_t clue = std::exchange(grid[cell], std::uint8_t{0});
    if (search_cells(grid, {2, 0, nullptr}).solutions != 1) grid[cell] = clue;
  }
  return grid;
}

/// Puzzles without, with one, and with several solutions.
std::vector<Grid> random_puzzles() {
  std::vector<Grid> puzzles;
  std::uint64_t seed = 1;
  for (std::uint64_t i = 0; i < grids; ++i) {
    const Grid full = random_grid(seed);
    const Grid minimal = minimal_puzzle(full, seed);
    puzzles.insert(puzzles.end(), {full, minimal});
    std::vector<std::size_t> clue_cells;
    for (std::size_t cell = 0; cell < cells; ++cell)
      if (minimal[cell] != 0) clue_cells.push_back(cell);
    shuffle(clue_cells, seed);
    Grid fewer = minimal, other = minimal;
    for (std::size_t n = 0; n < 2; ++n) {
      fewer[clue_cells[n]] = 0;
      puzzles.push_back(fewer);
      other[clue_cells[n]] = static_cast<std::uint8_t>(other[clue_cells[n]] % 9 + 1);
      puzzles.push_back(other);
    }
  }
  return puzzles;
}

std::vector<Grid> sorted(std::vector<Grid> found) {
  std::sort(found.begin(), found.end());
  return found;
}

struct Published {
  std::string puzzle, solution;
};

/// Bik's (aartbik.com/strategy.php), Wikipedia's ("Sudoku"), two of Inkala's (2010 and 2012), one
/// of Royle's with 17 clues, and Norvig's example (norvig.com/sudoku.html).
const std::vector<Published> published{
    {"...4..5.....27..8...6..8..43..6..4...4..5..7...2..9..62..9..7...8..3..5.154762..8",
     "821493567435276189796518324318627495649851273572349816263985741987134652154762938"},
    {"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
     "534678912672195348198342567859761423426853791713924856961537284287419635345286179"},
    {"..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
     "145327698839654127672918543496185372218473956753296481367542819984761235521839764"},
    {"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
     "812753649943682175675491283154237896369845721287169534521974368438526917796318452"},
    {".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
     "693784512487512936125963874932651487568247391741398625319475268856129743274836159"},
    {"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
     "417369825632158947958724316825437169791586432346912758289643571573291684164875293"}};

TEST(Cells, SearchBiksPuzzleAsBikDoes) {
  std::map<Step::Kind, int> steps;
  std::vector<Step> told;
  const Result result =
      search_cells(grid_of(published[0].puzzle), {}, [&](const Step& step, auto&) {
        ++steps[step.kind];
        told.push_back(step);
      });
  EXPECT_EQ(result.forced, 101U);
  EXPECT_EQ(result.tried, 8U);
  EXPECT_EQ(result.dead_ends, 4U);
  EXPECT_EQ(result.solutions, 1U);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(steps[Step::Kind::forced], 101);
  EXPECT_EQ(steps[Step::Kind::tried], 8);
  EXPECT_EQ(steps[Step::Kind::dead_end], 4);
  EXPECT_EQ(steps[Step::Kind::solution], 1);
  // A sum over all steps that any other order would change.
  std::size_t sum = 0;
  for (std::size_t i = 0; i < told.size(); ++i)
    sum += (i + 1) * (told[i].cell * 10 + static_cast<std::size_t>(told[i].digit));
  EXPECT_EQ(sum, 2355826U);
}

TEST(Solvers, FindPublishedSolutions) {
  for (const auto& [puzzle, solution] : published) {
    const Grid grid = grid_of(puzzle);
    const Result obvious = search_cells(grid, {});
    EXPECT_EQ(obvious.solutions, 1U);
    ASSERT_EQ(obvious.found.size(), 1U);
    EXPECT_EQ(to_string(obvious.found[0]), solution);
    for_each_kernel([&](const std::string& name, const Kernel& kernel) {
      const Result fast = search_lanes({&grid, 1}, {}, kernel).at(0);
      EXPECT_EQ(fast.solutions, 1U) << name;
      EXPECT_EQ(fast.found, obvious.found) << name;
    });
  }
}

// It took Norvig's program 24 minutes to find out (norvig.com/sudoku.html).
TEST(Solvers, FindThatAPuzzleHasNoSolution) {
  const Grid puzzle =
      grid_of(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........");
  const Result result = search_lanes({&puzzle, 1}, {}, *find_kernel("", "").kernel).at(0);
  EXPECT_EQ(result.solutions, 0U);
  EXPECT_TRUE(result.complete);
  EXPECT_GT(result.dead_ends, 0U);
}

TEST(Solvers, FindTheSameSolutions) {
  const std::vector<Grid> puzzles = random_puzzles();
  std::vector<Result> expected;
  int none = 0, unique = 0, several = 0;
  for (const Grid& puzzle : puzzles) {
    expected.push_back(search_cells(puzzle, all_solutions));
    const Result& result = expected.back();
    EXPECT_EQ(result.solutions, result.found.size());
    ++(result.solutions == 0 ? none : result.solutions == 1 ? unique : several);
  }
  EXPECT_GE(none, static_cast<int>(grids / 2));
  EXPECT_GE(unique, static_cast<int>(2 * grids));
  EXPECT_GE(several, static_cast<int>(2 * grids));
  std::vector<Result> first;
  for_each_kernel([&](const std::string& name, const Kernel& kernel) {
    const auto results = search_lanes(puzzles, all_solutions, kernel);
    ASSERT_EQ(results.size(), puzzles.size());
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const std::string who = name + ' ' + to_string(puzzles[i]);
      EXPECT_EQ(results[i].solutions, expected[i].solutions) << who;
      EXPECT_EQ(sorted(results[i].found), sorted(expected[i].found)) << who;
      EXPECT_TRUE(results[i].complete) << who;
      // Each split has two ends.
      if (!repeats_a_digit(puzzles[i])) {
        EXPECT_EQ(results[i].solutions + results[i].dead_ends, results[i].tried / 2 + 1) << who;
      }
      if (first.empty()) continue;
      EXPECT_EQ(results[i].tried, first[i].tried) << who;
      EXPECT_EQ(results[i].dead_ends, first[i].dead_ends) << who;
    }
    if (first.empty()) first = results;
  });
}

// Without its last band Bik's solution has more than one end.
TEST(Solvers, FindAllEndsOfAGrid) {
  Grid bands = grid_of(published[0].solution);
  std::fill(bands.begin() + 54, bands.end(), std::uint8_t{0});
  const Result expected = search_cells(bands, all_solutions);
  EXPECT_GT(expected.solutions, 5U);
  for_each_kernel([&](const std::string& name, const Kernel& kernel) {
    const Result fast = search_lanes({&bands, 1}, all_solutions, kernel).at(0);
    EXPECT_EQ(sorted(fast.found), sorted(expected.found)) << name;
  });
}

TEST(Lanes, DoNotLetPuzzlesChangeEachOther) {
  std::vector<Grid> puzzles = random_puzzles();
  for_each_kernel([&](const std::string& name, const Kernel& kernel) {
    const auto together = search_lanes(puzzles, all_solutions, kernel);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const Result alone = search_lanes({&puzzles[i], 1}, all_solutions, kernel).at(0);
      EXPECT_EQ(sorted(alone.found), sorted(together[i].found)) << name;
      EXPECT_EQ(alone.tried, together[i].tried) << name;
      EXPECT_EQ(alone.dead_ends, together[i].dead_ends) << name;
    }
  });
}

TEST(Limits, OfSolutionsAreMetExactly) {
  const std::vector<Grid> puzzles{Grid{}, grid_of(published[0].puzzle), Grid{}};
  for (const std::uint64_t limit : {1U, 2U, 1000U}) {
    const Limits limits{limit, 100, nullptr};
    const auto check = [&](const Result& result, const std::string& name) {
      EXPECT_EQ(result.solutions, limit) << name;
      EXPECT_FALSE(result.complete) << name;
      const auto found = sorted(result.found);
      EXPECT_EQ(found.size(), std::min<std::size_t>(limit, 100)) << name;
      EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << name;
      for (const Grid& grid : found) {
        EXPECT_EQ(clues(grid), cells) << name;
        EXPECT_FALSE(repeats_a_digit(grid)) << name;
      }
    };
    check(search_cells(puzzles[0], limits), "cells");
    for_each_kernel([&](const std::string& name, const Kernel& kernel) {
      const auto results = search_lanes(puzzles, limits, kernel);
      ASSERT_EQ(results.size(), 3U);
      check(results[0], name);
      check(results[2], name);
      EXPECT_EQ(results[1].solutions, 1U) << name;
      EXPECT_EQ(results[1].complete, limit != 1) << name;
    });
  }
}

TEST(Limits, EndSearchesFromOutside) {
  std::atomic<bool> stop = true;
  EXPECT_FALSE(search_cells(Grid{}, {0, 1, &stop}).complete);
  const std::vector<Grid> puzzles(100, Grid{});
  for_each_kernel([&](const std::string& name, const Kernel& kernel) {
    const auto results = search_lanes(puzzles, {0, 1, &stop}, kernel);
    EXPECT_EQ(results.size(), kernel.lanes) << name;
    for (const Result& result : results) EXPECT_FALSE(result.complete) << name;
  });
}

TEST(Solvers, SearchNothingWhereClueRepeats) {
  Grid grid{};
  grid[0] = grid[10] = 5;  // in one box, in no row or column
  const Result obvious = search_cells(grid, {});
  EXPECT_EQ(obvious.solutions, 0U);
  EXPECT_TRUE(obvious.complete);
  for_each_kernel([&](const std::string& name, const Kernel& kernel) {
    const auto results = search_lanes({&grid, 1}, {}, kernel);
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results[0].solutions, 0U) << name;
    EXPECT_EQ(results[0].tried, 0U) << name;
    EXPECT_TRUE(results[0].complete) << name;
  });
}

TEST(Kernels, AreFoundByName) {
  EXPECT_EQ(find_kernel("--kernel", "generic").kernel, &generic);
  EXPECT_EQ(testing::input_error_of([] { find_kernel("--kernel", "pext"); }),
            "--kernel: no 'pext'; " + testing::sudoku_kernels);
  EXPECT_TRUE(find_kernel("--kernel", "").runs());
}

}  // namespace
}  // namespace plylab::search::sudoku
