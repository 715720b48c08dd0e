// A guest's generator timed beside plylab's.
#include <perft/verify/benchmark.h>

#include "generator.h"

int main(int argc, char** argv) {
  plylab::perft::verify::register_perft_benchmarks<guest::Generator>("mine", 100'000);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
