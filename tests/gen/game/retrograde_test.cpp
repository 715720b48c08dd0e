// Retrograde analysis of a game that is known: tic-tac-toe, every position against plain search.
#include "gen/game/retrograde.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <optional>

namespace plylab {
namespace {

/// Cells in base 3: 0 empty, 1 of the first side, 2 of the second.
class TicTacToeGraph {
 public:
  using Cells = std::array<int, 9>;

  static Cells cells(std::size_t slot) {
    Cells cells;
    for (int& cell : cells) {
      cell = static_cast<int>(slot % 3);
      slot /= 3;
    }
    return cells;
  }
  static std::size_t slot(const Cells& cells) {
    std::size_t slot = 0;
    for (std::size_t i = 9; i-- > 0;) slot = 3 * slot + static_cast<std::size_t>(cells[i]);
    return slot;
  }
  static bool has_line(const Cells& cells, int side) {
    for (const auto& line : std::array<std::array<std::size_t, 3>, 8>{{{0, 1, 2},
                                                                       {3, 4, 5},
                                                                       {6, 7, 8},
                                                                       {0, 3, 6},
                                                                       {1, 4, 7},
                                                                       {2, 5, 8},
                                                                       {0, 4, 8},
                                                                       {2, 4, 6}}})
      if (cells[line[0]] == side && cells[line[1]] == side && cells[line[2]] == side) return true;
    return false;
  }
  static int number(Side side) { return side == Side::first ? 1 : 2; }

  std::size_t slots() const { return 19'683; }
  bool is_position(Side side, std::size_t slot) const {
    const Cells all = cells(slot);
    const auto first = std::count(all.begin(), all.end(), 1);
    const auto second = std::count(all.begin(), all.end(), 2);
    return first - second == (side == Side::first ? 0 : 1) && !has_line(all, number(side));
  }
  RetrogradeStart start(Side side, std::size_t slot, auto&&) const {
    const Cells all = cells(slot);
    if (has_line(all, number(!side))) return {0, DistanceValue::loss(0)};
    return {static_cast<unsigned>(std::count(all.begin(), all.end(), 0)), DistanceValue::draw()};
  }
  void for_each_predecessor(Side side, std::size_t slot, auto&&, auto&& visit) const {
    Cells all = cells(slot);
    for (int& cell : all)
      if (cell == number(!side)) {
        cell = 0;
        if (!has_line(all, number(side))) visit(TicTacToeGraph::slot(all));
        cell = number(!side);
      }
  }
};

/// A game without choices: slot n is n plies before the mate, which `winner` gives.
struct Corridor {
  Side winner;
  std::size_t plies;

  static Side to_move(Side winner, std::size_t slot) { return slot % 2 == 0 ? !winner : winner; }
  /// What a position n plies before the mate must be worth.
  static DistanceValue right(std::size_t slot) {
    const auto moves = static_cast<unsigned>((slot + 1) / 2);
    return slot % 2 == 0 ? DistanceValue::loss(moves) : DistanceValue::win(moves);
  }

