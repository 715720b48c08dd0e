// The suites and trees that come with plylab.
#pragma once

#include <string>

#include "gen/epd/epd.h"
#include "gen/tree/explicit.h"

namespace plylab::epd {

/// Where the shipped suites are: the environment's PLYLAB_SUITES, else the source tree, else the
/// installed share/plylab/suites.
std::string data_directory();

/// The path of a file that is named by path, or by name from the data directory, with or without
/// its ending. What is nowhere is given back as it is.
std::string locate(const std::string& name, const std::string& ending);

/// Reads a suite by path, or by name from the data directory ("bratko-kopec" or with ".epd").
/// Throws InputError.
Suite find_suite(const std::string& name);

/// Reads a game tree by path, or by name from the data directory ("pvs-report" or with ".tree").
/// Throws InputError.
tree::ExplicitTree find_tree(const std::string& name);

}  // namespace plylab::epd
