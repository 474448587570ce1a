# SPDX-License-Identifier: Apache-2.0
# Finds all third-party libraries.

include(NavNetFindModules)
find_package(Threads REQUIRED)
find_package(TBB CONFIG REQUIRED)  # Before OpenVDB, whose find module looks for its targets.
find_package(xxHash REQUIRED)
find_package(Eigen3 3.4 CONFIG REQUIRED)

if(NAVNET_BUILD_BAKE)
  find_package(OpenVDB 10 REQUIRED COMPONENTS openvdb)
  find_package(embree 3 CONFIG REQUIRED)
  find_package(assimp CONFIG REQUIRED)
  find_package(Boost 1.74 REQUIRED)  # Boost.Polygon: headers only.
endif()

if(NAVNET_BUILD_CLI)
  find_package(CLI11 CONFIG REQUIRED)
  find_package(nlohmann_json CONFIG REQUIRED)
  find_package(ZLIB REQUIRED)
endif()

# The default interpreter is Debian's, for which its numpy is built, whichever python3 is first on the PATH.
if(NAVNET_BUILD_PYTHON AND NOT DEFINED Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "The Python interpreter that the module is for")
endif()
set(PYBIND11_NOPYTHON ON)  # Python is already found; pybind11 would search for it again on the PATH.
navnet_part_packages(NAVNET_BUILD_PYTHON "Python3 3.9 COMPONENTS Interpreter Development.Module" "pybind11 2.10 CONFIG")

navnet_part_packages(NAVNET_BUILD_TESTS GTest Doxygen)
navnet_part_packages(NAVNET_BUILD_MUJOCO MuJoCo)
navnet_part_packages(NAVNET_BUILD_BENCH "ompl CONFIG" Recast benchmark)
# OMPL before 1.6 defines no target, and lists Boost libraries that its package does not depend on.
if(NAVNET_BUILD_BENCH AND NOT TARGET ompl::ompl)
  list(GET OMPL_LIBRARIES 0 _navnet_ompl_library)
  add_library(ompl::ompl UNKNOWN IMPORTED)
  set_target_properties(ompl::ompl PROPERTIES
    IMPORTED_LOCATION "${_navnet_ompl_library}" INTERFACE_INCLUDE_DIRECTORIES "${OMPL_INCLUDE_DIRS}")
endif()
