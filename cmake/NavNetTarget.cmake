# SPDX-License-Identifier: Apache-2.0
# Settings of all NavNet targets: language level, warnings, sanitizers, instruction set.

set(NAVNET_SANITIZE "" CACHE STRING "Sanitizers for NavNet's own code, as for -fsanitize= (empty: none)")
option(NAVNET_CHECKS "Keep assertions, NavNet's own and those of the standard library, in an optimised build" OFF)
option(NAVNET_UNITY "Compile the sources of a batch as one, which takes half the time. Off: each on its own" ON)
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

# navnet_settings(TARGET): applies these settings. Only the language level affects users of an installed library.
function(navnet_settings target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON NAVNET_OWN ON
    UNITY_BUILD ${NAVNET_UNITY} UNITY_BUILD_MODE GROUP)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Wold-style-cast
    -Woverloaded-virtual -Wimplicit-fallthrough
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # GCC 12 warns about std::string's own operator+ (GCC bug 105651).
    # In a batch, GCC treats sources as headers, whose types should not use anonymous namespaces.
    $<$<AND:$<BOOL:${NAVNET_UNITY}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
    -ffp-contract=off  # The same bits with and without fused multiply-add.
    $<$<BOOL:${NAVNET_WARNINGS_AS_ERRORS}>:-Werror>)
  if(NOT _navnet_arch STREQUAL "generic")
    target_compile_options(${target} PRIVATE -march=${_navnet_arch})
  endif()
  if(NAVNET_CHECKS)
    target_compile_options(${target} PRIVATE -UNDEBUG)
    target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS)
  endif()
  if(NAVNET_SANITIZE)
    # GCC reports code added by sanitizers as uses of uninitialised values.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    target_compile_options(${target} PRIVATE -fsanitize=${NAVNET_SANITIZE} -fno-omit-frame-pointer
      -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${NAVNET_SANITIZE})
  endif()
endfunction()

# navnet_sources(TARGET FILE… [BATCH FILE…]…): the sources of a target. Those of a batch are compiled as one unit, which
# parses their common headers once, unless NAVNET_UNITY is off. Names in anonymous namespaces must differ within a batch;
# if the compiler reports a name twice, move a file to another batch. Files before the first BATCH are compiled separately.
function(navnet_sources target)
  set(batch 0)
  foreach(item IN LISTS ARGN)
    if(item STREQUAL "BATCH")
      math(EXPR batch "${batch} + 1")
      continue()
    endif()
    target_sources(${target} PRIVATE ${item})
    if(batch GREATER 0)
      set_source_files_properties(${item} PROPERTIES UNITY_GROUP ${target}_${batch})
    endif()
  endforeach()
endfunction()

# navnet_public_headers(TARGET FILES…): the target's headers in include/, which are installed with it.
function(navnet_public_headers target)
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${ARGN})
endfunction()

# navnet_own_headers(TARGET): sets a module's include folders: src for its own sources; internal for NavNet targets that
# link it (<navnet/internal/…>), not for users of the library; include for all that link it.
function(navnet_own_headers target)
  set(internal $<BUILD_INTERFACE:$<$<BOOL:$<TARGET_PROPERTY:NAVNET_OWN>>:${CMAKE_CURRENT_SOURCE_DIR}/internal>>)
  target_include_directories(${target} PRIVATE src)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/internal)
    target_include_directories(${target} PUBLIC ${internal})
  endif()
  get_target_property(sets ${target} INTERFACE_HEADER_SETS)
  if(NOT sets AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/include)
    target_include_directories(${target} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include)
  endif()
endfunction()

# navnet_private_headers(TARGET MODULES…): lets a test or a benchmark include private headers of modules.
function(navnet_private_headers target)
  foreach(module ${ARGN})
    set(folder ${PROJECT_SOURCE_DIR}/${module})
    if(EXISTS ${folder}/src)
      set(folder ${folder}/src)
    endif()
    target_include_directories(${target} PRIVATE ${folder})
  endforeach()
endfunction()

# navnet_install_target(TARGET COMPONENT): installs a target as part of a component of the package (see
# NavNetConfig.cmake.in); users know it by its name without the prefix, such as NavNet::runtime.
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
