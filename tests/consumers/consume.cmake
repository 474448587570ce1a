# SPDX-License-Identifier: Apache-2.0
# Configures, builds and runs a separate project against the installed tree, in an empty directory.
#   cmake -DPROJECT=DIR -DSTAGE=DIR -DWORK=DIR -DGENERATOR=G -DEXPECTED=REGEX [-DPROGRAM=NAME] [-DARGUMENTS=LIST]
#         [-DFORBIDDEN=REGEX] -P consume.cmake
# PROJECT may be a text with a project: its first cmake block and the first block in LANGUAGE (cpp or c).
# FORBIDDEN: libraries that the program must not link, according to `ldd`.

include("${CMAKE_CURRENT_LIST_DIR}/../doc_block.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/../expect_output.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/links.cmake")

file(REMOVE_RECURSE "${WORK}")
if(PROJECT MATCHES "\\.md$")
  navnet_doc_block(lists "${PROJECT}" cmake 0)
  navnet_doc_block(program "${PROJECT}" ${LANGUAGE} 0)
  set(PROJECT "${WORK}/source")
  file(WRITE "${PROJECT}/CMakeLists.txt" "${lists}")
  file(WRITE "${PROJECT}/main.${LANGUAGE}" "${program}")
endif()
if(NOT PROGRAM)
  set(PROGRAM consumer)
endif()

set(build "${WORK}/build")
execute_process(
  COMMAND ${CMAKE_COMMAND} -S "${PROJECT}" -B "${build}" -G "${GENERATOR}" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=${STAGE}"
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build "${build}" COMMAND_ERROR_IS_FATAL ANY)
if(FORBIDDEN)
  navnet_forbid_libraries("${build}/${PROGRAM}" "${FORBIDDEN}")
endif()
navnet_expect_output("${EXPECTED}" ${CMAKE_COMMAND} -E chdir "${build}" "./${PROGRAM}" ${ARGUMENTS})
