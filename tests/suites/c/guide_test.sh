#!/bin/sh
# Builds the first program of a guide as it says, with the installed library, and compares what it
# prints: guide_test.sh GUIDE COMPILER PREFIX FOLDER
set -eu
guide=$1 compiler=$2 prefix=$3 folder=$4
mkdir -p "$folder"
sed -n '/^```c$/,/^```$/p' "$guide" | sed '1d;/^```$/,$d' >"$folder/count.c"
library=$(dirname "$(find "$prefix" -name libplylab.so)")
"$compiler" -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" "$folder/count.c" \
  -L"$library" -lplylab -Wl,-rpath,"$library" -o "$folder/count"
expected=$(sed -n 's/^    cc .*# //p' "$guide")
test -n "$expected" && test "$("$folder/count")" = "$expected"
