// The protocol of xboard and WinBoard (Mann and Muller, 2009): asks engines for moves or, by
// extensions that some have, for counts.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "gen/engines/move_session.h"
#include "gen/engines/perft_protocol.h"

namespace plylab::engines {

/// The handshake. Engines of protocol version 1 do not reply to "protover 2".
Handshake xboard_handshake();

/// The protocol with a line that asks for counts, such as "perft {depth}".
PerftProtocol xboard_perft(const std::string& name, const std::string& question);

/// Whether edit mode, which old engines have in place of setboard, can set up a position. It has no
/// castling rights and no e.p. square; engines assume that a king and a rook on their original
/// squares have not moved.
bool can_be_edited(const chess::Setup& setup);

/// The lines that set up a position after "new" and "force". Edit mode leaves White to move, so for
/// Black the lines make a move of White first.
std::vector<std::string> edit_lines(const chess::Setup& setup);

/// A session in the xboard protocol. During a game it sends only new moves; it sets up any other
/// position from scratch. It synchronises with the engine before each question. A pondering engine
/// does not get "force" after its move, so it answers the opponent's move by itself.
class XboardSession : public MoveSession {
 public:
  /// With `must_send`, rejects engines of protocol version 1, which send no features. Throws
  /// EngineFault, and InputError for bad options.
  XboardSession(const EngineSpec& spec, bool must_send, const std::atomic<bool>& stop);

  std::string name() const override { return session_.name(); }
  Protocol protocol() const override { return Protocol::xboard; }
  bool reusable() const override { return session_.features().reuse(); }
  void new_game() override;
  /// The protocol has no node limit.
  void play(const MoveQuestion& question, Reply& reply) override;

 private:
  /// The game on the engine's board.
  struct BoardState {
    chess::Setup start;
    std::vector<chess::Move> moves;
  };

  void set_options();
  /// Sends the position, and returns the line that starts the engine thinking.
  std::string set_up(const MoveQuestion& question);
  void begin_game(const chess::ValidSetup& start);
  void set_limits(const MoveQuestion& question, chess::Color mover);
  std::string text_of(const chess::Mailbox& board, chess::Move move) const;

  EngineSpec spec_;
  EngineSession session_;
  std::optional<BoardState> known_;
  int period_ = 0;  // of the time control that the engine knows
  bool in_chess960_ = false;
  bool plays_ = false;  // not in force mode: it thinks after an opponent's move
};

}  // namespace plylab::engines
