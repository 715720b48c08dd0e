#include "gen/epd/games.h"

#include <fmt/format.h>

#include <utility>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"

namespace plylab::epd {

Record record_of(const pgn::ScannedGame& game, const pgn::Board& board,
                 std::optional<chess::Move> played) {
  Record record;
  record.setup = board.setup();
  record.line = game.line;
  const auto add = [&](const char* opcode, std::string text, bool quoted) {
    record.operations.push_back({opcode, {{std::move(text), quoted}}});
  };
  if (played && *played != pgn::null_move) add("sm", to_san(board, *played), false);
  add("c9", std::string(game.outcome()), true);
  const std::string_view white = game.tag("White"), black = game.tag("Black");
  if (!white.empty() || !black.empty()) add("id", fmt::format("{} - {}", white, black), true);
  return record;
}

bool is_pgn(std::string_view text) {
  skip_byte_order_mark(text);
  skip(text);
  return pgn::is_tag(text);
}

void read_games(std::string_view text, Suite& suite) {
  pgn::Scanner scanner(text);
  pgn::Replayer replayer;
  pgn::Line line;
  for (pgn::ScannedGame game; scanner.next(game);) {
    auto fault = game.fault;
    if (!fault && !is_chess(game))
      fault = pgn::Fault{game.line, fmt::format("a game of {}", game.tag("Variant"))};
    if (!fault) fault = replayer.replay(game, line);
    if (fault) {
      suite.issues.push_back({suite.path, fault->line, fault->what});
      continue;
    }
    const bool is_problem = !game.tag("FEN").empty();
    bool first = true;
    for_each_position(line, [&](const pgn::Board& board, const auto& move) {
      if (is_problem ? first : !move) suite.records.push_back(record_of(game, board, move));
      first = false;
    });
    for (Operation& operation : suite.records.back().operations)
      if (operation.opcode == "sm") operation.opcode = "bm";
  }
}

}  // namespace plylab::epd
