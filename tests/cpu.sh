#!/bin/sh
# Runs test programs on another CPU than this machine's, or with another kernel than the fastest:
#
#   cpu.sh emulated CPU PROGRAM...    a CPU of qemu, in the programs and in plylab where they run it
#   cpu.sh kernel KERNEL PROGRAM...   a kernel of the chess generators
#
# Ends with 77 if there is no qemu, or if this CPU cannot run the kernel.
set -eu
filter=*
way=$1
name=$2
shift 2
case $way in
  emulated)
    emulator=$(command -v qemu-x86_64) || exit 77
    export PLYLAB_EMULATED_CPU="$name"
    ;;
  kernel)
    emulator=
    export PLYLAB_KERNEL="$name"
    # These ask reversi, which has no such kernel.
    filter=-DivideByEngine.ComparesInEveryGame:Positions.TakeMovesByAnOptionOfTheirOwn
    filter=$filter:Command.SuggestsNoStatisticsWithoutConventions:Errors.TellTheEvaluationsOfReversi
    if error=$("$(dirname "$1")/../plylab" list kernels 2>&1 >/dev/null); then :; else
      echo "$error"
      case $error in *"cannot run"*) exit 77 ;; *) exit 1 ;; esac
    fi
    ;;
esac
for program in "$@"; do
  echo "$program"
  ${emulator:+"$emulator" -cpu "$name"} "$program" --gtest_brief=1 --gtest_filter="$filter"
done
