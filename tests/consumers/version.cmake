# SPDX-License-Identifier: Apache-2.0
# All installed parts have the same version: the command, the C header and library, the CMake package, the pkg-config files
# and the Python module; and so have the change log and the npm packages of the sources in ROOT.
#   cmake -DVERSION=X.Y.Z -DSTAGE=DIR -DLIBDIR=lib -DWORK=DIR -DCOMPILER=CC -DROOT=DIR [-DPYTHON=COMMAND -DMODULES=DIR]
#         -P version.cmake
cmake_minimum_required(VERSION 3.25)

# expect(WHAT FOUND): stops unless FOUND is the version.
function(expect what found)
  string(STRIP "${found}" found)
  if(NOT found STREQUAL VERSION)
    message(FATAL_ERROR "${what} says version '${found}', the project '${VERSION}'")
  endif()
endfunction()

execute_process(COMMAND "${STAGE}/bin/navnet" --version OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "^navnet " "" found "${found}")
expect("navnet --version" "${found}")

set(PACKAGE_FIND_VERSION ${VERSION})
include("${STAGE}/${LIBDIR}/cmake/NavNet/NavNetConfigVersion.cmake")
expect("the CMake package" "${PACKAGE_VERSION}")

set(ENV{PKG_CONFIG_PATH} "${STAGE}/${LIBDIR}/pkgconfig")
file(GLOB modules "${STAGE}/${LIBDIR}/pkgconfig/*.pc")
foreach(module IN LISTS modules)
  cmake_path(GET module STEM LAST_ONLY module)
  execute_process(COMMAND pkg-config --modversion ${module} OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
  expect("pkg-config --modversion ${module}" "${found}")
endforeach()

file(MAKE_DIRECTORY "${WORK}")
file(WRITE "${WORK}/main.c" [[
#include <navnet/navnet.h>
#include <stdio.h>
int main(void) {
  int32_t major, minor, patch;
  navnet_version(&major, &minor, &patch);
  printf("%d.%d.%d\n", NAVNET_VERSION_MAJOR, NAVNET_VERSION_MINOR, NAVNET_VERSION_PATCH);
  printf("%d.%d.%d\n", (int)major, (int)minor, (int)patch);
}
]])
execute_process(COMMAND pkg-config --cflags --libs navnet-c-runtime OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
execute_process(COMMAND ${COMPILER} -std=c11 "${WORK}/main.c" -o "${WORK}/version" ${flags} COMMAND_ERROR_IS_FATAL ANY)
set(ENV{LD_LIBRARY_PATH} "${STAGE}/${LIBDIR}")
execute_process(COMMAND "${WORK}/version" OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "^([^\n]*)\n([^\n]*)\n$" found "${found}")
set(library "${CMAKE_MATCH_2}")
expect("navnet/navnet.h" "${CMAKE_MATCH_1}")
expect("navnet_version" "${library}")

if(PYTHON)
  set(ENV{PYTHONPATH} "${MODULES}")
  execute_process(COMMAND ${PYTHON} -B -c "import navnet; print(navnet.__version__)" OUTPUT_VARIABLE found
    COMMAND_ERROR_IS_FATAL ANY)
  expect("navnet.__version__" "${found}")
endif()

# Before a release, changes are under "Unreleased".
file(STRINGS "${ROOT}/CHANGELOG.md" headings REGEX "^## \\[[0-9]")
list(GET headings 0 found)
string(REGEX REPLACE "^## \\[([^]]*)\\].*" "\\1" found "${found}")
expect("CHANGELOG.md" "${found}")

foreach(package viewer/page/package.json viewer/page/package-lock.json tests/export/package.json tests/export/package-lock.json)
  file(READ "${ROOT}/${package}" json)
  string(JSON found GET "${json}" version)
  expect("${package}" "${found}")
endforeach()
