// Engines that talk: UCI and xboard with their dialects, over standard input and output.
#pragma once

#include <iosfwd>
#include <string>

#include "tests/mutants/game.h"

namespace plylab::chess::mutants {

/// Speaks UCI until "quit" or the end of the input. `question` is the word that asks for a divide
/// ("go perft", "divide") or for a total ("perft").
void talk_uci(Game& game, const std::string& question, Dialect dialect, std::istream& in,
              std::ostream& out);

/// Speaks xboard in the same way, and understands both "perft" and "divide".
void talk_xboard(Game& game, Dialect dialect, std::istream& in, std::ostream& out);

}  // namespace plylab::chess::mutants
