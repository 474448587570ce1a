#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds NavNet, flies a demo flight, prints its figures, and writes a page that shows it.
# Installs what is missing; a second run starts in seconds and needs no network.
#   ./run.sh                          deliveries by drone and robot in a city
#   ./run.sh city|asteroids|station   the demo flights
#   ./run.sh FILE [OPTION…]           drones and walkers in your own world (.obj .ply .stl .gltf .glb .dae .3dmap .bt .vdb)
# Options are those of navnet demo, such as --radius 0.3 or --agents 50; see build/release/bin/navnet demo --help.
set -euo pipefail
caller=$PWD
cd "$(dirname "$0")"
. cmake/packages.sh

case "${1-}" in
-h | --help)
  sed -n '3,8s/^# //p' run.sh
  exit 0
  ;;
esac
name=city
if [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; then
  name=$1
  shift
fi
# An argument that is no demo's name is a file, relative to the caller's folder, or a built-in world.
case "$name" in
city | asteroids | station) flight=("$name") ;;
builtin:* | /*) flight=(world "$name") ;;
*) flight=(world "$caller/$name") ;;
esac
case "${flight[*]}" in
world\ builtin:* | city | asteroids | station) ;;
*) [ -f "${flight[1]}" ] || navnet_stop "'$name' is neither a file nor one of city, asteroids, station; see ./run.sh --help" ;;
esac

navnet_install "${navnet_run_packages[@]}"
navnet_build release navnet
navnet=build/release/bin/navnet
navnet_say "$navnet demo ${flight[*]} --out build/demo $*"
$navnet demo "${flight[@]}" --out build/demo "$@"
navnet_say "done. To go on: $navnet --help, and docs/tutorial.md"
