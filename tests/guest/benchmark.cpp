// A guest's generator timed beside plylab's.
#include <suites/guest/benchmark.h>

#include "generator.h"

int main(int argc, char** argv) {
  plylab::suites::register_perft_benchmarks<guest::Generator>("mine", 100'000);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
