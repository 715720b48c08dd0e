# Whether the folders keep the order of ARCHITECTURE.md: cmake -P tests/layers.cmake
#
# - A file includes only what is on its own floor or below.
# - Folders beside each other do not include each other in a circle. A folder and what lies in it
#   count as one: the registry above needs its entries, and they its words.
# - What plays, rates and collects games (suites/play) is included by nothing else but the program.
# - A file looks up tables and columns by name only if its own folder or a lower floor declares them:
#   what a table is for, its columns' roles and pictures say.
# - A folder of tests mirrors a folder of the program.
# - Code lies in no other folder than these.
cmake_minimum_required(VERSION 3.25)

set(floors gen reports perft search suites plylab.cpp) # the lowest first
set(unmirrored bench fuzz guest mutants support)       # of tests
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)

set(faults "")
set(edges "") # "from>to" among folders with the same parent
set(sources plylab.cpp)
foreach(floor gen reports perft search suites)
  file(GLOB_RECURSE found RELATIVE ${root} ${root}/${floor}/*.h ${root}/${floor}/*.cpp
    ${root}/${floor}/*.inc)
  list(APPEND sources ${found})
endforeach()

foreach(source IN LISTS sources)
  file(STRINGS ${root}/${source} includes REGEX "^ *# *include \"")
  string(REGEX REPLACE "/.*" "" from "${source}")
  list(FIND floors "${from}" from_floor)
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1" included "${include}")
    if(NOT included MATCHES "/") # made by CMake
      continue()
    endif()
    string(REGEX REPLACE "/.*" "" to "${included}")
    list(FIND floors "${to}" to_floor)
    if(to_floor LESS 0 OR NOT EXISTS ${root}/${included})
      list(APPEND faults "${source} includes ${included}, which is on no floor")
    elseif(to_floor GREATER from_floor)
      list(APPEND faults "${source} includes ${included}: ${to} is above ${from}")
    endif()
    if(included MATCHES "^suites/play/" AND NOT source MATCHES "^suites/(play/|program)")
      list(APPEND faults "${source} includes ${included}, which only the program does")
    endif()
    # The folders in which the two paths part; the floors have an order of their own.
    string(REPLACE "/" ";" a "${source}")
    string(REPLACE "/" ";" b "${included}")
    list(POP_BACK a)
    list(POP_BACK b)
    set(parent "")
    while(a AND b)
      list(POP_FRONT a a_first)
      list(POP_FRONT b b_first)
      if(NOT a_first STREQUAL b_first)
        if(parent)
          list(APPEND edges "${parent}${a_first}>${parent}${b_first}")
        endif()
        break()
      endif()
      string(APPEND parent "${a_first}/")
    endwhile()
  endforeach()
endforeach()

# Look-ups by name: table.name == "x", number(row, "x"), find_column(tables, "x").
set(name "\"([a-z][a-z0-9_]*)\"")
set(compared "(table|column|both)[^;\"]*name[()]* *[!=]= *${name}")
set(sought "(find_column|find_table|views_of|number|text|has)\\([a-z_.*]+, *{?${name}")
set(declared "") # "floor/folder|name"
foreach(source IN LISTS sources)
  file(STRINGS ${root}/${source} lines REGEX "{${name}")
  get_filename_component(folder "${source}" DIRECTORY)
  foreach(line IN LISTS lines)
    string(REGEX MATCHALL "{${name}" names "${line}")
    list(TRANSFORM names PREPEND "${folder}|")
    list(APPEND declared ${names})
  endforeach()
endforeach()
list(REMOVE_DUPLICATES declared)
foreach(source IN LISTS sources)
  file(STRINGS ${root}/${source} lines REGEX "${compared}|${sought}")
  get_filename_component(folder "${source}" DIRECTORY)
  string(REGEX REPLACE "/.*" "" floor "${source}")
  list(FIND floors "${floor}" own)
  list(SUBLIST floors 0 ${own} lower)
  list(JOIN lower "/|" lower)
  foreach(line IN LISTS lines)
    string(REGEX MATCH "${compared}|${sought}" found "${line}")
    string(REGEX REPLACE ".*${name}.*" "\\1" looked_up "${found}")
    set(makers "${declared}")
    list(FILTER makers INCLUDE REGEX "^(${folder}[|]|${lower}/).*{\"${looked_up}\"$")
    if(found AND NOT makers)
      list(APPEND faults "${source} looks up '${looked_up}', which a higher floor declares")
    endif()
  endforeach()
endforeach()

# Folders that include no other, or that no other includes, are taken away as long as there are such;
# what is left goes round in circles.
list(REMOVE_DUPLICATES edges)
set(size -1)
list(LENGTH edges left)
while(NOT size EQUAL left)
  set(size ${left})
  list(TRANSFORM edges REPLACE ">.*" "" OUTPUT_VARIABLE including)
  list(TRANSFORM edges REPLACE ".*>" "" OUTPUT_VARIABLE included)
  set(kept "")
  foreach(edge IN LISTS edges)
    string(REPLACE ">" ";" ends "${edge}")
    list(GET ends 0 from)
    list(GET ends 1 to)
    if(to IN_LIST including AND from IN_LIST included)
      list(APPEND kept "${edge}")
    endif()
  endforeach()
  set(edges "${kept}")
  list(LENGTH edges left)
endwhile()
foreach(edge IN LISTS edges)
  string(REPLACE ">" " includes " text "${edge}")
  list(APPEND faults "in a circle: ${text}")
endforeach()

file(GLOB_RECURSE folders LIST_DIRECTORIES true RELATIVE ${root}/tests ${root}/tests/*)
foreach(folder IN LISTS folders)
  string(REGEX REPLACE "/.*" "" first "${folder}")
  if(IS_DIRECTORY ${root}/tests/${folder} AND NOT IS_DIRECTORY ${root}/${folder}
     AND NOT first IN_LIST unmirrored)
    list(APPEND faults "tests/${folder} mirrors no folder")
  endif()
endforeach()

file(GLOB code RELATIVE ${root} ${root}/*/*.h ${root}/*/*.cpp ${root}/*/*/*.h ${root}/*/*/*.cpp)
foreach(source IN LISTS code)
  string(REGEX REPLACE "/.*" "" first "${source}")
  if(NOT first IN_LIST floors AND NOT first MATCHES "^(tests|build.*|[.].*)$")
    list(APPEND faults "${source} lies in '${first}', which is no floor")
  endif()
endforeach()

if(faults)
  list(JOIN faults "\n  " text)
  message(FATAL_ERROR "The folders do not keep their order:\n  ${text}")
endif()
