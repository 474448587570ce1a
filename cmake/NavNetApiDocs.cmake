# SPDX-License-Identifier: Apache-2.0
# The target api_docs makes the reference of all public headers with Doxygen: <build>/docs/api/index.html. It fails if a
# public symbol has no comment. Not part of the default build; undefined without Doxygen.
find_package(Doxygen QUIET)
if(NOT DOXYGEN_FOUND)
  return()
endif()
set(NAVNET_API_DOCS_FOLDER ${PROJECT_BINARY_DIR}/docs)
set(NAVNET_API_DOCS_FILTER ${PROJECT_SOURCE_DIR}/cmake/doxygen_filter.py)
set(NAVNET_API_DOCS_INPUT "\"${PROJECT_SOURCE_DIR}/cmake/api_docs.dox\"")
set(NAVNET_API_DOCS_FOLDERS "")
foreach(module core navnet/net navnet/bake voxel runtime rooms trajectory live audit export worlds viewer demos/flights bindings/c)
  string(APPEND NAVNET_API_DOCS_FOLDERS " \"${PROJECT_SOURCE_DIR}/${module}/include\"")
endforeach()
string(APPEND NAVNET_API_DOCS_INPUT "${NAVNET_API_DOCS_FOLDERS}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/Doxyfile.in ${PROJECT_BINARY_DIR}/Doxyfile @ONLY)
file(MAKE_DIRECTORY ${NAVNET_API_DOCS_FOLDER})
add_custom_target(api_docs COMMAND Doxygen::doxygen ${PROJECT_BINARY_DIR}/Doxyfile
  COMMENT "Making the reference: ${NAVNET_API_DOCS_FOLDER}/api/index.html" VERBATIM)
