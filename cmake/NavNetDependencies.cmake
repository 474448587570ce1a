# Everything NavNet takes from elsewhere, found in one place.

include(NavNetFindModules)
find_package(Threads REQUIRED)
find_package(TBB CONFIG REQUIRED)  # Before OpenVDB, whose find module looks for its targets.
find_package(xxHash REQUIRED)

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

  # OMPL before 1.6 comes without a target, and its list of libraries names Boost's that its package does not bring.
  find_package(ompl CONFIG REQUIRED)
  if(NOT TARGET ompl::ompl)
    list(GET OMPL_LIBRARIES 0 _navnet_ompl_library)
    add_library(ompl::ompl UNKNOWN IMPORTED)
    set_target_properties(ompl::ompl PROPERTIES
      IMPORTED_LOCATION "${_navnet_ompl_library}" INTERFACE_INCLUDE_DIRECTORIES "${OMPL_INCLUDE_DIRS}")
  endif()

  # Recast and Detour come without a package configuration.
  find_path(RECAST_INCLUDE_DIR Recast.h PATH_SUFFIXES recastnavigation REQUIRED)
  find_library(RECAST_LIBRARY Recast REQUIRED)
  find_library(DETOUR_LIBRARY Detour REQUIRED)
  add_library(Recast::Recast UNKNOWN IMPORTED)
  set_target_properties(Recast::Recast PROPERTIES
    IMPORTED_LOCATION "${RECAST_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${RECAST_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${DETOUR_LIBRARY}")
endif()
if(NAVNET_BUILD_TESTS)
  find_package(GTest REQUIRED)
  find_package(benchmark REQUIRED)
endif()
