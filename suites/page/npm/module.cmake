# Makes a module of JavaScript of the compiled PROGRAM. Emscripten's start asks Node for its own file's
# place, which a module does not have, and which it needs only for files beside it: there are none.
file(READ ${PROGRAM} text)
file(WRITE ${MODULE} "const __dirname = '', __filename = '';\n")
file(APPEND ${MODULE} "${text}")
file(APPEND ${MODULE} "\nexport default plylab_module;\n")
