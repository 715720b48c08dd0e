// Nodes per second of every search, with its counters and without them, on three positions.
#include <benchmark/benchmark.h>

#include <string>

#include "gen/chess/registry.h"
#include "search/algorithms/iterative_deepening.h"
#include "search/base/statistics.h"
#include "search/run/registry.h"

namespace {

using namespace plylab;
using namespace plylab::search;

constexpr std::string_view positions[] = {
    chess::startpos_fen, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2qnrnk/p2b2b1/1p1p2pp/2pPpp2/1PP1P3/PRNBB3/3QNPPP/5RK1 w - - 0 1"};  // the last: Bratko-Kopec
                                                                           // 24

template <class Search, class Stats, class Board>
void search_all(benchmark::State& state, int depth) {
  std::uint64_t nodes = 0;
  for (auto _ : state)
    for (const std::string_view fen : positions) {
      Settings settings{.order = Order::captures};
      settings.switches.table = needs_table<Search> ? 64 : 0;
      Searcher<Board, ChessEvaluation, Stats> s(
          Board{chess::ValidSetup(fen)}, ChessEvaluation(ChessEvaluation::Kind::pst), settings);
      benchmark::DoNotOptimize(iterate<Search>(s, depth, {}));
      nodes += s.visited();
    }
  state.counters["nodes/s"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

template <class Board, class Algorithm>
void add(const std::string& board, const Algorithm& algorithm) {
  using Search = typename Algorithm::Search;
  const bool wide = algorithm.name == "minimax" || algorithm.name == "sss";
  const std::string name = std::string(algorithm.name) + '/' + board;
  const auto add_with = [&](const char* stats, auto function) {
    benchmark::RegisterBenchmark((name + stats).c_str(), function, wide ? 3 : 5)
        ->Unit(benchmark::kMillisecond);
  };
  add_with("/counters", search_all<Search, Counters, Board>);
  add_with("/no_stats", search_all<Search, NoStats, Board>);
}

/// All searches on the default board, alpha-beta on the others.
template <class Generator>
void add_all(const Generator& generator) {
  using Board = typename Generator::Board;
  const std::string board = std::string(generator.name) + std::string(generator.kernel);
  if constexpr (std::is_same_v<Board, chess::Bitboard<chess::Magic>>)
    std::apply([&](const auto&... algorithm) { (add<Board>(board, algorithm), ...); }, algorithms);
  else
    add<Board>(board, Algorithm<AlphaBetaSoft>{"alphabeta-soft", ""});
}

}  // namespace

int main(int argc, char** argv) {
  plylab::for_each_generator<plylab::chess::Chess>([](const auto& generator) {
    if (generator.runs()) add_all(generator);
  });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
