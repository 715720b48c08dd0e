// Positions of seeded random games, the same on every machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/fen.h"
#include "gen/chess/keys.h"
#include "gen/chess/rulebook.h"
#include "gen/chess/rules.h"
#include "suites/epd.h"

namespace plylab::testing {

/// The records of a shipped suite.
inline std::vector<suites::Record> shipped_suite(const std::string& name) {
  return suites::load_suite(std::string(PLYLAB_SUITES_DIR) + "/" + name + ".epd").records;
}

/// A move of the kind that the dice ask for, if there is one: every second time a special one,
/// every fourth a check; so that what is rare in play at random is common here.
inline chess::Move draw_move(const chess::Fen& fen, const std::vector<chess::Move>& moves,
                             std::uint64_t& seed) {
  const auto dice = chess::split_mix(seed) % 4;
  std::vector<chess::Move> wanted;
  for (const chess::Move move : moves) {
    const bool special = move.is_castle() || move.is_promotion() || move.is_en_passant() ||
                         move.kind() == chess::MoveKind::double_push;
    if (dice < 2 ? special : dice == 2) {
      const chess::Fen next = chess::after(fen, move);
      if (dice < 2 || chess::in_check(next.squares, next.side)) wanted.push_back(move);
    }
  }
  const auto& choice = wanted.empty() ? moves : wanted;
  return choice[chess::split_mix(seed) % choice.size()];
}

/// Calls visit(position, moves, next) for the positions of a random game, with all legal moves and
/// the one that is played; ends after `plies` or with the game.
template <class Visit>
void random_game(const chess::Fen& start, std::uint64_t seed, int plies, Visit&& visit) {
  chess::Fen fen = chess::Setup(start).fen();
  for (int ply = 0; ply < plies; ++ply) {
    const auto moves = chess::legal_moves(fen);
    if (moves.empty()) return;
    const chess::Move next = draw_move(fen, moves, seed);
    visit(fen, moves, next);
    fen = chess::after(fen, next);
  }
}

/// Games from the positions of suites/perft.epd, which cover every rule, in turn, until `positions`
/// have been visited.
template <class Visit>
void random_positions(int positions, int plies_a_game, Visit&& visit) {
  const auto suite = shipped_suite("perft");
  int visited = 0;
  for (std::uint64_t game = 0; visited < positions; ++game) {
    // Every second game starts from one of the six positions, which have all pieces on the board.
    const auto& start = suite[game % 2 == 0 ? game / 2 % 6 : game / 2 % suite.size()].fen;
    random_game(start, game, plies_a_game, [&](const auto& fen, const auto& moves, auto next) {
      ++visited;
      visit(fen, moves, next);
    });
  }
}

}  // namespace plylab::testing
