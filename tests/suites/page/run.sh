#!/bin/sh
# Runs a test of the page in Node, or says what is missing and skips it:
# run.sh PAGE TEST.js ARGUMENT...
page=$1
test=$2
shift 2
skip() {
  echo "skipped: $*"
  exit 77
}
command -v node >/dev/null || skip "there is no node"
[ -f "$page" ] || skip "there is no $page; ./lab page makes it"
case $test in
  *browser*) command -v chromedriver >/dev/null || skip "there is no chromedriver (chromium-driver)" ;;
esac
exec node "$test" "$page" "$@"
