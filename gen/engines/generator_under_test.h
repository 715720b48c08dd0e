// The interface to a user's move generator that counts paths of moves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/count.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/engines/engine_fault.h"

namespace plylab::engines {

/// The question: how many paths of `depth` moves there are after `moves` from a position.
struct PerftQuestion {
  chess::Setup start;
  std::vector<chess::Move> moves = {};  ///< played from there; all legal
  int depth = 1;                        ///< at least 1
};

/// A root move as the generator writes it, and the leaves below it if given.
struct ReportedBranch {
  std::string move;
  std::optional<Count> leaves = {};

  friend bool operator==(const ReportedBranch&, const ReportedBranch&) = default;
};

/// The answer of a generator, right or wrong.
struct PerftAnswer {
  std::optional<Count> total = {};            ///< as stated, or the sum of the branches
  std::vector<ReportedBranch> branches = {};  ///< unsorted, with repetitions; may be empty
  double seconds = 0;
  std::vector<std::string> unread = {};  ///< the other lines of its output, at most 500
};

/// What a generator can do.
struct Abilities {
  bool plays_moves = true;  ///< takes PerftQuestion::moves, which otherwise must be empty
  bool divides = true;      ///< answers with branches
  bool chess960 = true;     ///< takes positions with chess::needs_chess960()
  bool remembers = true;    ///< keeps its process between questions, perhaps with a table of counts
  bool patient = true;      ///< answers hundreds of questions; a person who is asked does not
};

/// A user's move generator. After an EngineFault it restarts and can be asked again.
class GeneratorUnderTest {
 public:
  virtual ~GeneratorUnderTest() = default;

  /// The generator's own name, or else the one that the user gave.
  virtual std::string name() const = 0;
  virtual Abilities abilities() const = 0;
  /// Throws EngineFault.
  virtual PerftAnswer ask(const PerftQuestion& question) = 0;
  /// Forgets all earlier questions: a new process, an empty table.
  virtual void restart() = 0;
};

}  // namespace plylab::engines
