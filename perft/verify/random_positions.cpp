#include "perft/verify/random_positions.h"

#include <cassert>
#include <set>
#include <string>

#include "gen/chess/board/keys.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"

namespace plylab::perft::verify {

using namespace chess;

Move draw_move(const Setup& setup, const std::vector<Move>& moves, std::uint64_t& seed) {
  assert(!moves.empty());
  const auto dice = splitmix64(seed) % 4;
  std::vector<Move> wanted;
  for (const Move move : moves) {
    const bool special = move.is_castle() || move.is_promotion() || move.is_en_passant() ||
                         move.kind() == MoveKind::double_push;
    if (dice < 2 ? special : dice == 2) {
      const Setup next = after(setup, move);
      if (dice < 2 || in_check(next.squares, next.side)) wanted.push_back(move);
    }
  }
  const auto& choice = wanted.empty() ? moves : wanted;
  return choice[splitmix64(seed) % choice.size()];
}

std::vector<Setup> random_positions(std::size_t number, std::uint64_t seed, bool chess960,
                                    const std::function<bool(std::size_t drawn)>& goes_on) {
  constexpr int longest_game = 150, max_plies_apart = 8;
  std::vector<Setup> positions;
  std::set<std::string> seen;
  while (positions.size() < number && (!goes_on || goes_on(positions.size()))) {
    Setup setup = chess960 ? chess960_start(static_cast<unsigned>(splitmix64(seed) % 960))
                           : parse_fen("startpos");
    auto wait = splitmix64(seed) % max_plies_apart;
    for (int ply = 0; ply < longest_game && positions.size() < number; ++ply) {
      const auto moves = legal_moves(setup);
      if (moves.empty()) break;
      setup = after(setup, draw_move(setup, moves, seed));
      if (wait-- > 0) continue;
      wait = splitmix64(seed) % max_plies_apart;
      if (seen.insert(epd_fields(setup)).second) positions.push_back(setup);
    }
  }
  return positions;
}

}  // namespace plylab::perft::verify
