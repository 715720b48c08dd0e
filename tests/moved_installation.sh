#!/bin/sh
# An installation that is moved finds its files where it is now, and nowhere else. Arguments: the
# installation, the source tree, the build type.
set -eu
unset PLYLAB_SUITES
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cp -R "$1/." "$prefix"
plylab=$prefix/bin/plylab

suites=$prefix/share/plylab/suites
mv "$suites/demo.epd" "$suites/mine.epd"
"$plylab" list suites --format csv > "$prefix/listed"
grep -q "^mine," "$prefix/listed"
if grep -q "^demo," "$prefix/listed"; then exit 1; fi
"$plylab" search --suite mine --depth 1 > "$prefix/found"
ln -s "$plylab" "$prefix/link"
"$prefix/link" list documents | grep -q " $prefix/share/doc/plylab/VERIFY.md\$"

rm -r "$prefix/share"
"$plylab" list suites documents > "$prefix/listed"
if grep -F "$2" "$prefix/listed"; then exit 1; fi
if test "$3" = Release && grep -qF "$2" "$plylab"; then # others have it in what debuggers read
  echo "plylab knows the place of its source"
  exit 1
fi
