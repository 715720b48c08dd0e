// Numbers of paths: 128 bits, and an overflow is an error, never a wrong number.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace plylab::perft {

__extension__ typedef unsigned __int128 Natural;

/// A count from 0 to 2^128 − 1. Arithmetic that leaves this range throws std::overflow_error.
class Count {
 public:
  constexpr Count(std::uint64_t value = 0) : value_(value) {}  // NOLINT: a plain number is a count
  static constexpr Count from_natural(Natural value) {
    Count count;
    count.value_ = value;
    return count;
  }

  constexpr Natural value() const { return value_; }

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

  Natural value_ = 0;
};

/// Calls visit(count) for each count that a total is made of: here just one. Any other total is a
/// struct of nothing but counts that has this function too, += and *= with a Count.
template <class T>
requires std::same_as<std::remove_const_t<T>, Count>
void for_each_count(T& total, auto&& visit) { visit(total); }

/// Decimal, without separators.
inline std::string to_string(Count count) {
  std::string digits;
  Natural rest = count.value();
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  while ((rest /= 10) != 0);
  return digits;
}

}  // namespace plylab::perft
