// Engines that play by the protocol of xboard and WinBoard (Mann and Muller, 2009).
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "suites/play/channel.h"
#include "suites/play/features.h"
#include "suites/play/move_session.h"
#include "suites/play/reply_builder.h"

namespace plylab::suites::play {

/// A session by the xboard protocol. In a game the engine hears only the moves that are new to it;
/// every other position is set up afresh. Before it may think, it is synchronised by a ping, or, if
/// it knows none, by a short silence.
class XboardSession : public MoveSession {
 public:
  /// Engines of version 1 of the protocol tell no features; with `must_tell` these are refused.
  /// Throws EngineFault, and InputError about options.
  XboardSession(const EngineSpec& spec, bool must_tell, const std::atomic<bool>& stop);

  std::string name() const override { return engines::printable(features_.name()); }
  Protocol protocol() const override { return Protocol::xboard; }
  bool reusable() const override { return features_.reuse(); }
  void new_game() override { known_.reset(); }
  /// The protocol has no limit of nodes.
  void play(const MoveRequest& request, Reply& reply) override;

 private:
  /// What stands on the engine's board.
  struct Game {
    chess::Setup start;
    std::vector<chess::Move> moves;
  };

  void greet(bool must_tell);
  void take(const Feature& feature);
  void set_options();
  chess::Mailbox set_up(const MoveRequest& request);
  void begin_game(const chess::ValidSetup& start);
  void edit(const chess::Setup& setup);
  void set_limits(const MoveRequest& request, chess::Color mover);
  void synchronise(const std::vector<std::string>& sent);
  void expect_no_refusal(const std::string& line, const std::vector<std::string>& sent);
  std::string text_of(const chess::Mailbox& board, chess::Move move) const;
  std::string best_move(const MoveRequest& request, ReplyBuilder& builder);

  EngineSpec spec_;
  Channel channel_;
  Features features_;
  std::optional<Game> known_;
  bool in_chess960_ = false;
  int pings_ = 0;
};

}  // namespace plylab::suites::play
