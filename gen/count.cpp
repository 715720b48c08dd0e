#include "gen/count.h"

#include <fmt/format.h>

#include <ostream>

namespace plylab {

std::string to_string(Count count) { return fmt::format("{}", count.value()); }

std::ostream& operator<<(std::ostream& out, Count count) { return out << to_string(count); }

}  // namespace plylab

fmt::format_context::iterator fmt::formatter<plylab::Count>::format(
    plylab::Count count, fmt::format_context& context) const {
  return formatter<string_view>::format(to_string(count), context);
}
