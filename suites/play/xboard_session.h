// Engines that play by the protocol of xboard and WinBoard (Mann and Muller, 2009).
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/engines/engine_session.h"
#include "suites/play/move_session.h"

namespace plylab::suites::play {

/// A session by the xboard protocol. In a game the engine hears only the moves that are new to it;
/// every other position is set up afresh. Before it may think, it is synchronised by a ping, or, if
/// it knows none, by a short silence.
class XboardSession : public MoveSession {
 public:
  /// Engines of version 1 of the protocol tell no features; with `must_tell` these are refused.
  /// Throws EngineFault, and InputError about options.
  XboardSession(const EngineSpec& spec, bool must_tell, const std::atomic<bool>& stop);

  std::string name() const override { return session_.name(); }
  Protocol protocol() const override { return Protocol::xboard; }
  bool reusable() const override { return session_.features().reuse(); }
  void new_game() override { known_.reset(); }
  /// The protocol has no limit of nodes.
  void play(const ChessRequest& request, Reply& reply) override;

 private:
  /// What stands on the engine's board.
  struct BoardState {
    chess::Setup start;
    std::vector<chess::Move> moves;
  };

  void set_options();
  void set_up(const ChessRequest& request);
  void begin_game(const chess::ValidSetup& start);
  void set_limits(const ChessRequest& request, chess::Color mover);
  std::string text_of(const chess::Mailbox& board, chess::Move move) const;

  EngineSpec spec_;
  engines::EngineSession session_;
  std::optional<BoardState> known_;
  bool in_chess960_ = false;
};

}  // namespace plylab::suites::play
