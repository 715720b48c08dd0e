#!/bin/sh
# Runs the program of the archive for ARM64 on an emulated CPU, if ./lab package arm64 has made it: its
# generators agree, and it counts, searches and solves as this machine's program does. Ends with 77
# without the archive or the emulator. Arguments: the source tree, this machine's program.
set -eu
source=$1
native=$2
command -v qemu-aarch64 >/dev/null || exit 77
set -- "$source"/build/arm64/packages/plylab-*-linux-aarch64.tar.xz
[ -e "$1" ] || exit 77

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -xf "$1" -C "$folder"
arm=$(echo "$folder"/plylab-*/bin/plylab)
commit() { "$@" --version | head -n 1; }
if [ "$(commit qemu-aarch64 "$arm")" != "$(commit "$native")" ]; then
  echo "skipped: the archive is of another commit: $(commit qemu-aarch64 "$arm")"
  exit 77
fi

# The rows of a command's tables, without costs and kernels. plylab ends with 0 only if all generators
# agree.
rows() {
  "$@" --format json --quiet >"$folder/report.json"
  grep '^        {' "$folder/report.json" | sed -E 's/"([a-z_]*seconds|rate|kernel)":[^,}]*//g'
}
same() {
  rows "$native" "$@" >"$folder/native"
  rows qemu-aarch64 "$arm" "$@" >"$folder/arm"
  test -s "$folder/native"
  diff "$folder/native" "$folder/arm" >&2 || {
    echo "plylab $*: the programs differ" >&2
    exit 1
  }
}

same perft --suite perft --depth 3 --gen all --table perft
for game in nightrider checkers reversi; do
  same perft --game "$game" --depth 5 --gen all --table perft
done
same perft --fen kiwipete --depth 3 --stats --table statistics
same search --suite bratko-kopec --algo alphabeta,pvs,mtdf --depth 3 --table raw
same mate --fen '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1'
qemu-aarch64 "$arm" soak --positions 20000 --quiet >/dev/null
