#!/bin/sh
# Makes the packages and tries them: the Debian packages by lintian, and installed, used and removed
# in a root of their own; the archive's program in a root that has nothing else, not even /proc.
# Ends with 77 where no user may have such a root. Arguments: the build tree, the version.
set -eu
build=$1
version=$2
PATH=$PATH:/usr/sbin:/sbin
unset PLYLAB_SUITES

fail() {
  echo "$*" >&2
  exit 1
}

if ! unshare -r true; then
  echo "skipped: this user may not have a root of its own (unshare -r)"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cmake --build "$build" --target plylab_program plylab_static >"$folder/log" || fail "$(cat "$folder/log")"
cpack --config "$build/CPackConfig.cmake" -B "$folder/made" >"$folder/log" 2>&1 ||
  fail "$(cat "$folder/log")"
cd "$folder/made"
lintian --fail-on error --allow-root ./*.deb >&2

# As Debian: an empty database, so that the libraries are not asked for.
debian=$folder/debian
mkdir -p "$debian/var/lib/dpkg/info" "$debian/var/lib/dpkg/updates"
touch "$debian/var/lib/dpkg/status"
on_debian() {
  unshare -r dpkg --root="$debian" --log=/dev/null --force-depends --force-script-chrootless "$@"
}
on_debian --install ./*.deb >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
plylab=$debian/usr/bin/plylab
"$plylab" --version | grep -q "^plylab $version "
"$plylab" perft --suite perft --depth 3 --format github | grep -q " 0 failed, 0 skipped$"
"$plylab" list documents | grep -q " $debian/usr/share/doc/plylab/CI.md$"
gzip -t "$debian/usr/share/man/man1/plylab.1.gz"
for place in bash-completion/completions/plylab doc/plylab/copyright \
  doc/libplylab-dev/copyright; do
  test -s "$debian/usr/share/$place"
done
test -s "$debian/usr/lib/libplylab.a"
on_debian --purge plylab libplylab-dev >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
if find "$debian" -path "$debian/var" -prune -o -type f -print | grep .; then
  fail "left behind after the removal"
fi

# Anywhere.
root=$folder/root
mkdir -p "$root/tmp"
tar -xf "plylab-$version-linux-$(uname -m).tar.xz" -C "$root" --strip-components 1
bare() {
  env -i PATH="$PATH" unshare -r chroot "$root" /bin/plylab "$@"
}
bare --version | grep -q "^plylab $version "
bare perft --depth 5 --threads 2 --table perft --format csv --quiet | grep -q ",5,4865609,"
bare count --depth 4 --manifest /tmp/four --table count --format csv --quiet >"$folder/log"
grep -q 197281 "$folder/log"
bare verify --engine "/bin/plylab uci" --jobs 2 --format github | grep -q " 0 failed"
kernels=$(bare list kernels --format csv --quiet)
expected=magic
[ "$(uname -m)" != x86_64 ] || expected="avx512 avx2 pext magic"
for kernel in $expected; do echo "$kernels" | grep -q ",$kernel,"; done
