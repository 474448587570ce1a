# SPDX-License-Identifier: Apache-2.0
# navnet_npm_packages(INSTALLED WHAT): a build step that installs the packages of the caller's package-lock.json into the
# build folder, never into the source folder. Sets INSTALLED to the file to depend on, in FOLDER/node_modules, and
# INSTALLED_folder to the folder. WHAT: text for messages. Requires NAVNET_NPM, so only with NAVNET_BUILD_VIEWER.
set(_navnet_stop "${CMAKE_CURRENT_LIST_DIR}/stop.cmake")
function(navnet_npm_packages installed what)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/npm)
  set(file ${folder}/node_modules/.package-lock.json)
  add_custom_command(OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${CMAKE_COMMAND} -E copy package.json package-lock.json ${folder}
    COMMAND ${CMAKE_COMMAND} -E chdir ${folder} ${NAVNET_NPM} ci --no-audit --no-fund --loglevel=error ||
      ${CMAKE_COMMAND} "-DWHY=npm could not get ${what}: is the network there? Try again, or build without the viewer: -DNAVNET_BUILD_VIEWER=OFF" -P ${_navnet_stop}
    COMMAND ${CMAKE_COMMAND} -E touch ${file}
    DEPENDS package.json package-lock.json
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "Installing ${what}" VERBATIM)
  set(${installed} ${file} PARENT_SCOPE)
  set(${installed}_folder ${folder} PARENT_SCOPE)
endfunction()
