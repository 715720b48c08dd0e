// A problem in an input file, and where it is.
#pragma once

#include <cstddef>
#include <string>

namespace plylab {

/// Something in a file that cannot be used.
struct Issue {
  std::string file;
  std::size_t line = 0;
  std::string what;

  friend bool operator==(const Issue&, const Issue&) = default;
};

/// "file:line: what"; without a line only `what`, which then names the file.
std::string to_string(const Issue& issue);

}  // namespace plylab
