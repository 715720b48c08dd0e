// Whole files as text.
#pragma once

#include <string>

namespace plylab {

/// The file's bytes. Throws InputError with the system's reason if it cannot be read.
std::string read_file(const std::string& path);

}  // namespace plylab
