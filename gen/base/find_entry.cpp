#include "gen/base/find_entry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gen/base/input_error.h"

namespace plylab {

void refuse_name(std::string_view where, std::string_view name,
                 const std::vector<std::string>& known) {
  throw InputError(fmt::format("{}{}no '{}'; there {} {}", where, where.empty() ? "" : ": ", name,
                               known.size() > 1 ? "are" : "is",
                               known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
}

}  // namespace plylab
