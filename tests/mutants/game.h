// What an engine made of a Mutant knows and answers, whatever protocol it speaks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/mutants/mutant.h"
#include "tests/mutants/walk.h"

namespace plylab::chess::mutants {

/// How root moves and totals are written.
enum class Dialect : std::uint8_t {
  colon,  ///< "e2e4: 20", then "Nodes searched: 400", as Stockfish does
  plain,  ///< "e2e4 20", then "400"
  total   ///< "1. e2e4 = 20", then "Total: 400"
};

/// A position with its moves, played and counted by the mutant itself, so that a fault in make()
/// accumulates as in a real engine.
class Game {
 public:
  explicit Game(Fault fault);

  Fault fault() const { return mutant_.fault(); }

  /// Sets a position up as it stands in the text. Throws InputError if that is no FEN.
  void set_up(std::string_view fen);
  /// Plays a move in UCI, or O-O or O-O-O. Throws InputError if the mutant does not list it.
  void play(std::string_view text);
  /// How castling is written and understood.
  void use(CastlingText castling) { castling_ = castling; }
  /// Forgets what is in the table.
  void forget();

  std::uint64_t perft(int depth) { return walker_.perft(mutant_, depth); }

  /// Root moves and total, one a line. The depth may be 0: then there are no root moves.
  std::string divide(int depth, Dialect dialect);

 private:
  Mutant mutant_;
  Walker walker_;
  Setup before_;  ///< the position set up last
  CastlingText castling_ = CastlingText::destination;
};

/// A depth from text. Throws InputError unless it is a whole number from 0 to 60.
int parse_depth(std::string_view text);

}  // namespace plylab::chess::mutants
