# Whether what the documents link to, and the files and folders that they name, are there:
# cmake -P tests/links.cmake
cmake_minimum_required(VERSION 3.25)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)

set(imagined "^share/|^build/|/my|/mine|/another") # an installation's, a build's, a reader's own

file(GLOB documents RELATIVE ${root} ${root}/*.md)
foreach(floor gen reports perft search suites)
  file(GLOB_RECURSE found RELATIVE ${root} ${root}/${floor}/*.md)
  list(APPEND documents ${found})
endforeach()
file(READ ${root}/CMakeLists.txt project)
set(faults "")
set(found 0)
foreach(document IN LISTS documents)
  file(READ ${root}/${document} text)
  cmake_path(GET document PARENT_PATH folder)
  string(REPLACE "[](" "" text "${text}") # begins a lambda of C++
  # Brackets and semicolons mean something to lists.
  string(REPLACE "](" "\nlink:" text "${text}")
  string(REGEX REPLACE "[][;]" " " text "${text}")
  string(REGEX MATCHALL "\nlink:[^)# \n]+" links "${text}")
  string(REGEX MATCHALL "`[a-z_]+/[A-Za-z0-9_./-]+`" names "${text}")
  list(TRANSFORM links REPLACE "\nlink:" "${folder}/")
  list(TRANSFORM links REPLACE "^/" "")
  list(TRANSFORM names REPLACE "`" "")
  list(FILTER links EXCLUDE REGEX "/[a-z]+://")
  list(FILTER names EXCLUDE REGEX "${imagined}")
  foreach(target IN LISTS links names)
    math(EXPR found "${found} + 1")
    # Installed documents lie in one folder, where a link to another would be dead; some have a picture.
    string(FIND "${project}" " ${target} " installed)
    if(target IN_LIST links AND NOT document MATCHES "^(README|ARCHITECTURE|CONTRIBUTING|RELEASING)"
       AND NOT (target MATCHES "[.]svg$" AND installed GREATER -1))
      list(APPEND faults "${document}: a link to ${target}, which it is installed without")
    endif()
    if(NOT EXISTS ${root}/${target})
      list(APPEND faults "${document}: ${target}")
    endif()
  endforeach()
endforeach()

if(faults OR found EQUAL 0)
  list(JOIN faults "\n  " text)
  message(FATAL_ERROR "Documents name what is not there:\n  ${text}")
endif()
