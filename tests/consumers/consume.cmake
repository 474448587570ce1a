# Configures, builds and runs a project of its own against the installed tree, in an empty directory.
#   cmake -DPROJECT=DIR -DSTAGE=DIR -DWORK=DIR -DGENERATOR=G -DEXPECTED=REGEX [-DARGUMENTS=LIST] [-DFORBIDDEN=REGEX] -P consume.cmake
# FORBIDDEN: what `ldd` may not show of the program.

include("${CMAKE_CURRENT_LIST_DIR}/../expect_output.cmake")

file(REMOVE_RECURSE "${WORK}")
execute_process(
  COMMAND ${CMAKE_COMMAND} -S "${PROJECT}" -B "${WORK}" -G "${GENERATOR}" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=${STAGE}"
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
if(FORBIDDEN)
  execute_process(COMMAND ldd "${WORK}/consumer" OUTPUT_VARIABLE libraries COMMAND_ERROR_IS_FATAL ANY)
  if(NOT libraries MATCHES "libtbb|libnavnet")
    message(FATAL_ERROR "ldd shows none of the libraries that must be there:\n${libraries}")
  endif()
  string(TOLOWER "${libraries}" lower)
  if(lower MATCHES "${FORBIDDEN}")
    message(FATAL_ERROR "the program needs ${CMAKE_MATCH_0}:\n${libraries}")
  endif()
endif()
navnet_expect_output("${EXPECTED}" "${WORK}/consumer" ${ARGUMENTS})
