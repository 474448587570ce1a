# SPDX-License-Identifier: Apache-2.0
# Everything NavNet takes from elsewhere, found in one place.

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

# The interpreter is Debian's own unless another one is named, since that is the one its numpy is for; which python3
# comes first on the PATH does not matter.
if(NAVNET_BUILD_PYTHON AND NOT DEFINED Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "The Python interpreter that the module is for")
endif()
set(PYBIND11_NOPYTHON ON)  # Python is found already; pybind11 would look for it again, along the PATH.
navnet_part_packages(NAVNET_BUILD_PYTHON "Python3 3.9 COMPONENTS Interpreter Development.Module" "pybind11 2.10 CONFIG")

navnet_part_packages(NAVNET_BUILD_TESTS GTest Doxygen)
navnet_part_packages(NAVNET_BUILD_BENCH "ompl CONFIG" Recast benchmark)
# OMPL before 1.6 comes without a target, and its list of libraries names Boost's that its package does not bring.
if(NAVNET_BUILD_BENCH AND NOT TARGET ompl::ompl)
  list(GET OMPL_LIBRARIES 0 _navnet_ompl_library)
  add_library(ompl::ompl UNKNOWN IMPORTED)
  set_target_properties(ompl::ompl PROPERTIES
    IMPORTED_LOCATION "${_navnet_ompl_library}" INTERFACE_INCLUDE_DIRECTORIES "${OMPL_INCLUDE_DIRS}")
endif()
