# SPDX-License-Identifier: Apache-2.0
# Each installed header compiles alone, with only the installed tree; navnet/eigen.h also needs Eigen.
#   cmake -DSTAGE=DIR -DCXX=COMPILER -DEIGEN=DIR -P headers.cmake

file(GLOB_RECURSE headers RELATIVE "${STAGE}/include" "${STAGE}/include/navnet/*.h")
list(LENGTH headers count)
if(count LESS 25)
  message(FATAL_ERROR "only ${count} headers were installed to ${STAGE}/include")
endif()
foreach(header IN LISTS headers)
  set(besides)
  if(header STREQUAL "navnet/eigen.h")
    set(besides -isystem "${EIGEN}")
  endif()
  execute_process(
    COMMAND ${CXX} -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Werror -I "${STAGE}/include" ${besides}
      -include "${header}" -x c++ /dev/null
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
message(STATUS "${count} headers")
