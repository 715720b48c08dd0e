// The conformance suite for a game of one's own, in one's own GoogleTest program:
//
//   #include <perft/verify/game_conformance.h>
//   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, GameRules, MyGame);
//
// in namespace plylab::perft::verify, where MyGame models plylab::Game (gen/game.h). Link with
// GTest::gtest_main. Every generator of the game is tested on the positions of random games.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gen/game.h"
#include "gen/referee.h"
#include "gen/splitmix64.h"
#include "perft/walk.h"

namespace plylab::perft::verify {

/// What the tests of a game have in common.
template <Game G>
class GameRules : public ::testing::Test {
 protected:
  static constexpr int games = 200;

  /// Plies after which a random game is given up.
  static int longest() {
    int plies = 300;
    if constexpr (requires { G::longest(G::parse(G::start)); })
      plies = std::min(plies, G::longest(G::parse(G::start)));
    return plies;
  }

  /// Plays random games by every generator that this CPU runs, always the same ones, and calls
  /// visit(position) for each position on the way.
  static void for_each_position(auto&& visit) {
    for_each_generator<G>([&](const auto& entry) {
      if (!entry.runs()) return;
      using Board = typename std::decay_t<decltype(entry)>::Board;
      SCOPED_TRACE(std::string(entry.name));
      std::uint64_t state = 1;
      const int most_plies = longest();
      for (int game = 0; game < games && !::testing::Test::HasFatalFailure(); ++game) {
        Board board(G::parse(G::start));
        for (int ply = 0; ply <= most_plies; ++ply) {
          visit(board);
          if (::testing::Test::HasFatalFailure() || outcome(board) != Outcome::ongoing) break;
          const auto moves = board.generate();
          board.make(moves.begin()[splitmix64(state) % moves.size()]);
        }
      }
    });
  }

