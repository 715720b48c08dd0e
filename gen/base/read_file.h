// Whole files as text.
#pragma once

#include <cstddef>
#include <string>

namespace plylab {

/// The longest text that is read, in bytes: a device or a pipe may never end.
inline constexpr std::size_t longest_file = std::size_t{512} << 20;

/// The file's bytes. Throws InputError with the reason if it cannot be read or is longer.
std::string read_file(const std::string& path);

/// The same for standard input.
std::string read_standard_input();

}  // namespace plylab
