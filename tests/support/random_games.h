// Positions of seeded random games, the same on every machine.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/keys.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"
#include "gen/epd/epd.h"
#include "perft/verify/random_positions.h"

namespace plylab::testing {

/// The records of a shipped suite.
inline std::vector<epd::Record> shipped_suite(const std::string& name) {
  return epd::load_suite(fmt::format("{}/{}.epd", PLYLAB_SUITES_DIR, name)).records;
}

/// Calls visit(position, moves, next) for the positions of a random game, with all legal moves and
/// the one that is played; ends after `plies` or with the game.
template <class Visit>
void random_game(const chess::Setup& start, std::uint64_t seed, int plies, Visit&& visit) {
  chess::Setup setup = chess::ValidSetup(start).setup();
  for (int ply = 0; ply < plies; ++ply) {
    const auto moves = chess::legal_moves(setup);
    if (moves.empty()) return;
    const chess::Move next = perft::verify::draw_move(setup, moves, seed);
    visit(setup, moves, next);
    setup = chess::after(setup, next);
  }
}

/// Games from the positions of suites/data/perft.epd, which cover every rule, in turn, until
/// `positions` have been visited.
template <class Visit>
void random_positions(int positions, int plies_per_game, Visit&& visit) {
  const auto suite = shipped_suite("perft");
  int visited = 0;
  std::uint64_t game = 0;
  while (visited < positions) {
    // Every second game starts from one of the six positions, which have all pieces on the board.
    const auto& start = suite[game % 2 == 0 ? game / 2 % 6 : game / 2 % suite.size()].setup;
    random_game(start, game, plies_per_game, [&](const auto& setup, const auto& moves, auto next) {
      ++visited;
      visit(setup, moves, next);
    });
    ++game;
  }
}

/// A starting array of Chess960 for White and another one for Black.
inline chess::Setup draw_arrays(std::uint64_t& seed) {
  const auto draw = [&seed] {
    return chess::chess960_start(static_cast<unsigned>(splitmix64(seed) % chess::chess960_starts));
  };
  chess::Setup setup = draw();
  const chess::Setup other = draw();
  for (int s = chess::a7; s <= chess::h8; ++s) {
    const auto square = static_cast<chess::Square>(s);
    setup.squares[square] = other.squares[square];
  }
  setup.castling[chess::index(chess::black)] = other.castling[chess::index(chess::black)];
  return setup;
}

/// A legal position with few pieces in which kings and rooks stand anywhere on their back ranks and
/// most may castle; often a piece lurks behind such a rook, which then is an inner one or a shield,
/// and strays stand in the way or attack it.
inline chess::Setup draw_castlers(std::uint64_t& seed) {
  using namespace chess;
  const auto dice = [&seed](int faces) {
    return static_cast<int>(splitmix64(seed) % static_cast<unsigned>(faces));
  };
  while (true) {
    Setup setup;
    setup.side = dice(2) == 0 ? white : black;
    for (const Color color : {white, black}) {
      const int rank = color == white ? 0 : 7;
      const int king_file = 1 + dice(6);
      setup.squares[make_square(king_file, rank)] = make_piece(color, king);
      for (const CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside}) {
        if (dice(4) == 0) continue;
        const int outward = castling_side == CastlingSide::queenside ? -1 : 1;
        const int room = castling_side == CastlingSide::queenside ? king_file : 7 - king_file;
        const int distance = 1 + dice(room);
        const Square rook_square = make_square(king_file + outward * distance, rank);
        setup.squares[rook_square] = make_piece(color, rook);
        if (dice(8) != 0)
          setup.castling[chess::index(color)][chess::index(castling_side)] = rook_square;
        if (distance < room && dice(2) == 0) {
          const PieceType type = dice(4) == 0 ? queen : rook;
          const Color side = dice(2) == 0 ? color : !color;
          const int further = distance + 1 + dice(room - distance);
          setup.squares[make_square(king_file + outward * further, rank)] = make_piece(side, type);
        }
      }
    }
    for (int strays = dice(7); strays > 0; --strays) {
      const auto square = static_cast<Square>(dice(64));
      const auto type = static_cast<PieceType>(bishop + dice(5));
      const bool edge = rank_of(square) == 0 || rank_of(square) == 7;
      if (setup.squares[square] == no_piece && !(type == pawn && edge))
        setup.squares[square] = make_piece(dice(2) == 0 ? white : black, type);
    }
    if (!in_check(setup.squares, !setup.side)) return setup;
  }
}

/// Games of Chess960 until `positions` have been visited: one in 32, which are long, from two
/// starting arrays, the others from castlers.
template <class Visit>
void random_chess960_positions(int positions, Visit&& visit) {
  int visited = 0;
  std::uint64_t game = 0;
  while (visited < positions) {
    std::uint64_t seed = game;
    const bool arrays = game % 32 == 0;
    const chess::Setup start = arrays ? draw_arrays(seed) : draw_castlers(seed);
    random_game(start, seed, arrays ? 60 : 4, [&](const auto& setup, const auto& moves, auto next) {
      ++visited;
      visit(setup, moves, next);
    });
    ++game;
  }
}

}  // namespace plylab::testing
