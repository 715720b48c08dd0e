// How fast endgame tables are built, by phases, written and read: numbers of both sides a second.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string>

#include "gen/chess/endgames/builder.h"

namespace {

using namespace plylab;
using chess::EndgameTable;
using chess::EndgameTables;
using chess::Ending;

constexpr const char* names[] = {"KQKR", "KBNK", "KRKP", "KPKP"};

/// An ending's table with those that it needs, built once.
const EndgameTable& built(const std::string& name, EndgameTables& tables) {
  for (const Ending& ending : chess::with_successors(std::array{Ending::parse(name)}))
    if (!tables.find(ending)) tables.add(chess::build_table(ending, tables, 2, nullptr, "bench"));
  return *tables.find(Ending::parse(name));
}

EndgameTables& all_tables() {
  static EndgameTables tables;
  return tables;
}

benchmark::Counter rate(double numbers, double seconds) { return numbers / seconds; }

void build(benchmark::State& state, const char* name, int threads) {
  const EndgameTable& known = built(name, all_tables());
  const auto numbers = 2. * static_cast<double>(known.slots().size());
  RetrogradeSeconds seconds;
  for (auto _ : state) {
    const auto table =
        chess::build_table(known.ending(), all_tables(), threads, nullptr, "bench", &seconds);
    if (table->hash() != known.hash()) return state.SkipWithError("another table");
  }
  state.counters["numbers/s"] =
      benchmark::Counter(numbers, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["positions/s"] = rate(numbers, seconds.positions);
  state.counters["start/s"] = rate(numbers, seconds.start);
  state.counters["propagation/s"] = rate(numbers, seconds.propagation);
}

/// Moves backwards from every 64th position.
void unmove(benchmark::State& state, const char* name) {
  const EndgameTable& table = built(name, all_tables());
  const chess::EndingGraph graph(table.ending(), all_tables());
  std::size_t moves = 0;
  for (auto _ : state)
    for (const Side side : {chess::white, chess::black})
      for (std::size_t slot = 0; slot < table.slots().size(); slot += 64)
        if (table.value(side, slot).exists()) moves += graph.predecessors(table, side, slot).size();
  state.counters["moves/s"] =
      benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}

void write_and_read(benchmark::State& state, const char* name, int threads) {
  const EndgameTable& table = built(name, all_tables());
  const std::string path =
      std::filesystem::temp_directory_path() / chess::file_name(table.ending());
  for (auto _ : state) {
    table.write(path, threads);
    EndgameTable(path).check(threads);
  }
  state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(path));
  std::filesystem::remove(path);
}

}  // namespace

int main(int argc, char** argv) {
  const auto add = [](const std::string& name, auto&& work) {
    benchmark::RegisterBenchmark(name.c_str(), work)->Unit(benchmark::kMillisecond)->UseRealTime();
  };
  for (const char* name : names) {
    for (const int threads : {1, 2}) {
      add(fmt::format("build/{}/{}_threads", name, threads),
          [=](benchmark::State& state) { build(state, name, threads); });
      add(fmt::format("write_and_read/{}/{}_threads", name, threads),
          [=](benchmark::State& state) { write_and_read(state, name, threads); });
    }
    add(fmt::format("unmove/{}", name), [=](benchmark::State& state) { unmove(state, name); });
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
