#!/usr/bin/env bash
# Builds NavNet and does its main job on a built-in world. Installs what is missing; a second run starts in seconds.
#   ./run.sh [WORLD]      WORLD: a file, or builtin:NAME (default builtin:city)
set -euo pipefail
caller=$PWD
cd "$(dirname "$0")"
. cmake/packages.sh

case "${1-}" in
-h | --help)
  sed -n '2,3s/^# //p' run.sh
  exit 0
  ;;
esac
[ $# -le 1 ] || navnet_stop "one world at a time; see ./run.sh --help"
world=${1:-builtin:city}
# A file is named from where the caller stands.
case "$world" in
builtin:* | /*) ;;
*) world="$caller/$world" ;;
esac

navnet_install
navnet_build release navnet
out=build/demo
mkdir -p "$out"
name=$(basename "${world#builtin:}")
name=${name%%,*}
net="$out/${name%.*}.navnet"
navnet_say "build/release/bin/navnet bake $world --radius 0.5 --keep largest --walk -o $net"
if ! build/release/bin/navnet bake "$world" --radius 0.5 --keep largest --walk -o "$net"; then
  navnet_say "once more without ground to walk on: build/release/bin/navnet bake $world --radius 0.5 --keep largest -o $net"
  build/release/bin/navnet bake "$world" --radius 0.5 --keep largest -o "$net"
fi
navnet_say "build/release/bin/navnet info $net"
build/release/bin/navnet info "$net"
if [ "$world" = builtin:city ]; then
  for way in "10,10,30 400,380,25" "5,200,8 410,205,60" "200,5,3 205,400,90"; do
    set -- $way
    navnet_say "build/release/bin/navnet query $net --from $1 --to $2 --radius 0.5 --snap 20"
    build/release/bin/navnet query "$net" --from "$1" --to "$2" --radius 0.5 --snap 20
  done
  for way in "walk 10,10,0 300,200,0" "any 12,12,0 300,200,0"; do
    set -- $way
    navnet_say "build/release/bin/navnet query $net --mode $1 --from $2 --to $3 --radius 0.4 --snap 5"
    build/release/bin/navnet query "$net" --mode "$1" --from "$2" --to "$3" --radius 0.4 --snap 5
  done
fi
navnet_say "build/release/bin/navnet verify $net $world --queries 1000"
build/release/bin/navnet verify "$net" "$world" --queries 1000
navnet_say "done. The net is in $net; try: build/release/bin/navnet query --help"
