#!/bin/sh
# The laboratory of Connect Four, asked as its user would ask it. Argument: the program.
set -e
lab=$1
counts=$("$lab" perft --depth 8 --format csv | awk -F, '/^-,bits,/ { printf "%s ", $4 }')
test "$counts" = "7 49 343 2401 16807 117649 823536 5673234 "
"$lab" divide --depth 7 | grep -q "^total *823536$"
"$lab" perft --depth 7 --stats | grep -q "wins"
"$lab" search --depth 8 --algo alphabeta,pvs --order ranked --detail | grep -q "Counters"
"$lab" search --position 4444 --depth 6 --algo alphabeta --with plain --with table=1 |
  grep -q "connect4"
cat > experiment.toml <<'TOML'
[[positions]]
name = "openings"
position = ["4", "44", "43"]
depth = 6
ordering = "ranked"
switches = "table=1"
TOML
"$lab" experiment experiment.toml | grep -q "openings"
"$lab" list games | grep -q "Connect Four"
status=0
"$lab" perft --position 8 2>error.txt || status=$?
test "$status" = 2
test "$(cat error.txt)" = "$(basename "$lab"): connect4: '8': no such move there"
