// What reading games costs: bytes of PGN a second, by one thread, with and without their moves.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>

#include "gen/base/random.h"
#include "gen/chess/board/notation.h"
#include "gen/pgn/replay.h"
#include "gen/pgn/scanner.h"

namespace plylab::pgn {
namespace {

/// Random games of up to 160 plies in export format, about 4 MiB.
std::string random_games(bool comments) {
  std::string text;
  std::uint64_t seed = 1;
  for (int number = 1; text.size() < 4 << 20; ++number) {
    text += fmt::format(
        "[Event \"Random games\"]\n[Site \"?\"]\n[Date \"2026.01.01\"]\n[Round \"{}\"]\n"
        "[White \"First\"]\n[Black \"Second\"]\n[Result \"*\"]\n\n",
        number);
    Board board{chess::ValidSetup(chess::startpos_fen)};
    std::string line;
    const auto add = [&](const std::string& word) {
      line += (line.empty() ? "" : " ") + word;
      if (line.size() < 70) return;
      text += line + '\n';
      line.clear();
    };
    for (int ply = 0; ply < 160; ++ply) {
      const auto moves = board.generate();
      if (moves.empty()) break;
      const auto move = moves[static_cast<std::size_t>(splitmix64(seed) % moves.size())];
      if (ply % 2 == 0) add(fmt::format("{}.", ply / 2 + 1));
      add(to_san(board, move));
      if (comments) add(fmt::format("{{+0.{:02}/12 0.{:03}s}}", ply % 100, ply));
      board.make(move);
    }
    text += line + " *\n\n";
  }
  return text;
}

void scan(benchmark::State& state) {
  const std::string text = random_games(state.range(0) != 0);
  for (auto _ : state) {
    Scanner scanner(text);
    for (ScannedGame game; scanner.next(game);)
      if (game.fault) state.SkipWithError("a game was not understood");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void replay(benchmark::State& state) {
  const std::string text = random_games(state.range(0) != 0);
  std::size_t plies = 0;
  for (auto _ : state) {
    Scanner scanner(text);
    Replayer replayer;
    Line line;
    for (ScannedGame game; scanner.next(game); plies += line.moves.size())
      if (game.fault || replayer.replay(game, line))
        state.SkipWithError("a game was not understood");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
  state.SetItemsProcessed(static_cast<std::int64_t>(plies));
}

BENCHMARK(scan)->ArgName("comments")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(replay)->ArgName("comments")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace plylab::pgn

BENCHMARK_MAIN();
