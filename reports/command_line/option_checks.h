// What the values of options must be, beyond what CLI11 checks itself.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <limits>
#include <string>
#include <system_error>
#include <type_traits>

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

/// Refuses what is no whole number in decimal digits, or one that the type does not hold, and takes
/// leading zeros away: CLI11 reads "010" as 8, "-1" and what is beyond 64 bits as the greatest
/// number that there is.
template <class T>
std::string read_decimal(std::string& text) {
  using Limits = std::numeric_limits<T>;
  if (text.empty()) return "";  // refused by another check
  if (std::is_unsigned_v<T> && text.starts_with('-')) return fmt::format("{} is below 0", text);
  T value{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument || rest != end)
    return fmt::format("'{}' is no whole number", text);
  if (error == std::errc::result_out_of_range)
    return text.starts_with('-') ? fmt::format("{} is below {}", text, Limits::min())
                                 : fmt::format("{} is above {}", text, Limits::max());
  text = std::to_string(value);
  return "";
}

/// A script whose variable is not set means neither 0, as CLI11 reads it, nor no file or name.
inline std::string refuse_empty(const std::string& text) {
  return text.empty() ? "there is nothing" : "";
}

}  // namespace plylab::reports
