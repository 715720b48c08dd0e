// Leaves per second of every generator on the six positions, beside Stockfish's `go perft` where it
// is installed. A benchmark whose count is wrong reports an error in place of a time.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <string>

#include "gen/chess/registry.h"
#include "perft/walk/run.h"
#include "tests/support/process.h"
#include "tests/support/random_games.h"

namespace {

using namespace plylab;

struct Work {
  std::string name;
  std::string fen;
  int depth;
  Count leaves;
};

/// The six positions, each to the depth that takes about a second.
std::vector<Work> six_positions() {
  const int depths[] = {6, 5, 7, 5, 5, 5};
  const char* names[] = {"startpos", "kiwipete", "pos3", "pos4", "pos5", "pos6"};
  const auto suite = testing::shipped_suite("perft");
  std::vector<Work> all;
  for (std::size_t i = 0; i < std::size(depths); ++i)
    for (const auto& [depth, paths] : epd::perft_counts(suite[i]))
      if (static_cast<int>(depth) == depths[i])
        all.push_back({names[i], to_string(suite[i].setup), depths[i], paths});
  return all;
}

void report_rate(benchmark::State& state, const Work& work) {
  state.counters["leaves/s"] =
      benchmark::Counter(static_cast<double>(work.leaves) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

void count(benchmark::State& state, const std::string& generator, const Work& work, int threads) {
  const chess::ValidSetup position(std::string_view(work.fen));
  for (auto _ : state) {
    perft::Job job{.generator = generator, .depth = work.depth};
    job.threads = threads;
    if (perft::run<chess::Chess>(position, job).leaves != work.leaves)
      return state.SkipWithError("wrong count");
  }
  report_rate(state, work);
}

/// Stockfish's time without that of its start.
void ask_stockfish(benchmark::State& state, const std::string& program, const Work& work) {
  const auto timed = [&](int depth) {
    const auto start = std::chrono::steady_clock::now();
    const auto out = testing::run_process(
        program, {}, fmt::format("position fen {}\ngo perft {}\nquit\n", work.fen, depth));
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    return std::pair(out.out, seconds.count());
  };
  for (auto _ : state) {
    const double idle = timed(1).second;
    const auto [out, seconds] = timed(work.depth);
    if (out.find(fmt::format("Nodes searched: {}", work.leaves)) == std::string::npos)
      return state.SkipWithError("wrong count");
    state.SetIterationTime(seconds - idle);
  }
  report_rate(state, work);
}

}  // namespace

int main(int argc, char** argv) {
  const auto stockfish = testing::find_program("stockfish");
  for (const Work& work : six_positions()) {
    const auto add = [&](const std::string& name, auto&& function) {
      return benchmark::RegisterBenchmark(fmt::format("{}/{}", work.name, name).c_str(), function)
          ->Unit(benchmark::kMillisecond);
    };
    const auto add_count = [&](const std::string& name, const std::string& generator, int threads) {
      add(name, [=](benchmark::State& state) {
        count(state, generator, work, threads);
      })->UseRealTime();
    };
    for (const std::string& generator : generator_names<chess::Chess>())
      add_count(generator, generator, 1);
    add_count("bitboard_2_threads", "bitboard", 2);
    if (stockfish)
      add("stockfish", [=](benchmark::State& state) {
        ask_stockfish(state, *stockfish, work);
      })->UseManualTime();
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
