# Fails if a kernel's object file emits inline code that is not its own: the linker might take that
# copy for the whole program, which then needs the kernel's instruction set everywhere.
foreach(object IN LISTS OBJECTS)
  if(NOT object MATCHES "(bitboard|reversi|sudoku)/(avx512|avx2|pext|magic|generic)")
    continue()
  endif()
  set(kernel ${CMAKE_MATCH_2})
  execute_process(COMMAND ${NM} -C --defined-only ${object} OUTPUT_VARIABLE symbols
    COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+ W [^\n]+" weak "${symbols}")
  foreach(symbol IN LISTS weak)
    string(TOLOWER "${symbol}" lower)
    if(NOT lower MATCHES "(::|[0-9])${kernel}") # nm cannot read all names of clang 19, such as 4Avx2
      message(SEND_ERROR "${kernel} emits shared code: ${symbol}")
    endif()
  endforeach()
  list(LENGTH weak count)
  message(STATUS "${kernel}: ${count} symbols, all its own")
  list(APPEND checked ${kernel})
endforeach()
list(LENGTH checked count)
if(NOT count EQUAL EXPECTED)
  message(SEND_ERROR "expected the objects of ${EXPECTED} kernels, saw ${count}")
endif()
