#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tests of cmake/packages.sh, with stand-ins for dpkg-query, apt-get and cmake: packages_test.sh ROOT
set -euo pipefail
. "$1/cmake/packages.sh"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir bin installed
# Installed packages are files in installed/; configuring writes a cache like CMake's; `calls` logs all calls.
cat >bin/dpkg-query <<'STUB'
#!/bin/sh
for package; do :; done
[ -e "installed/$package" ] && echo installed
STUB
cat >bin/apt-get <<'STUB'
#!/bin/sh
for package; do case "$package" in -* | update | install) ;; *) touch "installed/$package" ;; esac; done
echo "apt-get $*" >>calls
STUB
cat >bin/cmake <<'STUB'
#!/bin/sh
echo "cmake $*" >>calls
[ "$1" = --build ] && exit
mkdir -p "build/$2"
touch "build/$2/build.ninja" "build/$2/CMakeCache.txt"
for setting; do case "$setting" in -DNAVNET*) echo "${setting#-D}" | sed 's/=/:STRING=/' >>"build/$2/CMakeCache.txt" ;; esac; done
STUB
printf '#!/bin/sh\nexec env "$@"\n' >bin/sudo
chmod +x bin/*
PATH=$folder/bin:$PATH

# expect WHAT REGEX…: compares the calls since the last expect with one expression for each, in order.
expect() {
  local what=$1 calls=()
  shift
  [ ! -f calls ] || mapfile -t calls <calls
  rm -f calls
  [ ${#calls[@]} -eq $# ] || { printf '%s: expected %s calls, got:\n%s\n' "$what" $# "${calls[*]-}" >&2 && exit 1; }
  local i=0 pattern
  for pattern in "$@"; do
    [[ ${calls[i]} =~ $pattern ]] || { printf '%s: "%s" does not match "%s"\n' "$what" "${calls[i]}" "$pattern" >&2 && exit 1; }
    i=$((i + 1))
  done
}

# Packages that only tests need are not installed by run.sh.
for package in libgtest-dev libbenchmark-dev libompl-dev librecast-dev python3-pytest godot3-server libmujoco-dev chromium; do
  [[ " ${navnet_run_packages[*]} " != *" $package "* ]] || { echo "run.sh installs $package" >&2 && exit 1; }
  [[ " ${navnet_test_packages[*]} " == *" $package "* ]] || { echo "test.sh does not install $package" >&2 && exit 1; }
done

tests_on=(-DNAVNET_BUILD_TESTS=ON -DNAVNET_BUILD_BENCH=ON)
navnet_install one two
expect "packages are missing" "apt-get update" "apt-get install.* one two$"
navnet_build release navnet
expect "first build" "^cmake --preset release" "^cmake --build --preset release --target navnet$"
navnet_installed=
navnet_install one two
navnet_build release navnet
expect "second build" "^cmake --build"
navnet_build release "${tests_on[@]}" all
expect "tests after a build without" "^cmake --preset release.* ${tests_on[*]}$" "--target all$"
navnet_build release "${tests_on[@]}" all
expect "tests again" "^cmake --build"
navnet_build release navnet
expect "a build after tests" "^cmake --build.* navnet$"
navnet_install one two three
expect "one more package" "apt-get update" "apt-get install.* three$"
navnet_build release "${tests_on[@]}" all
expect "configured again after an installation" "^cmake --preset release" "^cmake --build"
echo "all passed"
