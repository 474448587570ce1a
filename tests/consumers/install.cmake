# SPDX-License-Identifier: Apache-2.0
# Installs the build as a user would, then moves the tree: no file may contain a path of the build or first location.
#   cmake -DBUILD=DIR -DSTAGE=DIR -DSOURCE=DIR -P install.cmake

file(REMOVE_RECURSE "${STAGE}" "${STAGE}_first")
execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILD}" --prefix "${STAGE}_first" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${STAGE}_first" "${STAGE}")

file(GLOB_RECURSE texts "${STAGE}/*.cmake" "${STAGE}/*.pc" "${STAGE}/*.h" "${STAGE}/*.py" "${STAGE}/*.pyi")
list(LENGTH texts count)
if(count LESS 40)
  message(FATAL_ERROR "only ${count} text files were installed to ${STAGE}")
endif()
foreach(text IN LISTS texts)
  file(READ "${text}" content)
  foreach(path IN ITEMS "${SOURCE}" "${BUILD}" "${STAGE}")
    string(FIND "${content}" "${path}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${text} names ${path}")
    endif()
  endforeach()
endforeach()
