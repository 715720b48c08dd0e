// What the transposition table saves, and what it costs to be exact.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string_view>

#include "gen/chess/registry.h"
#include "perft/walk/run.h"

namespace {

using namespace plylab;

struct Work {
  const char* name;
  std::string_view fen;
  int depth;
  std::uint64_t leaves;
};
constexpr Work works[] = {
    {"startpos", chess::startpos_fen, 7, 3195901860},
    {"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 6,
     8031647685}};

void count(benchmark::State& state, const Work& work, std::size_t mib, bool exact, int threads) {
  perft::Job job{.generator = "bitboard", .depth = work.depth};
  job.threads = threads;
  job.hash_mib = mib;
  job.exact = exact;
  perft::TableUse use;
  for (auto _ : state) {
    const auto result = perft::run<chess::Chess>(chess::ValidSetup(work.fen), job);
    if (result.leaves != Count(work.leaves)) return state.SkipWithError("wrong count");
    use = result.table->use;
  }
  state.counters["hits"] = static_cast<double>(use.hits) / static_cast<double>(use.probes);
}

}  // namespace

int main(int argc, char** argv) {
  for (const Work& work : works)
    for (const std::size_t mib : {1, 64, 1024})
      for (const int threads : {1, 2})
        for (const bool exact : {false, true})
          benchmark::RegisterBenchmark(
              fmt::format("{}_{}/{}MiB/{}_threads/{}", work.name, work.depth, mib, threads,
                          exact ? "exact" : "keys")
                  .c_str(),
              [=, &work](benchmark::State& state) { count(state, work, mib, exact, threads); })
              ->Unit(benchmark::kMillisecond)
              ->UseRealTime();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
