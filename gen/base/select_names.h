// Names that the user types, matched against the names that exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plylab {

/// The chosen names in the order given, each once; "all" stands for all known ones. Throws
/// InputError, naming the known ones, for a name that does not exist: "--gen: no 'foo'; there are
/// mailbox, x88".
std::vector<std::string> select_names(std::string_view option,
                                      const std::vector<std::string>& chosen,
                                      const std::vector<std::string>& known);

}  // namespace plylab
