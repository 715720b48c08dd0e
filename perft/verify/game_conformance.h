// The conformance suite for your own game, in your own GoogleTest program:
//
//   #include <perft/verify/game_conformance.h>
//   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, GameRules, MyGame);
//
// in namespace plylab::perft::verify, where MyGame models plylab::Game (gen/game/game.h). Link with
// GTest::gtest_main. Every generator of the game is tested on the positions of random games. Only
// you can check that the rules are those of the game: compare perft with published counts, and the
// outcome of positions with what you know of them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "gen/base/random.h"
#include "gen/game/game_members.h"
#include "gen/game/moves.h"
#include "gen/game/read_position.h"
#include "gen/game/referee.h"
#include "perft/verify/position_checks.h"
#include "perft/walk/walk.h"

namespace plylab::perft::verify {

/// The fixture of the suite.
template <class G>
class GameRules : public ::testing::Test {
  static_assert(require_game<G>());

 protected:
  static constexpr int games = 200;

  /// The maximum number of plies of a random game.
  static int longest() {
    int plies = 300;
    if constexpr (requires { G::longest(G::parse(G::start)); })
      plies = std::min(plies, G::longest(G::parse(G::start)));
    return plies;
  }

  /// Plays the same random games with every generator that this CPU can run, and calls
  /// visit(position) for each position.
  static void for_each_position(auto&& visit) {
    for_each_generator<G>([&](const auto& entry) {
      if (!entry.runs()) return;
      using Board = typename std::decay_t<decltype(entry)>::Board;
      SCOPED_TRACE(std::string(entry.name));
      std::uint64_t state = 1;
      const int max_plies = longest();
      for (int game = 0; game < games && !::testing::Test::HasFatalFailure(); ++game) {
        Board board(G::parse(G::start));
        std::string played;
        for (int ply = 0; ply <= max_plies; ++ply) {
          visit(board);
          if (::testing::Test::HasFatalFailure()) {
            ADD_FAILURE() << "that was after the moves '" << played << "' from the start";
            break;
          }
          if (outcome(board) != Outcome::ongoing) break;
          const auto moves = board.generate();
          ASSERT_GT(moves.size(), 0U) << "count() is " << board.count() << ", after " << played;
          const auto move = moves.begin()[splitmix64(state) % moves.size()];
          if (ply > 0) played += ' ';
          played += move_text(board, move);
          board.make(move);
        }
      }
    });
  }

  /// Makes one of soak's checks in every position.
  static void expect(Check check) {
    for_each_position(
        [&](const auto& board) { ASSERT_EQ(fault_of<G>(check, board), "") << info(check).help; });
  }

