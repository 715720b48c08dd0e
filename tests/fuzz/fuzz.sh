#!/usr/bin/env bash
# Fuzzes one target by libFuzzer for so many seconds: fuzz.sh TARGET SECONDS SOURCE BUILD
# Builds what it needs by a clang that has libFuzzer and OpenMP, with ASan and UBSan. Exit status 77:
# there is no such clang.
set -euo pipefail
target=$1 seconds=$2 source=$3 build=$4

find_clang() {
  local scratch
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' RETURN
  cat >"$scratch/probe.cpp" <<'EOF'
#include <omp.h>
extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }
EOF
  for cxx in ${PLYLAB_FUZZ_CXX:-clang++-19 clang++-14 clang++}; do
    if "$cxx" -fopenmp -fsanitize=fuzzer,address,undefined "$scratch/probe.cpp" -o "$scratch/probe" \
      2>/dev/null; then
      echo "$cxx"
      return
    fi
  done
}

cxx=$(find_clang)
if [[ -z $cxx ]]; then
  echo "skipped: there is no clang with libFuzzer (Debian: clang-19 libclang-rt-19-dev libomp-19-dev)"
  exit 77
fi

build=$build/$(basename "$cxx") # each compiler has its own
mkdir -p "$build"
log=$build/build.log
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" -DPLYLAB_SANITIZE=address,undefined -DPLYLAB_FUZZ=ON \
  -DPLYLAB_TESTS=OFF >"$log"
cmake --build "$build" --target "fuzz_$target" "fuzz_${target}_replay" >>"$log" ||
  { tail -n 40 "$log" && exit 1; }

corpus=$build/corpus/$target
"$build/tests/fuzz/fuzz_${target}_replay" --write "$corpus"
cd "$build"
# libFuzzer's own status for a finding is 77, by which ctest would take it for skipped.
"tests/fuzz/fuzz_$target" "$corpus" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 \
  -max_len=4096 -error_exitcode=1 -print_final_stats=1 -artifact_prefix="found-$target-"
