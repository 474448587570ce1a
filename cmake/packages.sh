# SPDX-License-Identifier: Apache-2.0
# Sourced by run.sh and test.sh: installs missing Debian packages that NavNet needs.
# If all are installed, it does nothing, and needs neither network nor root.

# For run.sh: the command and the viewer's page.
navnet_run_packages=(
  g++ cmake ninja-build ccache
  libtbb-dev libeigen3-dev libopenvdb-dev libboost-dev libboost-iostreams-dev libembree-dev libassimp-dev libxxhash-dev
  libcli11-dev nlohmann-json3-dev zlib1g-dev
  nodejs emscripten
)
# Some packages of nodejs contain npm, and conflict with the package npm.
command -v npm >/dev/null || navnet_run_packages+=(npm)
# Additionally for test.sh: tests, the Python module, benchmarks with the planners they compare with, Godot, MuJoCo, a browser.
navnet_test_packages=(
  libgtest-dev pkg-config doxygen
  pybind11-dev python3-dev python3-numpy python3-pytest
  libbenchmark-dev libompl-dev librecast-dev
  godot3-server libmujoco-dev chromium
)

navnet_say() { printf '== %s\n' "$*"; }
navnet_stop() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# navnet_install PACKAGE…: installs missing packages, and sets navnet_installed if there were any.
navnet_installed=
navnet_install() {
  command -v dpkg-query >/dev/null ||
    navnet_stop "this is not a Debian system (no dpkg); install by hand: $*"
  local missing=() package
  for package in "$@"; do
    # One line for each architecture that the package is installed for.
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  command -v apt-get >/dev/null || navnet_stop "no apt-get here; install by hand: ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || navnet_stop "packages are missing and there is neither root nor sudo; ask for: ${missing[*]}"
    as_root=(sudo)
  fi
  navnet_say "installing ${missing[*]}"
  "${as_root[@]}" apt-get update -q || navnet_stop "'apt-get update' failed: is the network there?"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" ||
    navnet_stop "'apt-get install' failed; install by hand: ${missing[*]}"
  navnet_installed=yes
}

# navnet_is_configured PRESET [-DNAME=VALUE…]: whether build/PRESET has these settings and is newer than all packages.
navnet_is_configured() {
  local cache=build/$1/CMakeCache.txt setting
  [ -f "build/$1/build.ninja" ] && [ -f "$cache" ] && [ -z "$navnet_installed" ] || return 1
  shift
  for setting in "$@"; do
    setting=${setting#-D}
    grep -q "^${setting%%=*}:[A-Z]*=${setting#*=}\$" "$cache" || return 1
  done
}

# navnet_build PRESET [-DNAME=VALUE…] TARGET…: configures build/PRESET if necessary, and builds the targets there.
navnet_build() {
  local preset=$1 settings=()
  shift
  while [ "${1#-D}" != "$1" ]; do
    settings+=("$1")
    shift
  done
  mkdir -p build 2>/dev/null && [ -w build ] || navnet_stop "cannot write to $PWD/build; use a checkout of your own"
  # Without a home folder, the compiler cache is in the build folder.
  [ -w "${HOME:-/nonexistent}" ] || export CCACHE_DIR=$PWD/build/ccache
  if ! navnet_is_configured "$preset" "${settings[@]}"; then
    navnet_say "configuring build/$preset"
    cmake --preset "$preset" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache "${settings[@]}" >"build/configure-$preset.log" 2>&1 || {
      tail -n 30 "build/configure-$preset.log" >&2
      navnet_stop "configuring failed; all of it is in build/configure-$preset.log"
    }
  fi
  navnet_say "building $* in build/$preset"
  cmake --build --preset "$preset" --target "$@" || navnet_stop "the build failed"
}
