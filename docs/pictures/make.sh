#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Renders the pictures of the README and the guides: flies the demos, bakes a building, and photographs their pages in
# Chromium without a window. Needs what ./test.sh installs, and a built command.
#   docs/pictures/make.sh [FOLDER]      FOLDER: where pages and nets go (default build/pictures)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
navnet=$root/build/release/bin/navnet
work=${1:-$root/build/pictures}
[ -x "$navnet" ] || {
  echo "make.sh: $navnet is not there; build it first: ./run.sh" >&2
  exit 2
}
mkdir -p "$work"
for flight in city asteroids station; do
  "$navnet" demo $flight --out "$work"
done
"$navnet" bake builtin:building --radius 0.3 --keep largest --walk -o "$work/building.navnet"
"$navnet" view "$work/building.navnet" --world builtin:building --out "$work/building.html"
cp "$here/pictures.json" "$work"
node "$root/viewer/page/pictures.mjs" "$work/pictures.json"
cp "$work"/*.jpg "$here"
PYTHONPATH=$root/build/release/python python3 "$here/trajectory_plots.py" "$here/trajectory.svg"
