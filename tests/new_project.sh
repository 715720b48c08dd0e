#!/bin/sh
# What plylab new writes builds, passes its tests and runs as it is. Arguments: the program, a folder
# to work in, CMake's generator, the compiler.
set -e
plylab=$1
rm -rf "$2"
mkdir -p "$2"
cd "$2"

"$plylab" new mine > next.txt
grep -q "cmake -S mine -B mine/build && cmake --build mine/build$" next.txt
cmake -S mine -B mine/build -G "$3" -DCMAKE_CXX_COMPILER="$4" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
grep -q -e "-O3" mine/build/compile_commands.json # without a build type
cmake --build mine/build
ctest --test-dir mine/build --output-on-failure
mine/build/mine search --suite bratko-kopec --algo mine,pvs | grep -q " mine "
! grep @ mine/CMakeLists.txt mine/mine.cpp || exit 1

# Nothing is overwritten, and a name must do for the program, the search and the evaluation.
for name in mine pvs test all ALL_BUILD CMakeFiles INSTALL Makefile PACKAGE preinstall RUN_TESTS \
  ZERO_CHECK 4mine my/mine "my mine" ""; do
  status=0
  "$plylab" new "$name" 2> error.txt || status=$?
  test "$status" = 2
  test "$(wc -l < error.txt)" = 1
done
test "$(ls)" = "$(printf 'error.txt\nmine\nnext.txt')"
