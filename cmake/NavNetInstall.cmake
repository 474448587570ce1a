# SPDX-License-Identifier: Apache-2.0
# Installs the package configuration and the pkg-config files.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(NAVNET_INSTALLED_COMPONENTS GLOBAL PROPERTY NAVNET_COMPONENTS)
list(REMOVE_DUPLICATES NAVNET_INSTALLED_COMPONENTS)

set(_navnet_package "${CMAKE_INSTALL_LIBDIR}/cmake/NavNet")
foreach(component IN LISTS NAVNET_INSTALLED_COMPONENTS)
  install(EXPORT NavNet_${component} NAMESPACE NavNet:: FILE NavNet_${component}Targets.cmake DESTINATION ${_navnet_package})
endforeach()
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/NavNetConfig.cmake.in" "${PROJECT_BINARY_DIR}/NavNetConfig.cmake"
  INSTALL_DESTINATION ${_navnet_package} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/NavNetConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/NavNetConfig.cmake"
  "${PROJECT_BINARY_DIR}/NavNetConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/NavNetFindModules.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/FindxxHash.cmake"
  DESTINATION ${_navnet_package})

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION ${CMAKE_INSTALL_DOCDIR})

# navnet_pkg_config(NAME DESCRIPTION REQUIRES LIBRARIES): a .pc file whose prefix is relative to its own location.
function(navnet_pkg_config name description requires libraries)
  file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" up "${up}")
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/${name}.pc" @ONLY CONTENT [[prefix=${pcfiledir}/@up@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@

Name: @name@
Description: @description@
Version: @PROJECT_VERSION@
Requires: @requires@
Libs: -L${libdir} @libraries@
Cflags: -I${includedir}
]])
  install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

# The C++ libraries are static, so users link their dependencies: listed under Requires, not Requires.private.
navnet_pkg_config(navnet-runtime "NavNet's queries, for C++" "tbb libxxhash" "-lnavnet_rooms -lnavnet_runtime -lnavnet_net -lnavnet_core")
navnet_pkg_config(navnet-trajectory "NavNet's trajectories, for C++" "navnet-runtime" "-lnavnet_trajectory")
if(NAVNET_BUILD_BAKE)
  # Embree and OpenVDB have no .pc files.
  navnet_pkg_config(navnet-bake "NavNet's bake, for C++" "navnet-runtime assimp"
    "-lnavnet_bake -lnavnet_voxel -lopenvdb -lembree3")
  navnet_pkg_config(navnet-live "NavNet's worlds that change, for C++" "navnet-bake" "-lnavnet_live")
endif()
if(TARGET navnet_export)
  navnet_pkg_config(navnet-export "NavNet's files for other tools, for C++" "navnet-trajectory" "-lnavnet_export")
endif()
foreach(target IN ITEMS navnet_c navnet_c_runtime)
  if(TARGET ${target})
    string(REPLACE "_" "-" name ${target})
    navnet_pkg_config(${name} "NavNet for C" "" "-l${target}")
  endif()
endforeach()
