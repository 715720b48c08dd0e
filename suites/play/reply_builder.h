// Writes down what an engine says after a request, and believes only what is legal.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "suites/play/chess_request.h"
#include "suites/play/engine_info.h"

namespace plylab::suites::play {

/// Fills a reply. The time runs from the making of this object to its end, however that comes.
class ReplyBuilder {
 public:
  ReplyBuilder(const ChessRequest& request, Reply& reply) : request_(request), reply_(reply) {}
  ~ReplyBuilder() { reply_.seconds = seconds(); }
  ReplyBuilder(const ReplyBuilder&) = delete;
  ReplyBuilder& operator=(const ReplyBuilder&) = delete;

  /// Takes a line of thinking. It becomes an EngineLine if all its moves are legal, one after the
  /// other: else it belongs to another position. A score that is only a bound is left out, and the
  /// line with it if the move is that of the line before.
  ///
  /// Where the engine names a high score but no mate in so many moves, as many xboard engines do,
  /// a line that ends in mate tells how many.
  ///
  /// False if the engine is beyond the request's depth, or twice its nodes: it does not know
  /// such a limit, must be told to stop, and nothing of that counts.
  bool hear(const EngineInfo& info);

  /// Takes the move that it plays: the last line, if it is not that already.
  void play(chess::Move move);

 private:
  void write(const EngineInfo& info);
  double seconds() const;

  const ChessRequest& request_;
  Reply& reply_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace plylab::suites::play
