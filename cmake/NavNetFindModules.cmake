# SPDX-License-Identifier: Apache-2.0
# Find modules for libraries without a package configuration: xxHash (in this folder) and OpenVDB, which ships one in its
# library directory. Used by the build and, installed, by NavNet's package configuration.

file(GLOB _navnet_openvdb_modules "${CMAKE_SYSROOT}/usr/lib/*/cmake/OpenVDB" "${CMAKE_SYSROOT}/usr/local/lib*/cmake/OpenVDB")
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}" ${_navnet_openvdb_modules})
unset(_navnet_openvdb_modules)
