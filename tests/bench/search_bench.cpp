// Nodes per second of every search, and of alpha-beta on every board, on three positions.
#include <benchmark/benchmark.h>

#include <string>
#include <tuple>

#include "gen/chess/registry.h"
#include "search/run/registry.h"
#include "search/run/run.h"

namespace {

using namespace plylab;
using namespace plylab::search;

constexpr std::string_view positions[] = {
    chess::startpos_fen, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2qnrnk/p2b2b1/1p1p2pp/2pPpp2/1PP1P3/PRNBB3/3QNPPP/5RK1 w - - 0 1"};  // the last: Bratko-Kopec
                                                                           // 24

void report_rate(benchmark::State& state, std::uint64_t nodes) {
  state.counters["nodes/s"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

/// A search as plylab runs it.
void search_all(benchmark::State& state, const Job& job) {
  std::uint64_t nodes = 0;
  for (auto _ : state)
    for (const std::string_view fen : positions)
      nodes += run<chess::Chess>(chess::Chess::parse(std::string(fen)), job).visited;
  report_rate(state, nodes);
}

void add(const std::string& name, Job job) {
  const bool wide = job.algorithm == "minimax" || job.algorithm == "sss";
  job.evaluation = "pst";
  job.ordering = "captures";
  job.limits.depth = wide ? 3 : 5;
  benchmark::RegisterBenchmark(name.c_str(), search_all, job)->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  std::apply(
      [](const auto&... algorithm) {
        (add(std::string(algorithm.name), {.algorithm = std::string(algorithm.name)}), ...);
      },
      algorithms);
  for_each_generator<chess::Chess>([](const auto& generator) {
    if (!generator.runs()) return;
    const std::string board(generator.name), kernel(generator.kernel);
    add("alphabeta/" + board + kernel, {.generator = board, .kernel = kernel});
  });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
