#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A million audited paths: bakes built-in worlds with several radii and alignments, lets navnet verify compare every flight,
# walk and journey with the triangles, and prints a table. The JSON of each audit goes to FOLDER/audits.jsonl.
#   audit_million.sh NAVNET FOLDER [PERCENT = 100]
# Exit status 1 when an audit fails.
set -euo pipefail
if [ $# -lt 2 ]; then
  sed -n '3,6s/^# //p' "$0"
  exit 2
fi
navnet=$1
folder=$2
percent=${3:-100}
failed=0
mkdir -p "$folder"
: > "$folder/audits.jsonl"

# bake NAME WORLD RADII OPTION…: makes the net for the audits that follow.
bake() {
  name=$1 world=$2 radii=$3
  shift 3
  net=$folder/$name.navnet
  "$navnet" bake "$world" --radius "$radii" -o "$net" "$@" > "$folder/bake.txt"
}

# audit QUERIES OPTION…: one run of navnet verify with PERCENT of QUERIES.
audit() {
  local queries=$((($1 * percent + 99) / 100))
  shift
  "$navnet" verify "$net" "$world" --queries "$queries" --json "$@" > "$folder/audit.json" || failed=1
  printf '{"name": "%s", "options": "%s", "result": %s}\n' "$name" "$*" "$(tr -d '\n' < "$folder/audit.json")" \
    >> "$folder/audits.jsonl"
}

# flights PLAIN COSTS SNAPPED, counts in thousands: at the levels' radii and at random ones; the same with costs; and with
# blocked ends that are snapped to free space.
flights() {
  audit "${1}000" --radius "$radii" --random-radii
  audit "${2}000" --radius "$radii" --random-radii --costs
  audit "${3}000" --radius "$radii" --random-radii --costs --snap 2
}

# walks PLAIN COSTS SNAPPED, counts in thousands: radii 0, of children, adults and carts, and random ones.
walks() {
  audit "${1}000" --mode walk --radius 0,0.15,0.3,0.5 --random-radii
  audit "${2}000" --mode walk --radius 0,0.15,0.3,0.5 --random-radii --costs
  audit "${3}000" --mode walk --radius 0,0.15,0.3,0.5 --random-radii --snap 1
}

# journeys PLAIN COSTS SNAPPED, counts in hundreds, because each takes milliseconds.
journeys() {
  audit "${1}00" --mode any --radius "$radii" --random-radii
  audit "${2}00" --mode any --radius "$radii" --random-radii --costs
  audit "${3}00" --mode any --radius "$radii" --random-radii --snap 1
}

bake city builtin:city,size=200 0.5,1 --voxel 1
flights 95 20 4
bake city_turned builtin:city,size=200,seed=2 0.5,1 --voxel 1 --align auto
flights 40 15 4
bake station builtin:station 0.2,0.4
flights 70 15 4
bake cave builtin:cave 0.5
flights 60 15 4
bake forest builtin:forest 0.3,0.6
flights 60 8 2
bake building builtin:building 0,0.3 --voxel 0.25 --walk --spot-spacing 5
flights 60 15 4
walks 4 1 2
journeys 30 5 10
bake building_turned builtin:building,seed=2 0.3 --voxel 0.25 --align auto --walk
flights 40 10 3
walks 1 1 1
bake town builtin:town 0.3 --voxel 0.25 --walk --spot-spacing 8
flights 40 15 4
walks 80 8 12
journeys 20 5 10
bake storeys builtin:storeys 0,0.3 --voxel 0.25 --walk --spot-spacing 5
flights 40 15 4
walks 5 1 2
journeys 30 5 10
bake garage builtin:garage 0,0.3 --voxel 0.25 --walk --spot-spacing 6
walks 20 4 6
journeys 30 5 10
bake mezzanine builtin:mezzanine 0.3 --voxel 0.25 --walk
walks 10 2 3
bake ramps builtin:ramps 0.3 --voxel 0.25 --walk
walks 20 5 5
bake bridge builtin:bridge 0.3 --voxel 0.25 --walk
walks 20 5 5
bake asteroids builtin:asteroids 1
flights 60 8 1
bake maze builtin:maze 0.3
flights 40 10 3
# The same world as voxels.
"$navnet" sample builtin:building,seed=3 --voxel 0.25 --vdb "$folder/building.vdb" > "$folder/sample.txt"
bake building_voxels "$folder/building.vdb" 0,0.3 --walk --keep outside --spot-spacing 5
flights 20 5 3
walks 3 1 2
journeys 20 3 5

python3 - "$folder/audits.jsonl" << 'PYTHON'
import json, sys

rows = [json.loads(line) for line in open(sys.argv[1])]
keys = ["paths", "segments", "violations", "failed"]
total = dict.fromkeys(keys, 0)
print("| net | options | paths | segments | violations | missing | least clearance / radius | seconds |\n" + "|---" * 8 + "|")
for row in rows:
    found = row["result"]
    for key in keys:
        total[key] += found[key]
    ratio = found["worst_clearance_ratio"]
    print(f"| {row['name']} | `{row['options']}` | {found['paths']:,} | {found['segments']:,} | {found['violations']:,} | "
          f"{found['failed']:,} | {'' if ratio is None else format(ratio, '.6g')} | {found['seconds']:.0f} |")
seconds = sum(row["result"]["seconds"] for row in rows)
print(f"| all | | {total['paths']:,} | {total['segments']:,} | {total['violations']:,} | {total['failed']:,} | | {seconds:.0f} |")
PYTHON
exit "$failed"
