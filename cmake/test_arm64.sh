#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles the runtime and its tests for 64-bit ARM and runs them under QEMU. Installs the cross compiler and QEMU if they
# are missing. The ARM libraries are unpacked into build/arm64-sysroot, because Debian's OpenVDB cannot be installed for
# two architectures at once.
#   cmake/test_arm64.sh [TEST…]   without names of tests: all tests of the runtime and of what it depends on
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/packages.sh

case "${1-}" in
-h | --help)
  sed -n '3,6s/^# //p' cmake/test_arm64.sh
  exit 0
  ;;
esac
tests=("$@")
# bake_test contains the tests of the net and its file.
[ ${#tests[@]} -gt 0 ] || tests=(core_test bake_test runtime_test walk_test agents_test allocation_test)

navnet_install cmake ninja-build ccache doxygen g++-aarch64-linux-gnu qemu-user mmdebstrap
sysroot=build/arm64-sysroot
libraries=libc6-dev,libtbb-dev,libeigen3-dev,libopenvdb-dev,libboost-dev,libboost-iostreams-dev,libembree-dev,libassimp-dev
libraries+=,libxxhash-dev,zlib1g-dev,libgtest-dev
if [ "$(cat "$sysroot/libraries" 2>/dev/null)" != "$libraries" ]; then
  navnet_say "extracting the libraries for ARM into $sysroot"
  rm -rf "$sysroot" build/arm64
  mkdir -p build
  mmdebstrap --quiet --variant=extract --architectures=arm64 --include="$libraries" bookworm "$sysroot" ||
    navnet_stop "mmdebstrap failed: is the network there?"
  # Some packages use absolute paths to their libraries, in links and in CMake files.
  find "$sysroot"/usr/lib/aarch64-linux-gnu -type l -lname '/*' | while read -r link; do
    ln -sfnr "$sysroot$(readlink "$link")" "$link"
  done
  find "$sysroot"/usr/lib/aarch64-linux-gnu/cmake -name '*.cmake' -exec \
    sed -i "s|\([;:\"]\)\(/usr/lib/aarch64-linux-gnu/lib\)|\1$PWD/$sysroot\2|g" {} +
  echo "$libraries" >"$sysroot/libraries"
fi

navnet_build arm64 -DNAVNET_BUILD_TESTS=ON "${tests[@]}"
# Prints the output of each test as a whole, because several run at the same time.
run_test() {
  local output status=0
  output=$(GTEST_BRIEF=1 qemu-aarch64 -L build/arm64-sysroot "build/arm64/bin/$1" 2>&1) || status=1
  printf '== %s\n%s\n' "$1" "$output"
  return $status
}
export -f run_test
navnet_say "testing: build/arm64"
printf '%s\n' "${tests[@]}" | xargs -P "$(nproc)" -I{} bash -c 'run_test {}' || navnet_stop "a test failed"
navnet_say "all tests passed"
