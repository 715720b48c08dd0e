// Writes down what an engine says in the course of a turn, and believes only what is legal.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "gen/chess/mailbox/mailbox.h"
#include "suites/play/engine_info.h"
#include "suites/play/player.h"

namespace plylab::suites::play {

/// Fills a reply. The time runs from the making of this object to its end, however that comes.
class Scribe {
 public:
  Scribe(const Turn& turn, const chess::Mailbox& board, Reply& reply)
      : turn_(turn), board_(board), reply_(reply) {}
  ~Scribe() { reply_.seconds = seconds(); }
  Scribe(const Scribe&) = delete;
  Scribe& operator=(const Scribe&) = delete;

  /// Takes a line of thinking. It becomes an answer if all its moves are legal, one after the
  /// other: else it belongs to another position. A score that is only a bound is left out, and the
  /// line with it if the move is that of the answer before.
  ///
  /// Where the engine names a high score but no mate in so many moves, as many xboard engines do,
  /// a line that ends in mate tells how many.
  ///
  /// False if the engine is beyond the turn's depth, or twice the turn's nodes: it does not know
  /// such a limit, must be told to stop, and nothing of that counts.
  bool hear(const Told& told);

  /// Takes the move that it plays: the last answer, if it is not that already.
  void play(chess::Move move);

 private:
  void write(const Told& told);
  double seconds() const;

  const Turn& turn_;
  const chess::Mailbox& board_;
  Reply& reply_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace plylab::suites::play
