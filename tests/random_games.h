// Positions of seeded random games, the same on every machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/fen.h"
#include "gen/chess/keys.h"
#include "suites/epd.h"
#include "tests/reference.h"

namespace plylab::testing {

/// The records of a shipped suite.
inline std::vector<suites::Record> shipped_suite(const std::string& name) {
  return suites::load_suite(std::string(PLYLAB_SUITES_DIR) + "/" + name + ".epd").records;
}

/// Calls visit(position, next) for the positions of a random game, with the move that is played
/// there; ends after `plies` or with the game.
template <class Visit>
void random_game(const chess::Fen& start, std::uint64_t seed, int plies, Visit&& visit) {
  chess::Fen fen = chess::Setup(start).fen();
  for (int ply = 0; ply < plies; ++ply) {
    const auto moves = reference::legal_moves(fen);
    if (moves.empty()) return;
    const chess::Move next = moves[chess::split_mix(seed) % moves.size()];
    visit(fen, moves, next);
    fen = reference::after(fen, next);
  }
}

/// One game from each position of suites/perft.epd, which cover every rule, and more from the
/// normal array, until `positions` have been visited.
template <class Visit>
void random_positions(int positions, int plies_a_game, Visit&& visit) {
  const auto suite = shipped_suite("perft");
  int visited = 0;
  for (std::uint64_t game = 0; visited < positions; ++game) {
    const auto& start = suite[game % suite.size()].fen;
    random_game(start, game, plies_a_game, [&](const auto& fen, const auto& moves, auto next) {
      ++visited;
      visit(fen, moves, next);
    });
  }
}

}  // namespace plylab::testing
