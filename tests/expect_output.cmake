# SPDX-License-Identifier: Apache-2.0
# Runs a program, which must end well and whose output must match a regular expression. (CTest's own
# PASS_REGULAR_EXPRESSION would let a program pass that prints the right words and then fails.)
#   cmake -DEXPECTED=REGEX -P expect_output.cmake -- PROGRAM ARGUMENTS…     or included, for the function

function(navnet_expect_output expected)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE status)
  message("${output}${errors}")
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "'${ARGN}' ended with ${status}")
  endif()
  if(NOT output MATCHES "${expected}")
    message(FATAL_ERROR "the output of '${ARGN}' does not match '${expected}'")
  endif()
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  math(EXPR last "${CMAKE_ARGC} - 1")
  set(program)
  set(is_program FALSE)
  foreach(i RANGE ${last})
    if(is_program)
      list(APPEND program "${CMAKE_ARGV${i}}")
    elseif(CMAKE_ARGV${i} STREQUAL "--")
      set(is_program TRUE)
    endif()
  endforeach()
  navnet_expect_output("${EXPECTED}" ${program})
endif()
