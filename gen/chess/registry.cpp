#include "gen/chess/registry.h"

#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"
#include "gen/chess/explain/terms.h"

namespace plylab::chess {

ValidSetup Chess::after(const ValidSetup& position, Move move) {
  return ValidSetup(chess::after(position.setup(), move));
}

std::string Chess::why_illegal(const ValidSetup& position, std::string_view text) {
  if (!read_move(position.setup(), text)) return "";  // the explanation does not read SAN
  return chess::why_illegal(position.setup(), text).sentence;
}

}  // namespace plylab::chess
