// The suites that come with plylab.
#pragma once

#include <string>

#include "gen/epd/epd.h"

namespace plylab::epd {

/// The path of a suite that is given by path, or by name from the data directory ("bratko-kopec" or
/// with ".epd"). Throws InputError, which tells the names of the suites if there is none of that
/// name.
std::string find_suite_file(const std::string& name);

/// Reads that suite. Throws InputError likewise.
Suite find_suite(const std::string& name);

}  // namespace plylab::epd
