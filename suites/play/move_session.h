// A session with one running engine that plays, in whatever protocol.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "suites/play/chess_request.h"
#include "suites/play/engine_spec.h"

namespace plylab::suites::play {

/// A running engine that can be asked for moves. After an EngineFault it is of no more use.
class MoveSession {
 public:
  virtual ~MoveSession() = default;

  /// What it calls itself; empty if it does not.
  virtual std::string name() const = 0;
  virtual Protocol protocol() const = 0;

  /// Whether it can play more than one game.
  virtual bool reusable() const { return true; }

  /// What comes next has nothing to do with what was before.
  virtual void new_game() = 0;

  /// Asks for a move in a position that has one. The reply is filled as the engine speaks, so that
  /// it keeps what was said before an EngineFault.
  virtual void play(const ChessRequest& request, Reply& reply) = 0;
};

/// Starts an engine in its protocol, or in the first that it understands. Throws EngineFault, and
/// InputError about its options.
std::unique_ptr<MoveSession> start_session(const EngineSpec& spec, const std::atomic<bool>& stop);

}  // namespace plylab::suites::play
