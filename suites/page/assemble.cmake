# Puts style, program and script into the page: SOURCE is this folder, ENGINE the compiled program.
file(READ ${SOURCE}/page.html page)
foreach(part "style:${SOURCE}/page.css" "engine:${ENGINE}" "worker:${SOURCE}/wasm/worker.js"
    "board:${SOURCE}/board.js" "bug:${SOURCE}/bug.js" "search:${SOURCE}/search.js"
    "script:${SOURCE}/page.js")
  string(REGEX MATCH "^([a-z]+):(.*)$" part "${part}")
  set(name ${CMAKE_MATCH_1})
  file(READ ${CMAKE_MATCH_2} text)
  string(FIND "${text}" "</script" end)
  if(NOT end EQUAL -1)
    message(FATAL_ERROR "${CMAKE_MATCH_2}: '</script' would end the script")
  endif()
  string(REPLACE "@${name}@" "${text}" page "${page}")
endforeach()
file(WRITE ${PAGE} "${page}")
