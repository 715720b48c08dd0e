// PGN: games as they are, written and read again, and the comments of matches.
#include "gen/pgn/pgn.h"

#include "gen/chess/registry.h"
#include "gen/epd/epd.h"
#include "gen/game/game_info.h"
#include "gen/tictactoe/tictactoe.h"
#include "suites/play/match/game_file.h"
#include "tests/fuzz/target.h"

namespace plylab::fuzz {
namespace {

void read_and_write(std::string_view text, const GameInfo& game) {
  for (const pgn::PgnGame& one : pgn::parse_pgn(text, "file", game).games) {
    for (const pgn::PgnMove& ply : one.moves) {
      const auto info = suites::play::match::info_in(ply.comment);
      const auto written = suites::play::match::info_in(suites::play::match::to_comment(info));
      require(written.mate == info.mate && written.centipawns == info.centipawns,
              "a comment is not read back");
    }
    if (one.tags.empty() && one.moves.empty()) continue;  // nothing but a variation
    const pgn::PgnFile again = pgn::parse_pgn(pgn::to_pgn(one, game), "file", game);
    require(again.issues.empty() && again.games.size() == 1, "what is written is no game");
    require(again.games.front().start == one.start, "it begins elsewhere");
    require(again.games.front().moves.size() == one.moves.size(), "it has other moves");
  }
}

/// What the reader of many games finds are legal moves.
void replay(std::string_view text) {
  pgn::Scanner scanner(text);
  pgn::Replayer replayer;
  pgn::Line line;
  for (pgn::ScannedGame game; scanner.next(game);) {
    if (game.fault) continue;
    replayer.replay(game, line);
    pgn::for_each_position(line, [](const pgn::Board& board, const auto& move) {
      if (!move || *move == pgn::null_move) return;
      const auto legal = board.generate();
      require(std::find(legal.begin(), legal.end(), *move) != legal.end(), "an illegal move");
    });
  }
}

}  // namespace

void run(std::string_view text) {
  static const GameInfo chess = info_of<chess::Chess>(), small = info_of<tictactoe::TicTacToe>();
  read_and_write(text, chess);
  read_and_write(text, small);
  replay(text);
}

std::vector<std::string> seeds() {
  std::vector<std::string> games{
      "[Event \"A \\\"quoted\\\" name\"]\n[White \"W\"]\n\n{before} 1.e4 $1 {a\ncomment} (1. d4 "
      "d5) "
      "1... e5! ; rest\n% no\n2.Nf3 Nc6?? 3. Bb5 a6 {+0.35/12 0.530s 1234567n} 0-1\n\n1. d4 *",
      "[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 40\"]\n[SetUp \"1\"]\n\n40... Kd7 41. O-O-O+ 1-0\n",
      "1. a1 b2 2. c3 {-M4/9 1s 2n} 1-0", "1. e4 {-M4 1s} ; -0\n 1-0",
      "1. e4 e5 2. Ke2 Ke7 e.p. 1/2-1/2\r\r\n1. f3"};
  for (const char* name : {"perft.epd", "seeds.epd"})
    for (const epd::Record& record : epd::parse_suite(shipped(name), name).records)
      games.push_back("[FEN \"" + to_string(record.setup) + "\"]\n\n*\n");
  return games;
}

}  // namespace plylab::fuzz
