#!/bin/sh
# The laboratory of Connect Four, asked as its user would ask it. Argument: the program.
set -e
lab=$1
mkdir -p lab_files
cd lab_files
# Runs it and leaves out the line that repeats the command: a name of the command would be found there.
lab() {
  local status=0
  "$lab" "$@" > told.txt || status=$?
  grep -v '^[$] ' told.txt || true
  return $status
}
counts=$(lab perft --depth 8 --format csv | awk -F, '/^-,bits,/ { printf "%s ", $4 }')
test "$counts" = "7 49 343 2401 16807 117649 823536 5673234 "
lab divide --depth 7 | grep -q "^total *823536$"
lab perft --depth 7 --stats | grep -q "wins"
lab list statistics | grep -q "^wins  *last moves that make four in a row$"
lab list members > members.txt
grep -q "^longest  *yes " members.txt
grep -q "^with_seed  *no " members.txt
lab perft --depth 1 | grep -q '^"-"  *bits  *1  *7 '  # not a position that is unknown
lab search --depth 8 --algo alphabeta,pvs --order ranked --detail | grep -q "Counters"
lab search --position 4444 --depth 6 --algo alphabeta --with plain --with table=1 |
  grep -q "connect4"
cat > experiment.toml <<'TOML'
[[positions]]
name = "openings"
position = ["4", "44", "43"]
depth = 6
ordering = "ranked"
switches = "table=1"
TOML
lab experiment experiment.toml | grep -q "openings"
lab list games | grep -q "Connect Four"
# Beside a program of one's own, which is called as perftree scripts are.
cat > mine <<SCRIPT
#!/bin/sh
"$lab" divide --depth \$1 --position "\$2" \${3:+--moves "\$3"} --format csv --table divide --quiet |
  sed '1d; s/total,//; s/,/ /'
SCRIPT
chmod +x mine
lab divide --depth 3 --engine ./mine > beside.txt
grep -q "^4 *49 *49$" beside.txt
printf '#!/bin/sh\n./mine "$@" | sed "s/^4 49$/4 48/"\n' > wrong
chmod +x wrong
status=0
lab divide --depth 3 --engine ./wrong > beside.txt || status=$?
test "$status" = 1
grep -q "^4 *49 *48 *-1$" beside.txt
lab list documents | grep -q "/ADDING.md$"
# What is shipped for chess is not listed, nor what makes sense in chess only.
for shipped in suites experiments solvers trees; do
  status=0
  lab list $shipped 2>error.txt || status=$?
  test "$status" = 2
done
lab list switches > switches.txt
grep -q "^table " switches.txt
! grep -q "^killers " switches.txt || exit 1
rm -f games.pgn
match() {
  lab match --search "one=pvs order ranked" --search two=alphabeta --depth 4 \
    --limits "two:depth 1" --games 6 --seed 3 --pgn games.pgn "$@"
}
match > whole.txt
test "$(grep -c '^\[Variant "connect4"\]$' games.pgn)" = 6
tr '\n' ' ' < games.pgn | grep -q ' 1\. [1-7] {book} 1\.\.\. [1-7] {book} 2\. '
grep -q '^\[Reason "win"\]$' games.pgn
head -c 4000 games.pgn > torn.pgn
mv torn.pgn games.pgn
match --resume > resumed.txt
test "$(grep -c '^ *[1-6]  random' resumed.txt)" = 6
test "$(grep '^ *[1-6]  random' whole.txt)" = "$(grep '^ *[1-6]  random' resumed.txt)"
status=0
lab match --search pvs --search minimax --engine stockfish 2>error.txt || status=$?
test "$status" = 2
status=0
lab perft --position 8 2>error.txt || status=$?
test "$status" = 2
test "$(cat error.txt)" = "$(basename "$lab"): connect4: '8': no such move there"
# No help speaks of what is not there: other games, chess's options, or the program plylab.
for command in perft divide verify frontier soak bench "bench perft" search experiment match list; do
  help=$(lab $command --help)
  # It compares programs in every game.
  test "$command" != divide || help=$(echo "$help" | grep -v -e --engine)
  if echo "$help" | grep -nE 'classical|plylab (perft|divide|bench|search|experiment|list|match)|tictactoe|--fen|--suite|e2e4|[Cc]hess|FEN|EPD|[Ss]tockfish|castle|--engine|x88|killers|quiescence|null'; then
    echo "in the help of $command"
    exit 1
  fi
done
lab perft --help | grep -q "^  $(basename "$lab") perft --depth 6 --gen all --stats$"
lab search --depth 7 --algo all --order ranked | grep -q " copy "
lab verify --search all,copy | grep -q "^copy  *[1-9][0-9]*  *0  *[0-9]*  *[0-9]*  *0  *0$"
