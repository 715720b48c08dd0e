// The suites that come with plylab.
#pragma once

#include <string>

#include "gen/epd/epd.h"

namespace plylab::epd {

/// Reads a suite by path, or by name from the data directory ("bratko-kopec" or with ".epd").
/// Throws InputError, which tells the names of the suites if there is none of that name.
Suite find_suite(const std::string& name);

}  // namespace plylab::epd
