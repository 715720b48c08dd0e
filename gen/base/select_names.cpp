#include "gen/base/select_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gen/base/find_entry.h"
#include "gen/base/input_error.h"

namespace plylab {

std::vector<std::string> select_names(std::string_view option,
                                      const std::vector<std::string>& chosen,
                                      const std::vector<std::string>& known) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const std::string& name : chosen) {
    if (name == "all") {
      for (const std::string& each : known) add(each);
    } else if (std::find(known.begin(), known.end(), name) != known.end()) {
      add(name);
    } else {
      refuse_name(option, name, known);
    }
  }
  if (names.empty())
    throw InputError(fmt::format("{}: none given; there are {}", option, fmt::join(known, ", ")));
  return names;
}

}  // namespace plylab
