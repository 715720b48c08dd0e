# Fails if a file that is compiled without optimisation emits a function of the searches on a board of
# chess: the linker might take that copy, and every search would be slower.
cmake_minimum_required(VERSION 3.25)
set(of_a_board "^[^:]*plylab::search::[A-Za-z_]+<plylab::chess::(MailboxOf|X88Of|Bitboard)<")

# Sets `result` to the functions of that kind that the object emits.
function(emitted object result)
  execute_process(COMMAND ${NM} -C --defined-only ${object} OUTPUT_VARIABLE symbols
    COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" "," symbols "${symbols}")
  string(REGEX MATCHALL " W [^\n]+" functions "${symbols}")
  list(TRANSFORM functions REPLACE "^ W " "")
  list(FILTER functions INCLUDE REGEX "${of_a_board}")
  set(${result} "${functions}" PARENT_SCOPE)
endfunction()

foreach(object IN LISTS HOT)
  if(object MATCHES "/search/chess_[A-Za-z0-9]+\\.cpp")
    emitted(${object} functions)
    list(APPEND hot ${functions})
  endif()
endforeach()
list(LENGTH hot count)
message(STATUS "the searches of chess emit ${count} functions on a board")
if(count LESS 100)
  message(SEND_ERROR "expected more of them: is the name of their files another?")
endif()

# Not the precompiled header, nor the files that are optimised as the searches are (search/CMakeLists.txt).
list(FILTER COLD EXCLUDE REGEX "\\.gch$|/generator_study\\.cpp|/evaluation_check\\.cpp")
foreach(object IN LISTS COLD)
  emitted(${object} functions)
  foreach(function IN LISTS functions)
    if(function IN_LIST hot)
      message(SEND_ERROR "${object} emits ${function} without optimisation")
    endif()
  endforeach()
endforeach()
