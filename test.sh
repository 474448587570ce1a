#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds NavNet and runs all tests. Installs missing packages; a second run builds only what changed.
#   ./test.sh             unit tests in an optimised build with assertions, then product tests in the release build
#   ./test.sh asan|tsan   all tests under the address and undefined behaviour sanitizer, or the thread sanitizer
#   ./test.sh asan_quick  in minutes: a few tests that run every module, under the address sanitizer
set -euo pipefail
cd "$(dirname "$0")"
. cmake/packages.sh

preset=${1:-release}
case "$preset" in
release | asan | asan_quick | tsan) ;;
-h | --help)
  sed -n '3,6s/^# //p' test.sh
  exit 0
  ;;
*) navnet_stop "'$preset' is not one of release, asan, asan_quick, tsan" ;;
esac

navnet_install "${navnet_run_packages[@]}" "${navnet_test_packages[@]}"
# Set explicitly, so that missing packages are errors, and a build folder of run.sh gets these parts.
parts=(-DNAVNET_BUILD_TESTS=ON -DNAVNET_BUILD_BENCH=ON -DNAVNET_BUILD_MUJOCO=ON)
if [ "$preset" = release ]; then
  navnet_build release "${parts[@]}" -DNAVNET_BUILD_PYTHON=ON all
  navnet_build checked "${parts[@]}" unit_tests
  navnet_say "testing: unit tests, with assertions"
  ctest --preset checked --parallel "$(nproc)"
elif [ "$preset" = asan_quick ]; then
  navnet_build asan_quick -DNAVNET_BUILD_TESTS=ON -DNAVNET_BUILD_BENCH=OFF -DNAVNET_BUILD_MUJOCO=ON -DNAVNET_BUILD_PYTHON=ON quick_tests
else
  navnet_build "$preset" "${parts[@]}" -DNAVNET_BUILD_PYTHON=ON all
fi
# TBB, OpenVDB and Embree are not built with the thread sanitizer.
export TSAN_OPTIONS="suppressions=$PWD/cmake/tsan_suppressions.txt"
navnet_say "testing: build/$preset"
ctest --preset "$preset" --parallel "$(nproc)"
navnet_say "all tests passed"
