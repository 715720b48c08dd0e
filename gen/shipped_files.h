// The files that come with plylab: suites, trees, experiments.
#pragma once

#include <string>

namespace plylab {

/// Where they are: the environment's PLYLAB_SUITES, else the source tree, else the installed
/// share/plylab/suites.
std::string data_directory();

/// The path of a file that is named by path, or by name from the data directory, with or without
/// its ending. What is nowhere is given back as it is.
std::string locate(const std::string& name, const std::string& ending);

}  // namespace plylab
