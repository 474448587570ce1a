# SPDX-License-Identifier: Apache-2.0
# Recast and Detour, which come without a package configuration. Gives the target Recast::Recast.
find_path(RECAST_INCLUDE_DIR Recast.h PATH_SUFFIXES recastnavigation)
find_library(RECAST_LIBRARY Recast)
find_library(DETOUR_LIBRARY Detour)
mark_as_advanced(RECAST_INCLUDE_DIR RECAST_LIBRARY DETOUR_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Recast REQUIRED_VARS RECAST_LIBRARY DETOUR_LIBRARY RECAST_INCLUDE_DIR)
if(Recast_FOUND AND NOT TARGET Recast::Recast)
  add_library(Recast::Recast UNKNOWN IMPORTED)
  set_target_properties(Recast::Recast PROPERTIES
    IMPORTED_LOCATION "${RECAST_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${RECAST_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${DETOUR_LIBRARY}")
endif()
