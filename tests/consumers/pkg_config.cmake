# SPDX-License-Identifier: Apache-2.0
# Builds and runs a program with the compiler and pkg-config alone.
#   cmake -DCOMPILER=COMMAND [-DOPTIONS="OPTION …"] -DMODULE=NAME -DSOURCE=FILE -DSTAGE=DIR -DLIBDIR=lib -DWORK=DIR -DEXPECTED=REGEX [-DARGUMENTS=LIST] -P pkg_config.cmake
# SOURCE may be a text: then the NUMBER-th block of it in LANGUAGE, cpp or c.

include("${CMAKE_CURRENT_LIST_DIR}/../doc_block.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/../expect_output.cmake")

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
if(SOURCE MATCHES "\\.md$")
  navnet_doc_block(program "${SOURCE}" ${LANGUAGE} ${NUMBER})
  set(SOURCE "${WORK}/main.${LANGUAGE}")
  file(WRITE "${SOURCE}" "${program}")
endif()
set(ENV{PKG_CONFIG_PATH} "${STAGE}/${LIBDIR}/pkgconfig")
execute_process(COMMAND pkg-config --cflags --libs ${MODULE} OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
separate_arguments(OPTIONS UNIX_COMMAND "${OPTIONS}")
execute_process(COMMAND ${COMPILER} ${OPTIONS} "${SOURCE}" -o "${WORK}/consumer" ${flags} COMMAND_ERROR_IS_FATAL ANY)
set(ENV{LD_LIBRARY_PATH} "${STAGE}/${LIBDIR}")
navnet_expect_output("${EXPECTED}" ${CMAKE_COMMAND} -E chdir "${WORK}" ./consumer ${ARGUMENTS})
