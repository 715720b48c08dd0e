#include "gen/chess/registry.h"

#include "gen/chess/line.h"

namespace plylab::chess {

std::vector<std::string> Chess::words(const ValidSetup& position, const std::vector<Move>& moves) {
  return san_words(position, moves);
}

}  // namespace plylab::chess
