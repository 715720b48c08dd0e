#!/bin/sh
# Runs lab with tools that only leave a mark: what it refuses, and where plylab is started. Argument: the
# source tree.
set -eu
source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p tree/build/release tools elsewhere
cp "$source/lab" tree
for tool in dpkg-query apt-get sudo cmake ninja; do
  printf '#!/bin/sh\ntouch "%s/called"\necho installed\n' "$folder" >tools/$tool
done
printf '#!/bin/sh\n' >tools/ninja # there is nothing to build
printf '#!/bin/sh\npwd\nprintf "<%%s>" "$@"\n' >tree/build/release/plylab
chmod +x tools/* tree/build/release/plylab
PATH=$folder/tools:$PATH
export PATH

# Nothing is installed or built for a word that a command does not take.
for words in "build typo" "demo -v" "mpi 2" "python 3" "page x" "test fll" "test full -R x" "package deb" \
  "package arm64 x" "release 1" "check a b"; do
  status=0
  tree/lab $words >out 2>error || status=$?
  test "$status" = 2
  test ! -s out
  test "$(cat error)" = "lab: there is no './lab $words'; ./lab --help lists what there is"
  test ! -e called
done
tree/lab build
test -e called

# File names start where the user is, from wherever lab is called and by whatever name.
ln -s "$folder/tree/lab" elsewhere/my-lab
cd elsewhere
test "$(./my-lab perft --suite "a b.epd")" = "$(pwd -P)
<perft><--suite><a b.epd>"
test "$(../tree/lab help verify)" = "$(pwd -P)
<help><verify>"
../tree/lab help | grep -q '^Usage: ./lab COMMAND$'
