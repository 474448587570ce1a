# SPDX-License-Identifier: Apache-2.0
# navnet_doc_block(OUT FILE LANGUAGE NUMBER): the NUMBER-th block, from 0, that a text marks as being in a language, such
# as ```cpp: what the tests compile or run, as it stands there.
function(navnet_doc_block out file language number)
  file(READ "${file}" text)
  string(LENGTH "```${language}\n" mark)
  foreach(skipped RANGE ${number})
    string(FIND "${text}" "```${language}\n" begin)
    if(begin EQUAL -1)
      message(FATAL_ERROR "${file} has no ${language} block ${number}")
    endif()
    math(EXPR begin "${begin} + ${mark}")
    string(SUBSTRING "${text}" ${begin} -1 text)
  endforeach()
  string(FIND "${text}" "```" end)
  string(SUBSTRING "${text}" 0 ${end} block)
  set(${out} "${block}" PARENT_SCOPE)
endfunction()
