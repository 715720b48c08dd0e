// Ways of counting that are in use side by side.
#pragma once

#include <string_view>

namespace plylab {

/// A way to count, where several are in use.
struct Convention {
  std::string_view name;
  std::string_view note;  ///< what it says, in a line
};

}  // namespace plylab
