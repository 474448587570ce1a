# Each installed header compiles by itself, with what is installed alone.
#   cmake -DSTAGE=DIR -DCXX=COMPILER -P headers.cmake

file(GLOB_RECURSE headers RELATIVE "${STAGE}/include" "${STAGE}/include/navnet/*.h")
list(LENGTH headers count)
if(count LESS 25)
  message(FATAL_ERROR "only ${count} headers were installed to ${STAGE}/include")
endif()
foreach(header IN LISTS headers)
  execute_process(
    COMMAND ${CXX} -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Werror -I "${STAGE}/include" -include "${header}"
      -x c++ /dev/null
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
message(STATUS "${count} headers")
