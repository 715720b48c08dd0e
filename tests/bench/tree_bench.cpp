// Nodes per second of alpha-beta on synthetic trees: what the trees themselves cost.
#include <benchmark/benchmark.h>

#include <string>

#include "gen/tree/tree.h"
#include "search/algorithms/iterative_deepening.h"
#include "search/run/registry.h"

namespace {

using namespace plylab;
using namespace plylab::search;

void search_tree(benchmark::State& state, const std::string& text) {
  const tree::Tree root{tree::parse_spec(text)};
  const auto depth = static_cast<int>(root.spec().depth);
  std::uint64_t nodes = 0;
  for (auto _ : state) {
    Searcher<tree::Tree, tree::TreeEvaluation> s(root, {}, {.order = "generation"});
    benchmark::DoNotOptimize(iterate<AlphaBetaSoft>(s, depth, {}));
    nodes += s.visited();
  }
  state.counters["nodes/s"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

}  // namespace

int main(int argc, char** argv) {
  for (const char* text : {"tree(width=20,depth=6)", "tree(width=40,depth=6,values=independent)",
                           "tree(width=10..30,depth=6)", "tree(width=20,depth=6,merge=0.3)"})
    benchmark::RegisterBenchmark(text, search_tree, text)->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
