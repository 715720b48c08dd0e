// What the values of options must be, beyond what CLI11 checks itself.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace plylab::reports {

/// Refuses what is no number, and numbers of which `fits` does not hold.
inline CLI::Validator number(const char* fault, bool (*fits)(double)) {
  const auto check = [=](std::string& text) {
    double value = 0;
    if (!CLI::detail::lexical_cast(text, value)) return fmt::format("'{}' is no number", text);
    return fits(value) ? "" : fmt::format("'{}' is {}", text, fault);
  };
  return {check, ""};
}

/// Refuses numbers outside the range. A text that is none is refused by another check.
template <class T>
CLI::Validator within(T least, T most) {
  const auto check = [=](std::string& text) -> std::string {
    double value = 0;
    if (!CLI::detail::lexical_cast(text, value)) return "";
    if (value < static_cast<double>(least)) return fmt::format("{} is below {}", text, least);
    return value > static_cast<double>(most) ? fmt::format("{} is above {}", text, most) : "";
  };
  return {check, ""};
}

/// Refuses what is no whole number, or one that the type does not hold: CLI11 reads "-1" and what
/// is beyond 64 bits as the greatest number that there is.
template <class T>
std::string refuse_unfitting(const std::string& text) {
  using Limits = std::numeric_limits<T>;
  if (std::is_unsigned_v<T> && text.starts_with('-')) return fmt::format("{} is below 0", text);
  char* end = nullptr;
  errno = 0;
  const auto value = [&] {
    if constexpr (std::is_unsigned_v<T>)
      return std::strtoull(text.c_str(), &end, 0);
    else
      return std::strtoll(text.c_str(), &end, 0);
  }();
  if (end != text.c_str() + text.size()) return fmt::format("'{}' is no whole number", text);
  if (errno != ERANGE && std::in_range<T>(value)) return "";
  return text.starts_with('-') ? fmt::format("{} is below {}", text, Limits::min())
                               : fmt::format("{} is above {}", text, Limits::max());
}

/// A script whose variable is not set means neither 0, as CLI11 reads it, nor no file or name.
inline std::string refuse_empty(const std::string& text) {
  return text.empty() ? "there is nothing" : "";
}

}  // namespace plylab::reports
