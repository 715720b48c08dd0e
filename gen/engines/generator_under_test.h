// What can be verified: somebody's move generator, asked for counts of move paths.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/count.h"
#include "gen/chess/board/fen.h"
#include "gen/chess/board/move.h"
#include "gen/engines/process.h"

namespace plylab::engines {

/// How many move paths of a length there are after some moves from a position.
struct PerftQuestion {
  chess::Setup start;
  std::vector<chess::Move> moves = {};  ///< played one after the other; all legal
  int depth = 1;                        ///< at least 1
  /// The right answer, for generators that only say whether they agree with one.
  std::optional<Count> expected = {};
};

/// A root move as the generator writes it, with the leaves below it where it says so.
struct ReportedBranch {
  std::string move;
  std::optional<Count> leaves = {};

  friend bool operator==(const ReportedBranch&, const ReportedBranch&) = default;
};

/// What a generator answers; nothing of it is judged yet.
struct PerftAnswer {
  /// As it states, or else the sum of the branches; none if it only says that it disagrees.
  std::optional<Count> total = {};
  std::vector<ReportedBranch> branches =
      {};  ///< in its order, repetitions kept; empty if it has none
  double seconds = 0;
};

/// What a generator can be asked.
struct Abilities {
  bool plays_moves = true;  ///< takes PerftQuestion::moves; otherwise it must be empty
  bool divides = true;      ///< answers with branches
  bool counts = true;       ///< answers with numbers, not with yes or no
  bool chess960 = true;     ///< sets up castling rights of any rook, see chess::needs_chess960
};

/// Somebody's move generator. After an EngineFault it can be asked again: it starts afresh.
class GeneratorUnderTest {
 public:
  virtual ~GeneratorUnderTest() = default;

  /// What it calls itself, or else how it was named to us.
  virtual std::string name() const = 0;
  virtual Abilities abilities() const = 0;
  /// Throws EngineFault.
  virtual PerftAnswer ask(const PerftQuestion& question) = 0;
  /// Forgets all that was asked so far: a new process, an empty table.
  virtual void restart() = 0;
};

}  // namespace plylab::engines
