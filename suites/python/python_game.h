// Games written as Python classes. All of this runs on the calling thread, which holds Python's
// lock: it is as slow as the Python that it calls.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <vector>

#include "search/run/run.h"
#include "suites/c/tasks.h"

namespace plylab::suites::python {

namespace py = pybind11;

/// Perft of a position of a Python class. Positions are identified by text(position), and moves by
/// their str().
py::int_ game_perft(const py::object& position, int depth);

/// Searches it. `evaluate(position)` gives centipawns for the side to move; None: the position's
/// own evaluate(), or 0 without one.
search::ResultOf<std::string> game_search(const py::object& position, const search::Job& job,
                                          const py::object& evaluate);

/// Plays random games, and returns a sentence for each fault of the class found there, by the
/// checks that plylab's own games pass (perft/verify/position_checks.h).
std::vector<std::string> check_game(const py::object& start, int games, std::uint64_t seed);

}  // namespace plylab::suites::python
