// The speed of your move generator beside plylab's, in your own Google Benchmark program:
//
//   #include <perft/verify/benchmark.h>
//   int main(int argc, char** argv) {
//     plylab::perft::verify::register_perft_benchmarks<MyGenerator>("mine");
//     benchmark::Initialize(&argc, argv);
//     benchmark::RunSpecifiedBenchmarks();
//   }
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include "gen/chess/registry.h"
#include "gen/epd/epd.h"
#include "perft/count/walk.h"
#include "perft/verify/generator.h"

namespace plylab::perft::verify {

/// Registers, for each of the first six positions of the suite `perft`, a count by your generator
/// and one by each of plylab's generators: perft to the greatest stated depth of at most
/// `most_leaves` leaves, on one thread and without a table. Counter: leaves a second.
template <GuestGenerator G>
void register_perft_benchmarks(const std::string& name, std::uint64_t most_leaves = 10'000'000) {
  const auto add = [](const std::string& title, Count leaves, auto count) {
    benchmark::RegisterBenchmark(title.c_str(), [=](benchmark::State& state) {
      for (auto _ : state)
        if (Count(count()) != leaves) state.SkipWithError("a wrong count");
      state.counters["leaves/s"] = benchmark::Counter(
          static_cast<double>(leaves), benchmark::Counter::kIsIterationInvariantRate);
    })->Unit(benchmark::kMillisecond);
  };
  const auto records = epd::find_suite("perft").records;
  for (std::size_t i = 0; i < std::min<std::size_t>(6, records.size()); ++i) {
    const chess::Setup setup = records[i].setup;
    epd::PerftCount goal;
    for (const epd::PerftCount& stated : epd::perft_counts(records[i]))
      if (stated.paths <= most_leaves) goal = stated;
    const int depth = static_cast<int>(goal.depth);
    const std::string suffix = '/' + records[i].id().value_or("") + '/' + std::to_string(depth);
    add(name + suffix, goal.paths, [setup, depth] {
      G position(to_string(setup));
      return guest_perft(position, depth);
    });
    for (const std::string& generator : generator_names<chess::Chess>())
      add(generator + suffix, goal.paths, [setup, depth, generator] {
        return with_generator<chess::Chess>(generator, "", [&]<class Entry>(const Entry&) {
          return perft::perft(typename Entry::Board(chess::ValidSetup(setup)), depth);
        });
      });
  }
}

}  // namespace plylab::perft::verify
