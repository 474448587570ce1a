# SPDX-License-Identifier: Apache-2.0
# Fails if a program links certain libraries, directly or indirectly.
#   cmake -DSTAGE=DIR -DPROGRAM=PATH -DFORBIDDEN=REGEX -P links.cmake     or included, for the function

function(navnet_forbid_libraries program forbidden)
  execute_process(COMMAND ldd "${program}" OUTPUT_VARIABLE libraries COMMAND_ERROR_IS_FATAL ANY)
  if(NOT libraries MATCHES "libtbb|libnavnet")
    message(FATAL_ERROR "ldd shows none of the libraries that must be there:\n${libraries}")
  endif()
  string(TOLOWER "${libraries}" lower)
  if(lower MATCHES "${forbidden}")
    message(FATAL_ERROR "${program} needs ${CMAKE_MATCH_0}:\n${libraries}")
  endif()
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  navnet_forbid_libraries("${STAGE}/${PROGRAM}" "${FORBIDDEN}")
endif()