  std::size_t slots() const { return plies + 1; }
  bool is_position(Side side, std::size_t slot) const { return side == to_move(winner, slot); }
  RetrogradeStart start(Side, std::size_t slot, auto&&) const {
    if (slot == 0) return {0, DistanceValue::loss(0)};
    return {1, DistanceValue::draw()};
  }
  void for_each_predecessor(Side, std::size_t slot, auto&&, auto&& visit) const {
    if (slot < plies) visit(slot + 1);
  }
};

template <class Graph>
DistanceValue value_in(Retrograde<Graph>& solver, Side side, std::size_t slot) {
  return DistanceValue::from_byte(solver.values()->of(side)[slot], side);
}

/// By plain search.
DistanceValue searched(TicTacToeGraph::Cells cells, Side side) {
  if (TicTacToeGraph::has_line(cells, TicTacToeGraph::number(!side))) return DistanceValue::loss(0);
  std::optional<DistanceValue> best;
  for (int& cell : cells)
    if (cell == 0) {
      cell = TicTacToeGraph::number(side);
      const DistanceValue value = searched(cells, !side).before();
      if (!best || value.better_than(*best)) best = value;
      cell = 0;
    }
  return best.value_or(DistanceValue::draw());
}

TEST(Retrograde, SolvesTicTacToeAsSearchDoes) {
  const TicTacToeGraph graph;
  Retrograde solver(graph, 2, nullptr);
  ASSERT_TRUE(solver.solve());
  int positions = 0, wins = 0;
  for (const Side side : {Side::first, Side::second})
    for (std::size_t slot = 0; slot < graph.slots(); ++slot) {
      if (!graph.is_position(side, slot)) continue;
      const auto value = value_in(solver, side, slot);
      ASSERT_EQ(value, searched(TicTacToeGraph::cells(slot), side)) << slot;
      ++positions;
      wins += value.is_win();
    }
  EXPECT_EQ(value_in(solver, Side::first, 0), DistanceValue::draw());
  EXPECT_EQ(positions, 5'478);  // as in many textbooks
  EXPECT_GT(wins, 1'000);
}

TEST(Retrograde, EndsWhenStopped) {
  const TicTacToeGraph graph;
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(Retrograde(graph, 1, &stop).solve());
}

TEST(Retrograde, SolvesTheLongestWinsAndRefusesLongerOnes) {
  for (const Side winner : {Side::first, Side::second}) {
    // A loss of the other side takes as many moves, and is a ply further away.
    const std::size_t max = 2 * DistanceValue::max_win(winner);
    for (const std::size_t plies : {max - 2, max - 1, max}) {
      const Corridor corridor{winner, plies};
      Retrograde solver(corridor, 2, nullptr);
      ASSERT_TRUE(solver.solve());
      for (std::size_t slot = 0; slot <= plies; ++slot) {
        const Side side = Corridor::to_move(winner, slot);
        EXPECT_EQ(value_in(solver, side, slot), Corridor::right(slot)) << slot;
        EXPECT_FALSE(value_in(solver, !side, slot).exists());
      }
    }
    const Corridor longer{winner, max + 1};
    EXPECT_THROW(Retrograde(longer, 2, nullptr).solve(), InputError);
  }
}

TEST(DistanceValue, OfEveryByteHasThatByte) {
  for (const Side side : {Side::first, Side::second}) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      const auto value = DistanceValue::from_byte(static_cast<std::uint8_t>(byte), side);
      EXPECT_TRUE(value.fits(side));
      EXPECT_EQ(value.byte(side), byte);
    }
    EXPECT_TRUE(DistanceValue::win(DistanceValue::max_win(side)).fits(side));
    EXPECT_FALSE(DistanceValue::win(DistanceValue::max_win(side) + 1).fits(side));
    EXPECT_TRUE(DistanceValue::loss(DistanceValue::max_loss(side)).fits(side));
    EXPECT_FALSE(DistanceValue::loss(DistanceValue::max_loss(side) + 1).fits(side));
  }
  // The longest of all endings of five men: KPPKP, 254 plies.
  EXPECT_TRUE(DistanceValue::win(127).fits(Side::first));
  EXPECT_TRUE(DistanceValue::loss(127).fits(Side::second));
}

TEST(DistanceValue, PrefersShortWinsAndLongLosses) {
  const auto win = DistanceValue::win, loss = DistanceValue::loss;
  EXPECT_TRUE(win(1).better_than(win(2)));
  EXPECT_TRUE(win(127).better_than(DistanceValue::draw()));
  EXPECT_TRUE(DistanceValue::draw().better_than(loss(126)));
  EXPECT_TRUE(loss(126).better_than(loss(0)));
  EXPECT_EQ(win(3).before(), loss(3));
  EXPECT_EQ(loss(3).before(), win(4));
  EXPECT_EQ(loss(0).plies(), 0U);
  EXPECT_EQ(win(1).plies(), 1U);
  EXPECT_EQ(loss(1).plies(), 2U);
}

}  // namespace
}  // namespace plylab