  /// Perft with only generate() and make(), and a copy for each move.
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
TYPED_TEST_P(GameRules, CountsWhatItLists) { this->expect(Check::moves); }

/// unmake() restores key, packed form, side to move and moves. make() changes the packed form and
/// the side to move, because all searches negate the value of a child.
TYPED_TEST_P(GameRules, TakesMovesBack) { this->expect(Check::unmake); }

/// Among all positions visited, and others near them, equal keys mean equal packed forms, and equal
/// packed forms mean equal keys and equal moves.
TYPED_TEST_P(GameRules, KeysStandForPositions) {
  KeySurvey<TypeParam> known;
  this->for_each_position([&](const auto& board) {
    const std::string fault = known.look_around(board);
    ASSERT_TRUE(fault.empty()) << fault;
  });
}

/// move_from_text() finds every move by its move_text(), which is unique, and rejects nonsense.
TYPED_TEST_P(GameRules, TextsAreReadBack) { this->expect(Check::move_text); }

/// move_from_text() rejects moves that are legal only in other positions.
TYPED_TEST_P(GameRules, TextsFromElsewhereAreRefused) {
  std::vector<std::string> elsewhere;  // texts of moves in earlier positions
  std::size_t next = 0;
  this->for_each_position([&](const auto& board) {
    const auto legal = board.generate();
    for (std::size_t i = 0; i < 4 && !elsewhere.empty(); ++i) {
      const std::string& text = elsewhere[next++ % elsewhere.size()];
      const auto found = move_from_text(board, text);  // may be another spelling of a legal move
      ASSERT_TRUE(!found || std::find(legal.begin(), legal.end(), *found) != legal.end())
          << "'" << text << "' is read as a move that is not legal";
    }
    if (legal.size() > 0) elsewhere.push_back(move_text(board, legal.begin()[next % legal.size()]));
  });
}

/// A position's text is read back as the same position with the same text, throughout a game.
TYPED_TEST_P(GameRules, PositionsAreReadBack) {
  using G = TypeParam;
  using Board = FirstBoard<G>;
  std::uint64_t state = 1;
  for (int game = 0; game < 20; ++game) {
    auto start = G::parse(G::start);
    for (int ply = 0; ply <= this->longest(); ++ply) {
      const std::string text = G::to_string(start);
      const auto again = G::parse(text);
      ASSERT_EQ(G::to_string(again), text);
      ASSERT_TRUE(Board(again).packed() == Board(start).packed())
          << "'" << text << "' loses a fact";
      if constexpr (takes_moves<G>) {
        const Board board(start);
        const auto moves = board.generate();
        if (outcome(board) != Outcome::ongoing || moves.size() == 0) break;
        try {
          start = plylab::detail::after<G>(start, moves.begin()[splitmix64(state) % moves.size()]);
        } catch (const InputError&) {
          break;  // the notation cannot express the position
        }
      } else {
        break;
      }
    }
  }
}

/// All known positions can be parsed.
TYPED_TEST_P(GameRules, KnownPositionsAreRead) {
  if constexpr (requires { TypeParam::positions; }) {
    for (const KnownPosition& known : TypeParam::positions) {
      EXPECT_NO_THROW(TypeParam::parse(known.text)) << known.name << ", '" << known.text << "'";
    }
  }
}

/// A position without moves is won, lost or drawn.
TYPED_TEST_P(GameRules, EndsHaveAnOutcome) { this->expect(Check::ending); }

/// The referee lists the legal moves, reads each as players write it, and ends a game when the
/// rules do, or at the latest after longest() plies.
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
      ASSERT_FALSE(moves.empty()) << "no moves, and yet the referee knows no end";
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

/// Perft with make, unmake and bulk counting equals perft with copies that visits every leaf.
TYPED_TEST_P(GameRules, PerftGoesTwoWays) {
  int tested = 0;
  this->for_each_position([&](const auto& board) {
    if (tested++ % 97 != 0) return;
    const auto slow = this->slow_perft(board, 3);
    ASSERT_EQ(perft::perft(board, 3), Count(slow));
  });
}

/// All generators list the same moves in the same positions: up to depth 3, and in random games.
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
  for_each_generator<G>([&](const auto& entry) {
    if (!entry.runs()) return;
    std::uint64_t state = 1;
    const int max_plies = this->longest();
    for (int game = 0; game < this->games; ++game) {
      FirstBoard<G> first(G::parse(G::start));
      typename std::decay_t<decltype(entry)>::Board board(G::parse(G::start));
      std::string played;
      for (int ply = 0; ply <= max_plies; ++ply) {
        const auto moves = sorted_moves(first);
        ASSERT_TRUE(sorted_moves(board) == moves)
            << entry.name << " lists other moves than " << std::get<0>(G::generators).name
            << ", after the moves '" << played << "' from the start";
        if (moves.empty() || outcome(first) != Outcome::ongoing) break;
        const auto move = moves[splitmix64(state) % moves.size()];
        played += (ply > 0 ? " " : "") + move_text(first, move);
        first.make(move);
        board.make(move);
      }
    }
  });
}

REGISTER_TYPED_TEST_SUITE_P(GameRules, CountsWhatItLists, TakesMovesBack, KeysStandForPositions,
                            TextsAreReadBack, TextsFromElsewhereAreRefused, PositionsAreReadBack,
                            KnownPositionsAreRead, EndsHaveAnOutcome, HaveAReferee,
                            PerftGoesTwoWays, GeneratorsAgree);

}  // namespace plylab::perft::verify
