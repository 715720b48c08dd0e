// Counts of paths in 128 bits. An overflow throws; it never gives a wrong number.
#pragma once

#include <fmt/core.h>

#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace plylab {

/// A whole number from 0 to 2^128 − 1. It wraps on overflow as all unsigned types do; Count does
/// not.
__extension__ typedef unsigned __int128 Uint128;

/// The upper 64 bits of a product: a·b / 2^64, rounded down.
constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(Uint128{a} * b >> 64);
}

/// A count from 0 to 2^128 − 1. Arithmetic that leaves this range throws std::overflow_error.
class Count {
 public:
  constexpr Count(std::uint64_t value = 0) : value_(value) {}  // NOLINT: a plain number is a count
  static constexpr Count from_value(Uint128 value) {
    Count count;
    count.value_ = value;
    return count;
  }

  constexpr Uint128 value() const { return value_; }

  constexpr Count& operator+=(Count other) {
    if (__builtin_add_overflow(value_, other.value_, &value_)) overflow();
    return *this;
  }
  constexpr Count& operator*=(Count other) {
    if (__builtin_mul_overflow(value_, other.value_, &value_)) overflow();
    return *this;
  }
  constexpr Count& operator-=(Count other) {
    if (__builtin_sub_overflow(value_, other.value_, &value_)) overflow();
    return *this;
  }
  friend constexpr Count operator+(Count a, Count b) { return a += b; }
  friend constexpr Count operator-(Count a, Count b) { return a -= b; }
  friend constexpr Count operator*(Count a, Count b) { return a *= b; }
  friend constexpr auto operator<=>(Count a, Count b) = default;

  explicit constexpr operator double() const { return static_cast<double>(value_); }

 private:
  [[noreturn]] static void overflow() { throw std::overflow_error("a count exceeds 128 bits"); }

  Uint128 value_ = 0;
};

/// Calls visit(count) for each count in a total; a Count is a total of one. Any other total is a
/// struct of counts alone, with its own overload of this function and with += and *= by a Count.
template <class T>
requires std::same_as<std::remove_const_t<T>, Count>
void for_each_count(T& total, auto&& visit) { visit(total); }

/// Decimal, without separators.
std::string to_string(Count count);

/// Reads the whole text as a decimal count; none if it is not one, or is too large.
std::optional<Count> parse_count(std::string_view text);

/// Writes to_string(count), padded by the stream's settings.
std::ostream& operator<<(std::ostream& out, Count count);

}  // namespace plylab

/// Formats to_string(count), with the fill, alignment and width of a string.
template <>
struct fmt::formatter<plylab::Count> : fmt::formatter<fmt::string_view> {
  fmt::format_context::iterator format(plylab::Count count, fmt::format_context& context) const;
};
