// The suites that come with plylab.
#pragma once

#include <string>

#include "suites/epd.h"

namespace plylab::suites {

/// Where the shipped suites are: the environment's PLYLAB_SUITES, else the source tree, else the
/// installed share/plylab/suites.
std::string data_directory();

/// The path of a suite that is named by path, or by name from the data directory ("bratko-kopec"
/// or with ".epd").
std::string suite_path(const std::string& name);

/// Reads a suite by path, or by name from the data directory. Throws InputError.
Suite find_suite(const std::string& name);

}  // namespace plylab::suites
