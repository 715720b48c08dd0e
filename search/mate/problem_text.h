// Solutions as friends of problems write them down.
#pragma once

#include <string>
#include <vector>

#include "search/mate/composition.h"

namespace plylab::search::mate {

/// A line in SAN, with = for a stalemate, numbered as in problems: from 1, whoever begins, and if a
/// half move more is played by the other side first, from "1...". Black begins helpmates: "1.Ka5
/// Rh8 2.Ka4 Ra8#". In series each move has a number: "1.Ka5 2.Ka4 Ra8#". Set play begins a
/// half-move later.
std::string problem_line(const Composition& composition, const Line& line, bool set_play = false);

/// The solution as lines of text: set play, keys or lines, short solutions, tries; with a tree each
/// key has its threat and its variations below it (defences with the same answer together, duals in
/// brackets), and of lines that begin alike only what is different is repeated.
std::vector<std::string> to_lines(const Composition& composition, const Solution& solution);

}  // namespace plylab::search::mate