  /// Perft that trusts generate() and make() alone: a copy for each move.
  template <class Board>
  static std::uint64_t slow_perft(const Board& board, int depth) {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    for (const auto move : board.generate()) {
      Board child = board;
      child.make(move);
      leaves += slow_perft(child, depth - 1);
    }
    return leaves;
  }
};

TYPED_TEST_SUITE_P(GameRules);

/// count() is the number of moves that generate() lists, and none is listed twice.
TYPED_TEST_P(GameRules, CountsWhatItLists) {
  this->for_each_position([](const auto& board) {
    const auto moves = board.generate();
    std::vector list(moves.begin(), moves.end());
    ASSERT_EQ(board.count(), list.size());
    std::sort(list.begin(), list.end());
    ASSERT_EQ(std::adjacent_find(list.begin(), list.end()), list.end()) << "a move twice";
  });
}

/// unmake() restores key, packed form, side to move and moves; make() changes the packed form.
TYPED_TEST_P(GameRules, TakesMovesBack) {
  this->for_each_position([](const auto& board) {
    auto position = board;
    for (const auto move : board.generate()) {
      const std::string text = move_text(board, move);
      const auto undo = position.make(move);
      ASSERT_FALSE(position.packed() == board.packed()) << text << " changes nothing";
      position.unmake(move, undo);
      ASSERT_EQ(position.key(), board.key()) << text << " is not taken back";
      ASSERT_TRUE(position.packed() == board.packed()) << text << " is not taken back";
      ASSERT_EQ(position.side_to_move(), board.side_to_move()) << text << " is not taken back";
      ASSERT_EQ(position.count(), board.count()) << text << " is not taken back";
    }
  });
}

/// Positions of one packed form have one key, and those of different forms different keys.
TYPED_TEST_P(GameRules, KeysStandForPositions) {
  this->for_each_position([](const auto& board) {
    std::vector<std::pair<Key, decltype(board.packed())>> children;
    for (const auto move : board.generate()) {
      auto child = board;
      child.make(move);
      children.emplace_back(child.key(), child.packed());
    }
    for (const auto& a : children)
      for (const auto& b : children) ASSERT_EQ(a.first == b.first, a.second == b.second);
  });
}

/// move_from_text() finds every move by its move_text(), which no other move has, and refuses
/// nonsense; the starting position's text is read back as what it was.
TYPED_TEST_P(GameRules, TextsAreReadBack) {
  using G = TypeParam;
  const auto start = G::parse(G::start);
  EXPECT_EQ(G::to_string(G::parse(G::to_string(start))), G::to_string(start));
  this->for_each_position([](const auto& board) {
    for (const auto move : board.generate()) {
      const auto found = move_from_text(board, move_text(board, move));
      ASSERT_TRUE(found.has_value()) << move_text(board, move);
      ASSERT_TRUE(*found == move) << move_text(board, move);
    }
    ASSERT_FALSE(move_from_text(board, "no move at all").has_value());
  });
}

/// A game without a move has an outcome, and is lost, drawn or won from then on.
TYPED_TEST_P(GameRules, EndsHaveAnOutcome) {
  this->for_each_position([](const auto& board) {
    if (board.count() == 0) {
      ASSERT_NE(board.terminal_outcome(), Outcome::ongoing);
    }
  });
}

/// The referee of a match lists the moves that there are, reads each as people write it, and ends a
/// game where its rules do, or its known length is over.
TYPED_TEST_P(GameRules, HaveAReferee) {
  using G = TypeParam;
  std::uint64_t state = 1;
  for (int game = 0; game < this->games; ++game) {
    RefereeOf<G> referee(G::parse(G::start));
    const int longest = this->longest();
    FirstBoard<G> board(G::parse(G::start));
    for (int ply = 0; ply < longest && !referee.end(); ++ply) {
      ASSERT_EQ(referee.side_to_move(), board.side_to_move());
      ASSERT_EQ(referee.key(), board.key());
      const auto moves = referee.moves();
      ASSERT_EQ(moves.size(), board.count());
      const std::string& text = moves[splitmix64(state) % moves.size()];
      ASSERT_EQ(referee.play_words(referee.words(text)), text);
      board.make(*move_from_text(board, text));
    }
    if (outcome(board) != Outcome::ongoing) {
      ASSERT_TRUE(referee.end().has_value());
    }
    if constexpr (requires { G::longest(G::parse(G::start)); }) {
      ASSERT_TRUE(referee.end().has_value());
    }
    ASSERT_FALSE(referee.play("no move at all"));
  }
}

/// Perft by make and unmake, with bulk counting, is that by copies, with every leaf visited.
TYPED_TEST_P(GameRules, PerftGoesTwoWays) {
  int tested = 0;
  this->for_each_position([&](const auto& board) {
    if (tested++ % 97 != 0) return;
    const auto slow = this->slow_perft(board, 3);
    ASSERT_EQ(perft::perft(board, 3), Count(slow));
  });
}

/// All generators list the same moves in the same positions.
TYPED_TEST_P(GameRules, GeneratorsAgree) {
  using G = TypeParam;
  std::map<std::string, std::uint64_t> counts;
  for_each_generator<G>([&](const auto& entry) {
    if (!entry.runs()) return;
    const typename std::decay_t<decltype(entry)>::Board board(G::parse(G::start));
    for (int depth = 1; depth <= 3; ++depth) {
      const auto leaves = this->slow_perft(board, depth);
      const auto known = counts.try_emplace(std::to_string(depth), leaves);
      EXPECT_EQ(known.first->second, leaves) << entry.name << " at depth " << depth;
    }
  });
}

REGISTER_TYPED_TEST_SUITE_P(GameRules, CountsWhatItLists, TakesMovesBack, KeysStandForPositions,
                            TextsAreReadBack, EndsHaveAnOutcome, HaveAReferee, PerftGoesTwoWays,
                            GeneratorsAgree);

}  // namespace plylab::perft::verify
