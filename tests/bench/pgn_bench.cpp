// What reading games costs: bytes of PGN a second, by one thread, with and without their moves.
#include <benchmark/benchmark.h>

#include <string>

#include "gen/pgn/replay.h"
#include "gen/pgn/scanner.h"
#include "tests/bench/random_games.h"

namespace plylab::pgn {
namespace {

/// Random games, about 4 MiB.
std::string random_games(bool comments) {
  std::string text;
  for (std::uint64_t number = 1; text.size() < 4 << 20; ++number)
    bench::add_random_game(number, comments, text);
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
