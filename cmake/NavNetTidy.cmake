# SPDX-License-Identifier: Apache-2.0
# The target tidy runs clang-tidy on all sources of the product, with the checks of .clang-tidy. Not part of the default
# build. Requires NAVNET_UNITY=OFF, as in the preset dev; otherwise the compile commands contain batches, not sources.
find_program(NAVNET_RUN_CLANG_TIDY NAMES run-clang-tidy-14 run-clang-tidy)
mark_as_advanced(NAVNET_RUN_CLANG_TIDY)
if(NAVNET_UNITY OR NOT NAVNET_RUN_CLANG_TIDY OR NOT CMAKE_EXPORT_COMPILE_COMMANDS)
  return()
endif()
add_custom_target(tidy
  COMMAND ${NAVNET_RUN_CLANG_TIDY} -quiet -p ${PROJECT_BINARY_DIR}
    "^${PROJECT_SOURCE_DIR}/(audit|bindings|cli|core|demos|export|live|navnet|rooms|runtime|trajectory|viewer|voxel|worlds)/"
  USES_TERMINAL VERBATIM)
