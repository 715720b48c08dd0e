# Installs plylab afresh and looks at what is there: cmake -DBUILD=DIR -DPREFIX=DIR -P tests/install.cmake
#
# - No folder is empty.
# - What an installed header includes of plylab is installed as well.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

set(faults "")
file(GLOB_RECURSE folders LIST_DIRECTORIES true ${PREFIX}/*)
foreach(folder IN LISTS folders)
  file(GLOB content ${folder}/*)
  if(IS_DIRECTORY ${folder} AND NOT content)
    list(APPEND faults "${folder} is empty")
  endif()
endforeach()

set(headers ${PREFIX}/include/plylab)
file(GLOB_RECURSE sources RELATIVE ${headers} ${headers}/*)
foreach(source IN LISTS sources)
  file(STRINGS ${headers}/${source} includes REGEX "^ *# *include \"")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1" included "${include}")
    if(NOT EXISTS ${headers}/${included})
      list(APPEND faults "${source} includes ${included}, which is not installed: configure \
anew")
    endif()
  endforeach()
endforeach()

if(faults OR NOT sources)
  list(JOIN faults "\n  " text)
  message(FATAL_ERROR "The installation is not as it should be:\n  ${text}")
endif()
