// Nodes per second of every search, with its counters and without them.
#include <benchmark/benchmark.h>

#include <string>

#include "gen/chess/registry.h"
#include "search/deepen.h"
#include "search/registry.h"
#include "search/statistics.h"

namespace {

using namespace plylab;
using namespace plylab::search;

constexpr std::string_view kiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

template <class Search, class Stats, class Board>
void search_kiwipete(benchmark::State& state, int depth) {
  const Board root{chess::Setup(kiwipete)};
  std::uint64_t nodes = 0;
  for (auto _ : state) {
    Searcher<Board, TableEvaluation, ChessOrder, Stats> s(
        root, TableEvaluation(piece_square_table), ChessOrder(ChessOrder::Kind::captures), {});
    benchmark::DoNotOptimize(Search::search(s, depth, 0, -infinity, infinity));
    nodes += s.visited();
  }
  state.counters["nodes/s"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

template <class Generator, class Algorithm>
void add(const Generator& generator, const Algorithm& algorithm) {
  using Board = typename Generator::Board;
  using Search = typename Algorithm::Search;
  const int depth = algorithm.name == "minimax" ? 3 : 4;
  const std::string name = std::string(algorithm.name) + '/' + std::string(generator.name) +
                           std::string(generator.kernel);
  benchmark::RegisterBenchmark((name + "/counters").c_str(),
                               search_kiwipete<Search, Counters, Board>, depth)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark((name + "/no_stats").c_str(),
                               search_kiwipete<Search, NoStats, Board>, depth)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  plylab::chess::for_each_generator([](const auto& generator) {
    std::apply([&](const auto&... algorithm) { (add(generator, algorithm), ...); }, algorithms);
  });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
