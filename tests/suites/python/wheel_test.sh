#!/bin/sh
# Builds a wheel, installs it in an environment of its own, and uses it: wheel_test.sh PYTHON FOLDER
set -eu
python=$1 folder=$2
cd "$(dirname "$0")/../../.."
rm -rf "$folder"
"$python" -m pip --quiet wheel --no-deps --no-build-isolation --wheel-dir "$folder" .
"$python" -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet install --no-index --no-deps "$folder"/plylab-*.whl
cd "$folder"
venv/bin/python - <<'END'
import plylab

assert "venv" in plylab.__file__
assert plylab.Position("kiwipete").perft(4).leaves == 4085603
assert len(plylab.solve("bratko-kopec", 1)) == 24  # its suites are found
END
