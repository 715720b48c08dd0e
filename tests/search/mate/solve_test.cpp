// Problems of every kind, their keys and all their lines: against the slow rules.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/mate/composition.h"
#include "search/mate/kingless_board.h"
#include "search/mate/line_search.h"
#include "tests/search/mate/mate_problems.h"
#include "tests/search/mate/stipulation_reference.h"

namespace plylab::search::mate {
namespace {

using chess::Move;
using ::testing::ElementsAre;

std::vector<Move> first_moves(const std::vector<Line>& lines) {
  std::vector<Move> moves;
  for (const Line& line : lines) moves.push_back(line.front());
  std::sort(moves.begin(), moves.end());
  return moves;
}

/// All but those of the others.
std::vector<Move> without(std::vector<Move> moves, const std::vector<Move>& others) {
  std::erase_if(moves, [&](Move move) {
    return std::find(others.begin(), others.end(), move) != others.end();
  });
  return moves;
}

/// The line is legal, has the length that it should, and ends at the goal.
void expect_whole(const chess::Setup& setup, const Stipulation& stipulation, const Line& line) {
  chess::Setup then = setup;
  for (const Move move : line) {
    const auto legal = chess::legal_moves(then);
    ASSERT_NE(std::find(legal.begin(), legal.end(), move), legal.end()) << to_string(setup);
    then = chess::after(then, move);
  }
  const int last = stipulation.aim == Aim::direct ? 1 : 0;
  EXPECT_EQ(line.size(), 2U * static_cast<unsigned>(stipulation.moves) - last) << to_string(setup);
  EXPECT_TRUE(testing::is_reached(then, stipulation.goal)) << to_string(setup);
}

/// Random positions: the keys of the length demanded, and those of the length below it.
/// Every `every`-th is asked for two moves, the others for one. Some must have keys.
void expect_forced(const char* kind, int positions, int pieces, int every, int at_least,
                   bool weaker_begins) {
  int solved = 0;
  std::uint64_t seed = 11;
  for (int i = 0; i < positions; ++i) {
    chess::Setup setup = testing::draw_few_pieces(pieces, seed);
    if (weaker_begins) setup.side = !setup.side;
    if (chess::in_check(setup.squares, !setup.side)) continue;
    const int moves = i % every == 0 ? 2 : 1;
    const Composition asked = testing::composition(setup, fmt::format("{}{}", kind, moves).c_str());
    const Solution solution = solve(asked);
    const auto [aim, goal] = std::pair(asked.stipulation.aim, asked.stipulation.goal);
    ASSERT_TRUE(solution.complete);
    const auto in_one = testing::forcing_moves(setup, aim, goal, 1);
    const auto keys = testing::forcing_moves(setup, aim, goal, moves);
    if (moves == 1) {
      ASSERT_EQ(first_moves(solution.lines), keys) << to_string(setup) << kind;
      ASSERT_TRUE(solution.shorter.empty());
    } else {
      ASSERT_EQ(solution.shorter.size(), in_one.empty() ? 0U : 1U) << to_string(setup) << kind;
      if (!in_one.empty()) {
        ASSERT_EQ(first_moves(solution.shorter.front().lines), in_one) << to_string(setup) << kind;
      }
      ASSERT_EQ(first_moves(solution.lines), without(keys, in_one)) << to_string(setup) << kind;
    }
    for (const Line& line : solution.lines) expect_whole(setup, asked.stipulation, line);
    solved += !keys.empty();
  }
  EXPECT_GT(solved, at_least) << kind;
}

TEST(Solve, FindsTheKeysOfDirectMates) { expect_forced("#", 600, 4, 3, 80, false); }
TEST(Solve, FindsTheKeysOfStalemates) { expect_forced("=", 2'000, 3, 10, 20, false); }
TEST(Solve, FindsTheKeysOfSelfmates) { expect_forced("s#", 20'000, 5, 200, 4, true); }
TEST(Solve, FindsTheKeysOfReflexmates) { expect_forced("r#", 1'500, 5, 50, 10, true); }
TEST(Solve, FindsTheKeysOfSemiReflexmates) { expect_forced("semi-r#", 1'500, 5, 50, 10, true); }

TEST(Solve, FindsTheKeyOfASelfStalemate) {
  const auto setup = chess::parse_fen("K7/8/k7/2Q5/8/6q1/8/8 w - -");
  const auto asked = testing::composition(setup, "s=1");
  const Solution solution = solve(asked);
  ASSERT_EQ(solution.lines.size(), 1U);
  EXPECT_EQ(problem_line(asked, solution.lines.front()), "1.Qb6+ Kxb6=");
  EXPECT_EQ(first_moves(solution.lines),
            testing::forcing_moves(setup, Aim::self, Goal::stalemate, 1));
}

chess::Setup without_king(chess::Setup setup, chess::Color color) {
  setup.squares[chess::find_king(setup.squares, color)] = chess::no_piece;
  for (chess::Square& rook : setup.castling[chess::index(color)]) rook = chess::no_square;
  return setup;
}

/// Random positions: as many lines of the length demanded, and of each length below it, as there
/// are. With `kingless`, the side that mates has no king.
void expect_lines(const char* stipulation, int positions, int pieces, int at_least,
                  bool weaker_begins = true, bool kingless = false) {
  int solved = 0;
  std::uint64_t seed = 12;
  for (int i = 0; i < positions; ++i) {
    chess::Setup setup = testing::draw_few_pieces(pieces, seed);
    if (weaker_begins) setup.side = !setup.side;
    if (kingless)
      setup = without_king(setup, !parse_stipulation(stipulation).mated_side(setup.side));
    if (chess::in_check(setup.squares, !setup.side)) continue;
    const Composition asked = testing::composition(setup, stipulation);
    const Solution solution = solve(asked);
    const auto right = [&, demanded = asked.stipulation](int moves) {
      const Stipulation now = demanded.in(moves);
      if (now.aim == Aim::help_self) return testing::help_self_lines(setup, now.goal, now.plies());
      return now.series ? testing::series_lines(setup, now.aim, now.goal, moves, now.parry)
                        : testing::help_lines(setup, now.goal, now.plies());
    };
    const int demanded = asked.stipulation.moves;
    ASSERT_TRUE(solution.complete);
    ASSERT_EQ(solution.lines.size(), right(demanded)) << to_string(setup);
    auto shorter = solution.shorter.begin();
    for (int moves = asked.stipulation.min_moves(); moves < demanded; ++moves) {
      if (right(moves) == 0) continue;
      ASSERT_NE(shorter, solution.shorter.end()) << to_string(setup);
      ASSERT_EQ(shorter->stipulation, asked.stipulation.in(moves)) << to_string(setup);
      ASSERT_EQ(shorter->lines.size(), right(moves)) << to_string(setup);
      ++shorter;
    }
    ASSERT_EQ(shorter, solution.shorter.end()) << to_string(setup);
    solved += !solution.lines.empty();
  }
  EXPECT_GT(solved, at_least) << stipulation;
}

TEST(Solve, FindsAllHelpmates) {
  expect_lines("h#1", 300, 3, 20);
  expect_lines("h#1.5", 100, 2, 10, false);
  expect_lines("h#2", 80, 1, 0);
}
TEST(Solve, FindsAllLinesWithoutTheKingThatMates) {
  expect_lines("h#1", 150, 4, 10, true, true);
  expect_lines("h#1.5", 60, 3, 5, false, true);
  expect_lines("h#2", 12, 2, 0, true, true);
  expect_lines("h=1.5", 40, 2, 2, false, true);
  expect_lines("ser-#2", 60, 3, 5, false, true);
  expect_lines("ser-h#2", 60, 3, 2, true, true);
  expect_lines("ser-h=2", 40, 2, 1, true, true);
  expect_lines("pser-h#2", 40, 3, 2, true, true);
}

// The board for missing kings is right where there are both, too.
TEST(Solve, FindsTheSameLinesOnBothBoards) {
  std::uint64_t seed = 5;
  std::size_t lines = 0;
  for (int i = 0; i < 40; ++i) {
    const chess::Setup setup = testing::draw_few_pieces(3, seed);
    const auto found = [&](auto board, const Stipulation& stipulation) {
      Budget budget{MateLimits{}};
      MateTable table(1 << 20);
      LineSearch search(board, stipulation, budget, table);
      std::vector<Line> all;
      search.add_lines(stipulation, 10'000, all);
      // Of the replies that are forced to mate, a line has the first that the board lists.
      if (!stipulation.is_help() && stipulation.aim != Aim::direct)
        for (Line& line : all) line.pop_back();
      std::ranges::sort(all);
      return all;
    };
    for (const char* text : {"h#1.5", "ser-#2", "ser-h#2", "pser-h#2", "ser-r#2"}) {
      const Stipulation stipulation = parse_stipulation(text);
      const auto expected = found(Board(chess::ValidSetup(setup)), stipulation);
      EXPECT_EQ(found(KinglessBoard(chess::ProblemSetup(setup)), stipulation), expected)
          << to_string(setup) << ' ' << text;
      lines += expected.size();
    }
  }
  EXPECT_GT(lines, 100U);
}
TEST(Solve, FindsAllHelpStalemates) {
  expect_lines("h=1", 300, 2, 5);
  expect_lines("h=1.5", 100, 1, 5, false);
}
TEST(Solve, FindsAllHelpSelfmates) {
  expect_lines("hs#1", 20'000, 5, 4);
  expect_lines("hs=1.5", 300, 3, 0, false);
  const auto setup = chess::parse_fen("4q1Q1/4rK2/7k/8/8/8/4R3/7b w - -");
  const Solution solution = solve(testing::composition(setup, "hs#2"));
  EXPECT_EQ(solution.lines.size(), 3U);
  EXPECT_EQ(solution.lines.size(), testing::help_self_lines(setup, Goal::mate, 4));
  for (const Line& line : solution.lines) {
    expect_whole(setup, parse_stipulation("hs#2"), line);
    const chess::Setup next = chess::after(setup, line.front());
    const auto shorter = solve(testing::composition(next, "hs#1.5")).lines;
    EXPECT_GE(shorter.size(), 1U);
    EXPECT_EQ(shorter.size(), testing::help_self_lines(next, Goal::mate, 3));
  }
}
TEST(Solve, FindsAllSeries) {
  expect_lines("ser-#2", 200, 2, 20, false);
  expect_lines("ser-#3", 20, 2, 2, false);
  expect_lines("ser-=2", 200, 2, 5, false);
  expect_lines("ser-h#2", 200, 2, 10);
  expect_lines("ser-h#3", 60, 1, 0);
  expect_lines("ser-h=2", 100, 1, 5);
  expect_lines("pser-h#2", 200, 2, 10);
  expect_lines("pser-h#2", 30, 4, 2);
  expect_lines("pser-h#3", 16, 2, 1);
  expect_lines("pser-h=2", 60, 2, 2);
}
TEST(Solve, FindsAllSeriesThatForceTheOtherSide) {
  expect_lines("ser-s#2", 400, 5, 0);
  expect_lines("ser-r#2", 120, 3, 5);
  expect_lines("ser-semi-r#2", 120, 3, 5);
}

/// After 1.h4 Black must mate, so that there is no second move.
TEST(Solve, EndsASeriesWhenReflexmateForcesItTo) {
  const Solution solution =
      solve(testing::composition(chess::parse_fen("8/8/8/8/pp6/kp5P/p7/K7 w - -"), "ser-r#2"));
  EXPECT_TRUE(solution.lines.empty());
  ASSERT_EQ(solution.shorter.size(), 1U);
  EXPECT_EQ(solution.shorter.front().lines.size(), 1U);
}

/// Each key stands where it solves first.
TEST(Solve, FindsTheKeysOfEachLength) {
  int positions = 0;
  std::uint64_t seed = 21;
  while (positions < 10) {
    const chess::Setup setup = testing::draw_few_pieces(2, seed);
    const auto in_two = testing::forcing_moves(setup, Aim::direct, Goal::mate, 2);
    if (in_two.empty()) continue;
    const auto in_one = testing::forcing_moves(setup, Aim::direct, Goal::mate, 1);
    const auto in_three = testing::forcing_moves(setup, Aim::direct, Goal::mate, 3);
    const Solution solution = solve(testing::composition(setup, "#3"));
    ASSERT_TRUE(solution.complete);
    std::vector<std::pair<int, std::vector<Move>>> right, found;
    if (!in_one.empty()) right.emplace_back(1, in_one);
    if (const auto keys = without(in_two, in_one); !keys.empty()) right.emplace_back(2, keys);
    for (const auto& [stipulation, lines] : solution.shorter)
      found.emplace_back(stipulation.moves, first_moves(lines));
    EXPECT_EQ(found, right) << to_string(setup);
    EXPECT_EQ(first_moves(solution.lines), without(in_three, in_two)) << to_string(setup);
    ++positions;
  }
}

TEST(Solve, FindsTheShortestIfNoLengthIsDemanded) {
  const auto asked =
      testing::composition(chess::parse_fen("7Q/7p/7B/8/4R3/3k4/8/K3Q2q w - -"), "s#");
  const Solution solution = solve(asked);
  EXPECT_EQ(to_string(solution.stipulation), "s#2");
  EXPECT_EQ(to_string(*solution.refuted), "s#1");
  ASSERT_EQ(solution.lines.size(), 1U);
  EXPECT_EQ(problem_line(asked, solution.lines.front()), "1.Qd4+ Kc2 2.Qb1+ Qxb1#");
}

TEST(Solve, ShowsTheSetPlayOfHelpmates) {
  std::uint64_t seed = 13;
  int with_set_play = 0;
  for (int i = 0; i < 100; ++i) {
    chess::Setup setup = testing::draw_few_pieces(3, seed);
    Composition asked = testing::composition(setup, "h#1.5");
    asked.set_play = true;
    std::uint64_t right = 0;
    if (!chess::in_check(setup.squares, setup.side)) {
      setup.side = !setup.side;
      setup.en_passant = chess::no_square;
      right = testing::help_lines(setup, Goal::mate, 2);
    }
    ASSERT_EQ(solve(asked).set_lines.size(), right) << to_string(setup);
    with_set_play += right != 0;
  }
  EXPECT_GT(with_set_play, 5);
}

TEST(Solve, SaysWhenItWasStopped) {
  const auto start = chess::parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -");
  for (const char* stipulation : {"h#4", "s#4", "#4", "=4", "ser-h#4"}) {
    Composition asked = testing::composition(start, stipulation);
    asked.limits.nodes = 1000;
    const Solution solution = solve(asked);
    EXPECT_FALSE(solution.complete) << stipulation;
    EXPECT_LE(solution.nodes, 1000U) << stipulation;
  }
}

TEST(Solve, StopsAtTheMostSolutions) {
  auto asked = testing::composition(chess::parse_fen("8/8/8/8/8/2K5/7R/k7 b - -"), "h#2");
  EXPECT_EQ(solve(asked).lines.size(), 11U);
  asked.max_solutions = 4;
  EXPECT_EQ(solve(asked).lines.size(), 4U);
  EXPECT_FALSE(solve(asked).complete);
}

}  // namespace
}  // namespace plylab::search::mate
