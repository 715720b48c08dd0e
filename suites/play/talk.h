// A talk with one running engine, in whatever language.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "suites/play/engine_spec.h"
#include "suites/play/player.h"

namespace plylab::suites::play {

/// A running engine that can be asked for moves. After a SubjectError it is of no more use.
class Talk {
 public:
  virtual ~Talk() = default;

  /// What it calls itself; empty if it does not.
  virtual std::string name() const = 0;
  virtual Language language() const = 0;

  /// Whether it can play more than one game.
  virtual bool reusable() const { return true; }

  /// What comes next has nothing to do with what was before.
  virtual void new_game() = 0;

  /// Asks for a move in a position that has one. The reply is filled as the engine speaks, so that
  /// it keeps what was said before a SubjectError.
  virtual void play(const Turn& turn, Reply& reply) = 0;
};

/// Starts an engine in its language, or in the first that it understands. Throws SubjectError, and
/// InputError about its options.
std::unique_ptr<Talk> start_talk(const EngineSpec& spec, const std::atomic<bool>& stop);

}  // namespace plylab::suites::play
