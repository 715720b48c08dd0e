#include "suites/play/await_move.h"

#include <fmt/format.h>

#include "gen/chess/board/notation.h"

namespace plylab::suites::play {

using engines::FaultKind;
using engines::from_now;
using engines::Seconds;

std::string await_move(engines::EngineSession& session, const ChessRequest& request,
                       const MoveDialect& dialect, ReplyBuilder& builder) {
  const auto allowed = request.time_allowed();
  const Seconds limit = allowed ? Seconds(*allowed) + dialect.leeway : session.limits().timeout;
  const Seconds grace_period = session.limits().grace_period;
  auto deadline = from_now(limit);
  bool stopped = false, late = false;
  const auto stop = [&] {
    session.send(std::string(dialect.stop));
    stopped = true;
    deadline = from_now(grace_period);
  };
  while (true) {
    std::string line;
    if (!session.read(line, deadline)) {
      if (stopped) session.fail_silent(dialect.question, limit + grace_period);
      late = true;
      stop();
      continue;
    }
    if (const auto move = dialect.read_move(line)) {
      if (late && !allowed) session.fail_silent(dialect.question, limit);
      return *move;
    }
    if (dialect.ends_game(line))
      session.fail(FaultKind::resigned,
                   fmt::format("does not move but says '{}'", engines::printable(line)));
    const auto info = dialect.read_info(line);
    if (info && !builder.hear(*info) && !stopped) stop();
  }
}

chess::Move legal_move(engines::EngineSession& session, const chess::Mailbox& board,
                       const std::string& text) {
  try {
    return chess::parse_move(board, text);
  } catch (const chess::MoveError&) {
    session.fail(FaultKind::illegal_move,
                 fmt::format("plays '{}', which is no legal move", engines::printable(text)));
  }
}

}  // namespace plylab::suites::play
