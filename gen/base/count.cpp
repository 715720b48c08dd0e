#include "gen/base/count.h"

#include <fmt/format.h>

#include <ostream>

namespace plylab {

std::string to_string(Count count) { return fmt::format("{}", count.value()); }

std::optional<Count> parse_count(std::string_view text) {
  Uint128 value = 0;
  for (const char c : text)
    if (c < '0' || c > '9' || __builtin_mul_overflow(value, Uint128{10}, &value) ||
        __builtin_add_overflow(value, static_cast<Uint128>(c - '0'), &value))
      return std::nullopt;
  if (text.empty()) return std::nullopt;
  return Count::from_value(value);
}

std::ostream& operator<<(std::ostream& out, Count count) { return out << to_string(count); }

}  // namespace plylab

fmt::format_context::iterator fmt::formatter<plylab::Count>::format(
    plylab::Count count, fmt::format_context& context) const {
  return formatter<string_view>::format(to_string(count), context);
}
