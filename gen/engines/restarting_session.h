// A session that is begun again after a fault.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "gen/engines/engine_fault.h"

namespace plylab::engines {

/// Keeps a session, and starts a new one where the last one has failed or was ended.
template <class Session>
class RestartingSession {
 public:
  using Start = std::function<std::unique_ptr<Session>()>;

  /// Starts the first session. Throws what `start` throws.
  explicit RestartingSession(Start start) : start_(std::move(start)), session_(start_()) {}

  /// The running session; nothing after a fault.
  Session* get() const { return session_.get(); }

  /// Ends the session; the next use starts a new one.
  void end() { session_.reset(); }

  /// What use(session) returns. Throws what the start of a session and `use` throw; after an
  /// EngineFault the session is ended.
  template <class Use>
  auto with(Use&& use) {
    if (!session_) session_ = start_();
    try {
      return use(*session_);
    } catch (const EngineFault&) {
      session_.reset();
      throw;
    }
  }

 private:
  Start start_;
  std::unique_ptr<Session> session_;
};

}  // namespace plylab::engines
