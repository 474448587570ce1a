# What all of NavNet's own targets share: language level, warnings, sanitizers, instruction set.

set(NAVNET_SANITIZE "" CACHE STRING "Sanitizers for NavNet's own code, as for -fsanitize= (empty: none)")
option(NAVNET_CHECKS "Keep assertions, NavNet's own and those of the standard library, in an optimised build" OFF)
set(NAVNET_ARCH "auto" CACHE STRING
    "Instruction set as for -march= ; auto: x86-64-v3 if the building machine runs it; generic: the compiler's default")

set(_navnet_arch "${NAVNET_ARCH}")
if(NAVNET_ARCH STREQUAL "auto")
  set(_navnet_arch "generic")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT CMAKE_CROSSCOMPILING)
    include(CheckCXXSourceRuns)
    set(CMAKE_REQUIRED_QUIET ON)
    check_cxx_source_runs(
      "int main() { __builtin_cpu_init(); return !(__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi2\") && __builtin_cpu_supports(\"fma\")); }"
      NAVNET_MACHINE_RUNS_X86_64_V3)
    if(NAVNET_MACHINE_RUNS_X86_64_V3)
      set(_navnet_arch "x86-64-v3")
    endif()
  endif()
endif()
message(STATUS "NavNet: instruction set ${_navnet_arch}")

# navnet_settings(TARGET): applies the above. Nothing here reaches users of an installed library but the language level.
function(navnet_settings target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Wold-style-cast
    -Woverloaded-virtual -Wimplicit-fallthrough
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # GCC 12 warns about std::string's own operator+ (GCC bug 105651).
    -ffp-contract=off  # The same bits whether or not the machine has fused multiply-add.
    $<$<BOOL:${NAVNET_WARNINGS_AS_ERRORS}>:-Werror>)
  if(NOT _navnet_arch STREQUAL "generic")
    target_compile_options(${target} PRIVATE -march=${_navnet_arch})
  endif()
  if(NAVNET_CHECKS)
    target_compile_options(${target} PRIVATE -UNDEBUG)
    target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS)
  endif()
  if(NAVNET_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${NAVNET_SANITIZE} -fno-omit-frame-pointer
      -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${NAVNET_SANITIZE})
  endif()
endfunction()

# navnet_public_headers(TARGET FILES…): the headers of include/ that users include; they are installed with the target.
# Headers of include/ that are not named are shared between NavNet's own modules only.
function(navnet_public_headers target)
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${ARGN})
endfunction()

# navnet_install_target(TARGET COMPONENT): installs a target as a part of one of the package's components (see
# NavNetConfig.cmake.in), where users know it by its name without the prefix: NavNet::runtime.
function(navnet_install_target target component)
  if(NOT NAVNET_INSTALL)
    return()
  endif()
  string(REGEX REPLACE "^navnet_" "" name ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  set(headers)
  get_target_property(sets ${target} INTERFACE_HEADER_SETS)
  if(sets)
    set(headers FILE_SET HEADERS)
  endif()
  install(TARGETS ${target} EXPORT NavNet_${component} ${headers})
  set_property(GLOBAL APPEND PROPERTY NAVNET_COMPONENTS ${component})
endfunction()
