// Waiting for the move of an engine that thinks: what it says meanwhile, and when it is told to
// stop.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/engines/engine_session.h"
#include "suites/play/chess_request.h"
#include "suites/play/engine_info.h"
#include "suites/play/reply_builder.h"

namespace plylab::suites::play {

/// How a protocol speaks of thinking and moves.
struct MoveDialect {
  std::string question;        ///< the line that asks for a move
  std::string_view stop;       ///< the line that asks for it at once
  engines::Seconds leeway{0};  ///< to end by itself when its time is over
  std::optional<EngineInfo> (*read_info)(std::string_view line);
  /// The move that a line plays; may be empty.
  std::optional<std::string> (*read_move)(const std::string& line);
  /// Whether a line ends the game in place of a move.
  bool (*ends_game)(const std::string& line);
};

/// Waits for the answer to the question. What the engine says goes to the builder. An engine that
/// goes beyond the request's limits is told to stop, and has the grace period to do so. Throws
/// EngineFault: no_answer if it does not, or if it needs the whole timeout, resigned if it ends the
/// game.
std::string await_move(engines::EngineSession& session, const ChessRequest& request,
                       const MoveDialect& dialect, ReplyBuilder& builder);

/// The legal move that a text names. Throws EngineFault (illegal_move) if there is none.
chess::Move legal_move(engines::EngineSession& session, const chess::Mailbox& board,
                       const std::string& text);

}  // namespace plylab::suites::play
