// The protocol of xboard and WinBoard (Mann and Muller, 2009): engines that are asked for moves or,
// by extensions that some have, for counts.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "gen/engines/move_session.h"
#include "gen/engines/perft_protocol.h"

namespace plylab::engines {

/// Engines of version 1 of the protocol do not reply to "protover 2".
Handshake xboard_handshake();

/// The protocol with a line that asks for counts, such as "perft {depth}".
PerftProtocol xboard_perft(const std::string& name, const std::string& question);

/// Whether the edit mode of old engines, which have no setboard, can set a position up: it knows
/// neither castling rights nor e.p. squares, and engines assume that a king and a rook at home have
/// not moved.
bool can_be_edited(const chess::Setup& setup);

/// The lines that set it up after "new" and "force". Edit mode keeps the side to move, which is
/// White: for Black, White makes a move first.
std::vector<std::string> edit_lines(const chess::Setup& setup);

/// A session in the xboard protocol. During a game the engine gets only the moves that it does not
/// know yet; any other position is set up from scratch. Before each question it is synchronised. An
/// engine that ponders is not sent "force" after its move, and answers the opponent's by itself.
class XboardSession : public MoveSession {
 public:
  /// Engines of version 1 of the protocol send no features; with `must_send` these are refused.
  /// Throws EngineFault, and InputError about options.
  XboardSession(const EngineSpec& spec, bool must_send, const std::atomic<bool>& stop);

  std::string name() const override { return session_.name(); }
  Protocol protocol() const override { return Protocol::xboard; }
  bool reusable() const override { return session_.features().reuse(); }
  void new_game() override;
  /// The protocol has no limit of nodes.
  void play(const MoveQuestion& question, Reply& reply) override;

 private:
  /// The game on the engine's board.
  struct BoardState {
    chess::Setup start;
    std::vector<chess::Move> moves;
  };

  void set_options();
  /// Returns the line after which the engine is to think.
  std::string set_up(const MoveQuestion& question);
  void begin_game(const chess::ValidSetup& start);
  void set_limits(const MoveQuestion& question, chess::Color mover);
  std::string text_of(const chess::Mailbox& board, chess::Move move) const;

  EngineSpec spec_;
  EngineSession session_;
  std::optional<BoardState> known_;
  int period_ = 0;  // of the time control that the engine knows
  bool in_chess960_ = false;
  bool plays_ = false;  // not in force mode: a move of the opponent makes it think
};

}  // namespace plylab::engines
