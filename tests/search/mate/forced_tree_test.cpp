// The trees of forced play, with tries, threats and set play: against the slow rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/search/mate/mate_problems.h"
#include "tests/search/mate/stipulation_reference.h"

namespace plylab::search::mate {
namespace {

using chess::Move;

/// What a tree says of the moves after a position, against the slow rules.
void expect_right(const chess::Setup& setup, const std::vector<Defence>& defences, Aim aim,
                  int moves) {
  for (const Defence& defence : defences) {
    const chess::Setup then = chess::after(setup, defence.move);
    if (!defence.answer) {
      EXPECT_NE(aim, Aim::direct);
      EXPECT_TRUE(testing::is_reached(then, Goal::mate)) << to_string(then);
      continue;
    }
    int fastest = 1;
    while (testing::forcing_moves(then, aim, Goal::mate, fastest).empty()) ++fastest;
    ASSERT_LT(fastest, moves) << to_string(then);
    std::vector<Move> answers{defence.answer->move};
    answers.insert(answers.end(), defence.duals.begin(), defence.duals.end());
    EXPECT_EQ(answers, testing::forcing_moves(then, aim, Goal::mate, fastest)) << to_string(then);
    const chess::Setup next = chess::after(then, defence.answer->move);
    EXPECT_EQ(defence.answer->defences.size(), chess::legal_moves(next).size());
    expect_right(next, defence.answer->defences, aim, fastest);
  }
}

/// Whether the goal has been reached by the defence or can be forced in one move.
bool is_lost(const chess::Setup& setup, Aim aim) {
  return (aim != Aim::direct && testing::is_mated(setup)) ||
         !testing::forcing_moves(setup, aim, Goal::mate, 1).empty();
}

Solution whole_solution(const chess::Setup& setup, const char* stipulation) {
  Composition asked = testing::composition(setup, stipulation);
  asked.tree = asked.set_play = asked.tries = true;
  return solve(asked);
}

/// A whole tree in two moves: keys, tries, refutations, defences, threats and set play.
void expect_right(const chess::Setup& setup, const ForcedTree& tree, Aim aim) {
  std::vector<Move> keys;
  for (const FirstMove& key : tree.keys) {
    keys.push_back(key.attack.move);
    const chess::Setup next = chess::after(setup, key.attack.move);
    EXPECT_EQ(key.attack.defences.size(), chess::legal_moves(next).size()) << to_string(setup);
    expect_right(next, key.attack.defences, aim, 2);
    if (chess::in_check(next.squares, next.side)) continue;
    chess::Setup passed = next;
    passed.side = setup.side;
    passed.en_passant = chess::no_square;
    const auto threats = testing::forcing_moves(passed, aim, Goal::mate, 1);
    EXPECT_EQ(key.threats, threats) << to_string(setup);
    EXPECT_EQ(key.zugzwang, threats.empty()) << to_string(setup);
  }
  EXPECT_EQ(keys, testing::forcing_moves(setup, aim, Goal::mate, 2)) << to_string(setup);

  std::size_t tries = 0;
  for (const Move move : chess::legal_moves(setup)) {
    const chess::Setup next = chess::after(setup, move);
    std::vector<Move> refutations;
    for (const Move reply : chess::legal_moves(next))
      if (!is_lost(chess::after(next, reply), aim)) refutations.push_back(reply);
    if (refutations.size() != 1) continue;
    ASSERT_LT(tries, tree.tries.size()) << to_string(setup);
    const auto found = std::find_if(tree.tries.begin(), tree.tries.end(),
                                    [&](const FirstMove& one) { return one.attack.move == move; });
    ASSERT_NE(found, tree.tries.end()) << to_string(setup);
    EXPECT_EQ(found->refutations, refutations) << to_string(setup);
    EXPECT_EQ(found->attack.defences.size() + 1, chess::legal_moves(next).size());
    expect_right(next, found->attack.defences, aim, 2);
    ++tries;
  }
  EXPECT_EQ(tree.tries.size(), tries) << to_string(setup);

  if (chess::in_check(setup.squares, setup.side)) {
    EXPECT_TRUE(tree.set_play.empty());
    return;
  }
  chess::Setup passed = setup;
  passed.side = !setup.side;
  passed.en_passant = chess::no_square;
  expect_right(passed, tree.set_play, aim, 2);
  std::size_t set = 0;
  for (const Move move : chess::legal_moves(passed))
    set += is_lost(chess::after(passed, move), aim);
  EXPECT_EQ(tree.set_play.size(), set) << to_string(setup);
}

TEST(Solve, BuildsTheTreesOfDirectMates) {
  std::uint64_t seed = 5;
  for (int trees = 0; trees < 25;) {
    const chess::Setup setup = testing::draw_few_pieces(3, seed);
    const Solution solution = whole_solution(setup, "#2");
    if (solution.tree.keys.empty() || !solution.shorter.empty()) continue;
    ++trees;
    expect_right(setup, solution.tree, Aim::direct);
  }
}

TEST(Solve, BuildsTheTreesOfSelfmates) {
  const auto setup = chess::parse_fen("7Q/7p/7B/8/4R3/3k4/8/K3Q2q w - -");
  const Solution solution = whole_solution(setup, "s#2");
  EXPECT_EQ(solution.tree.keys.size(), 1U);
  EXPECT_FALSE(solution.tree.tries.empty());
  EXPECT_FALSE(solution.tree.set_play.empty());
  expect_right(setup, solution.tree, Aim::self);
}

}  // namespace
}  // namespace plylab::search::mate
