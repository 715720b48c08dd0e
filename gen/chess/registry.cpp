#include "gen/chess/registry.h"

#include "gen/chess/line.h"

namespace plylab::chess {

std::vector<std::string> Chess::words(const ValidSetup& start, const std::vector<Move>& moves) {
  return san_words(start, moves);
}

}  // namespace plylab::chess
