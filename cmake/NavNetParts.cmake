# SPDX-License-Identifier: Apache-2.0
# Optional parts, which are built if their packages are found.

# navnet_part(NAME HELP CONDITION): an option with three values. auto, the default of a top-level build: the part is built
# if its packages are found, else a message lists the missing ones. ON: they are required. OFF, if CONDITION is false.
macro(navnet_part name help condition)
  if(PROJECT_IS_TOP_LEVEL)
    set(${name} auto CACHE STRING "${help}. auto: if what it needs is found")
  else()
    set(${name} OFF CACHE STRING "${help}. auto: if what it needs is found")
  endif()
  set_property(CACHE ${name} PROPERTY STRINGS auto ON OFF)
  if(NOT ${condition})
    set(${name} OFF)
  endif()
endmacro()

# navnet_part_packages(NAME PACKAGE…): searches for the packages of a part; sets NAME to ON or OFF. A PACKAGE is a list of
# arguments for find_package, such as "pybind11 2.10 CONFIG".
macro(navnet_part_packages name)
  if(${name})
    set(_navnet_missing)
    foreach(_navnet_package ${ARGN})
      separate_arguments(_navnet_package)
      find_package(${_navnet_package} QUIET)
      list(GET _navnet_package 0 _navnet_package)
      if(NOT ${_navnet_package}_FOUND)
        list(APPEND _navnet_missing ${_navnet_package})
      endif()
    endforeach()
    if(NOT _navnet_missing)
      set(${name} ON)
    else()
      list(JOIN _navnet_missing ", " _navnet_missing)
      if(${name} STREQUAL "auto")
        message(STATUS "NavNet: ${name} is off, because these packages are not found: ${_navnet_missing}")
        set(${name} OFF)
      else()
        message(FATAL_ERROR "${name} is ${${name}}, but these packages are not found: ${_navnet_missing}. Install them (test.sh does), or build without: -D${name}=OFF")
      endif()
    endif()
  endif()
endmacro()
