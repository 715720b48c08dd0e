"""Clang 19 reads every file of C++ that a build compiles with libc++ in place of libstdc++: libcxx.py BUILD.

Nothing is compiled or linked, since Debian's {fmt} and GoogleTest are built for libstdc++. Ends with 77
without the compiler or the library."""

import concurrent.futures
import json
import os
import shlex
import shutil
import subprocess
import sys

# libc++ 19 has std::jthread among its experimental parts.
COMPILER = ["clang++-19", "-stdlib=libc++", "-fexperimental-library", "-fsyntax-only", "-w"]
# Options of g++, of its precompiled header, and of compiling; some are followed by a value.
DROPPED, DROPPED_WITH_VALUE = ("-Winvalid-pch", "-c"), ("-o", "-include", "--param")


def options_of(command):
    options, rest = [], iter(shlex.split(command)[1:])
    for option in rest:
        if option in DROPPED_WITH_VALUE:
            next(rest)
        elif option not in DROPPED and not option.startswith("--param="):
            options.append(option)
    return options


def failure_of(unit):
    done = subprocess.run(COMPILER + options_of(unit["command"]), cwd=unit["directory"],
                          capture_output=True, text=True)
    return f"{unit['file']}\n{done.stderr}" if done.returncode else None


def main():
    source = '#include <version>\n#ifndef _LIBCPP_VERSION\n#error\n#endif\n#include <omp.h>\n'
    if not shutil.which(COMPILER[0]) or subprocess.run(
            COMPILER + ["-fopenmp", "-x", "c++", "-"], input=source, text=True, capture_output=True).returncode:
        print("skipped: clang 19, libc++-19-dev or libomp-19-dev is missing")
        return 77
    with open(os.path.join(sys.argv[1], "compile_commands.json")) as file:
        units = [unit for unit in json.load(file) if not unit["file"].endswith((".h.cxx", ".c"))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [failure for failure in pool.map(failure_of, units) if failure]
    print(*failures, sep="\n")
    print(f"{len(units) - len(failures)} of {len(units)} files are read without an error")
    return 1 if failures else 0


sys.exit(main())
