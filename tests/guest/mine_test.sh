#!/bin/sh
# plylab with a guest's searches, evaluations and orderings, asked as the guest would ask it. Argument:
# the program.
set -e
mine=$1
mkdir -p mine_files
cd mine_files
# Runs it and leaves out the line that repeats the command: a name of the command would be found there.
mine() {
  local status=0
  "$mine" "$@" > told.txt || status=$?
  grep -v '^[$] ' told.txt || true
  return $status
}

# What is added is listed with its summary, and bash completes it.
mine list searches | grep -q "^copy  *a copy of pvs-soft$"
mine list evaluations | grep -q "^men  *a pawn for each man$"
mine list orderings | grep -q "^by-target  *captures first, then by target square$"
mine completion | grep -q "counted-men"

# same OPTION A B ARGUMENT...: a search with A and one with B visit the same nodes and find the same
# moves and values.
same() {
  option=$1 a=$2 b=$3
  shift 3
  for one in "$a" "$b"; do
    mine search "$@" "$option" "$one" --format csv --table search |
      sed "/^#/d; s/,$one,/,X,/" > "$one.csv"
  done
  cmp "$a.csv" "$b.csv"
  test "$(wc -l < "$a.csv")" -gt 1
}

# The copy of pvs is pvs, on every generator, with every kind of switch, and in every game.
same --algo pvs-soft copy --suite bratko-kopec --gen all --depth 4
same --algo pvs-soft copy --suite bratko-kopec --depth 5 --order hash --with table=1,killers,history
same --algo pvs-soft copy --depth 6 --quiescence --with null,lmr,checks,table=1
for game in $(mine list games --format csv | sed '/^#/d; s/,.*//; /^name$/d'); do
  same --algo pvs-soft copy --game "$game" --depth 3
done
# A search on positions alone is minimax.
same --algo minimax plain --suite bratko-kopec --depth 3
same --algo minimax plain --suite bratko-kopec --depth 2 --with checks
same --algo minimax plain --suite bratko-kopec --depth 2 --with quiescence,checks,no-deepening
same --algo minimax plain --game tictactoe
# An evaluation with a state is the one without it, whatever moves are made and taken back.
same --eval men counted-men --suite bratko-kopec --algo selective --depth 6
same --eval men counted-men --suite perft --algo pvs,mtdf,sss,scout --depth 3
# All generators visit the same nodes in a guest's ordering with a guest's evaluation: exit status 0.
mine search --suite bratko-kopec --gen all --depth 3 --algo all --eval men --order by-target \
  > all.txt
grep -q " copy " all.txt
grep -q " plain " all.txt

# A search that is wrong is told, with the smallest position that shows it.
status=0
mine search --suite bratko-kopec --depth 4 --algo pvs,hasty > wrong.txt || status=$?
test "$status" = 1
grep -q "the value at depth .* is .* by pvs-soft and .* by hasty" wrong.txt
grep -qE "the smallest position found that shows it: [^ ]+/[^ ]+ [wb] .*, depth [0-9]+: (-?[0-9]+) by pvs-soft and -?[0-9]+ by hasty; minimax: \1$" wrong.txt

# verify says why.
status=0
mine verify --search hasty > wrong.txt || status=$?
test "$status" = 1
grep -q "^hasty is wrong: it takes a bound for a value: " wrong.txt
mine verify --search copy,plain > right.txt
# The state of an evaluation is that of the position, whatever moves led there.
mine verify --search copy --eval counted-men --table evaluations > right.txt
grep -q "^counted-men  *[0-9]" right.txt

# Every other command takes the names.
mine eval --eval men,counted-men | grep -q "counted-men"
mine solve --suite bratko-kopec --algo copy --eval men --order by-target --depth 3 | grep -q "copy"
mine match --search "one=copy eval men" --search "two=pvs order by-target" --depth 2 --games 2 \
  > match.txt
grep -q "one" match.txt
cat > experiment.toml <<'TOML'
[[positions]]
name = "chess"
suite = "bratko-kopec"
depth = 3
variant = ["pvs", "copy"]
evaluation = ["pst", "men"]
ordering = ["captures", "by-target"]
TOML
mine experiment experiment.toml | grep -q "by-target"
printf '%s\n' uci 'setoption name Algorithm value copy' 'setoption name Evaluation value men' \
  'setoption name Ordering value by-target' isready 'position startpos' eval 'go depth 3' quit |
  mine uci > uci.txt
grep -q "^option name Algorithm .* var copy" uci.txt
grep -q "^men  *0 centipawns" uci.txt
grep -q "^bestmove [a-h][1-8]" uci.txt
(printf '%s\n' xboard 'protover 2' 'option Algorithm=copy' 'sd 2' go; sleep 1; echo quit) |
  mine xboard > xboard.txt
grep -q "^move [a-h][1-8]" xboard.txt

# A generator counts as plylab's do, by every way to count, and its rate is measured.
mine list generators | grep -q "^wrapped  *mailbox under another name$"
mine perft --suite perft --depth 3 --gen wrapped,bitboard > counts.txt
mine perft --fen kiwipete --depth 3 --gen wrapped,bitboard --stats > counts.txt
mine perft --fen kiwipete --depth 4 --gen wrapped,bitboard --hash 1 --threads 2 > counts.txt
grep -q " wrapped  *4  *4085603 " counts.txt
mine divide --fen kiwipete --depth 2 --gen wrapped | grep -q "^total  *2039$"
mine frontier --depth 3 --gen wrapped | grep -q "5362"
mine bench perft --position kiwipete --depths 3 --gen wrapped,mailbox --rounds 1 | grep -q "wrapped"
mine verify --gen wrapped > verified.txt
# One that is wrong is found, by everything that compares.
wrong() {
  status=0
  mine "$@" > wrong.txt || status=$?
  test "$status" = 1
}
wrong perft --fen kiwipete --depth 2 --gen forgetful,bitboard
wrong verify --gen forgetful
grep -q "O-O-O is legal" wrong.txt
wrong soak --positions 30000
grep -q "forgetful" wrong.txt

# What cannot be is refused in a line.
refused() {
  status=0
  mine "$@" > /dev/null 2> error.txt || status=$?
  test "$status" = 2
  test "$(wc -l < error.txt)" = 1
}
refused search --algo coppy
grep -q "did you mean copy?" error.txt
refused search --algo plain --with null
grep -q "plain: has no form with null" error.txt
refused search --game tictactoe --eval men
refused search --gen wrapped # searches are compiled for plylab's boards
refused verify
refused search --game tictactoe --order by-target
grep -q "the ordering by-target does not apply to tictactoe" error.txt
