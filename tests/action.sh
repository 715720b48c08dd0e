#!/bin/sh
# Runs the steps of action.yml as a runner of GitHub does: each by bash -e -o pipefail, with what the
# step before has put on the path. The release is an archive of the installation. Arguments: the
# installation, the source tree, an engine with a fault.
set -eu
prefix=$1
source=$2
wrong_engine=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# The text of each "run: |", without its indentation.
awk '/^ *run: [|]$/ { match($0, /[^ ]/); depth = RSTART + 2; ++step; next }
  step && /[^ ]/ { match($0, /[^ ]/); if (RSTART < depth) { step_ended[step] = 1 } }
  step && !step_ended[step] { print substr($0, depth) > ("step" step) }' "$source/action.yml"
test -s step1
test -s step2
test ! -e step3

mkdir -p plylab-9.9 tools built
cp -R "$prefix/bin" "$prefix/share" plylab-9.9
tar -cf "plylab-9.9-linux-$(uname -m).tar.xz" plylab-9.9
cat >tools/gh <<EOF
#!/bin/sh
test "\$*" = "release download v9.9 --repo us/plylab --dir $folder/plylab --pattern plylab-*-linux-$(uname -m).tar.xz" &&
  cp $folder/plylab-9.9-linux-*.tar.xz $folder/plylab
EOF
printf '#!/bin/sh\ntest "$*" = build && touch "$0.called"\n' >built/lab
chmod +x tools/gh built/lab

run() { # step, then variables
  step=$1
  shift
  (
    PATH=$(tr '\n' ':' <path)$folder/tools:$PATH
    export PATH
    unset PLYLAB_SUITES
    env RUNNER_TEMP="$folder" GITHUB_PATH="$folder/path" "$@" \
      bash --noprofile --norc -e -o pipefail "$step"
  )
}
check() { # engine, suites, checks, signature, then folder for JUnit
  : >summary
  run step2 ENGINE="$1" PROTOCOL=auto SUITE="$2" DEPTH=2 CHECKS="$3" SIGNATURE="$4" JUNIT="$5" \
    GITHUB_STEP_SUMMARY="$folder/summary"
}

# In a submodule there is no release, and gh would take the engine's own.
: >path
printf '#!/bin/sh\ntouch "$0.called"\nfalse\n' >built/gh
chmod +x built/gh
run step1 PATH="$folder/built:$PATH" GH_TOKEN=x RELEASE= REPOSITORY= SOURCE="$folder/built"
test -e built/lab.called
test ! -e built/gh.called
rm built/lab.called built/gh

# Without the release it is built.
: >path
run step1 GH_TOKEN=x RELEASE=v1 REPOSITORY=us/plylab SOURCE="$folder/built"
test -e built/lab.called
grep -qx "$folder/built/build/release" path

: >path
run step1 GH_TOKEN=x RELEASE=v9.9 REPOSITORY=us/plylab SOURCE="$folder/built"
grep -qx "$folder/plylab/bin" path

# Moves and checks: annotations in the log, a table of each in the summary, files for other steps.
engine="$prefix/bin/plylab uci"
check "$engine" "perft verify" evaluation "" files >out
grep -q "^plylab has checked [0-9]*: 0 failed" out
grep -q "^### Verified" summary
grep -q "^| evaluation | colours | passed |" summary
grep -q '<testcase name="evaluation/colours"' files/check.xml
grep -q '<testsuite' files/verify.xml

# A signature is checked whatever else is.
nodes=$("$prefix/bin/plylab" check --engine "$engine" --only signature | sed -n 's/.* signature  *passed .*signature \([0-9]*\) .*/\1/p')
test -n "$nodes"
check "$engine" perft "" "$nodes" "" >out
if check "$engine" perft "" "$((nodes + 1))" "" >out; then exit 1; fi
grep -q '^::error title=determinism/signature::' out

# A program without UCI has no checks; wrong counts are shown beside the file that states them.
printf 'id a\nepd 4k3/8/8/8/8/8/8/4K2R w K -\nperft 1 16\n' >mine.perft
if check "$wrong_engine" mine.perft "" "" "" >out; then exit 1; fi
grep -q '^::error file=mine.perft,line=2,title=a D1::the suite states 16 at depth 1, right is 15$' out
if grep -q "^### Checks" summary; then exit 1; fi
if check "$wrong_engine" verify "" "" files; then exit 1; fi
grep -q '<failure message="perft(' files/verify.xml
