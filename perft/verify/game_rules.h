// What the tests of a game's conformance have in common: its random games, and a perft that trusts
// little.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include "gen/base/random.h"
#include "gen/game/game_members.h"

namespace plylab::perft::verify {

/// The fixture of the suite (perft/verify/game_conformance.h).
template <class G>
class GameRules : public ::testing::Test {
  static_assert(require_game<G>());

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
        std::string played;
        for (int ply = 0; ply <= most_plies; ++ply) {
          visit(board);
          if (::testing::Test::HasFatalFailure()) {
            ADD_FAILURE() << "that was behind the moves '" << played << "' from the start";
            break;
          }
          if (outcome(board) != Outcome::ongoing) break;
          const auto moves = board.generate();
          ASSERT_GT(moves.size(), 0U) << "count() is " << board.count() << ", behind " << played;
          const auto move = moves.begin()[splitmix64(state) % moves.size()];
          if (ply > 0) played += ' ';
          played += move_text(board, move);
          board.make(move);
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

}  // namespace plylab::perft::verify
