// Values as bytes, for messages between processes, blobs in manifests, and digests.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "gen/base/count.h"
#include "gen/base/fields.h"
#include "gen/base/input_error.h"
#include "perft/frontier/record.h"

namespace plylab::perft::cluster {

/// Appends values one after another: a whole number as LEB128, a text as its length and bytes, a
/// real number as eight bytes (IEEE 754, little-endian), a vector as its size and elements, and a
/// struct as its fields.
class Encoder {
 public:
  template <class T>
  Encoder& put(const T& value) {
    if constexpr (Described<T>) {
      for_each_field(value, [&](std::string_view, const auto& member) { put(member); });
    } else if constexpr (std::convertible_to<T, std::string_view>) {
      const std::string_view text = value;
      put_bytes(text.data(), text.size());
    } else if constexpr (std::same_as<T, Bytes>) {
      put_bytes(value.data(), value.size());
    } else if constexpr (std::floating_point<T>) {
      put_real(value);
    } else if constexpr (std::same_as<T, Count>) {
      append_number(encoded_, value.value());
    } else if constexpr (std::integral<T>) {
      append_number(encoded_, static_cast<std::uint64_t>(value));
    } else {
      put(value.size());
      for (const auto& one : value) put(one);
    }
    return *this;
  }

  const Bytes& encoded() const& { return encoded_; }
  Bytes encoded() && { return std::move(encoded_); }

 private:
  void put_bytes(const void* bytes, std::size_t size);
  void put_real(double number);

  Bytes encoded_;
};

/// Decodes values in the same order. All functions throw InputError if the bytes are not a valid
/// value.
class Decoder {
 public:
  /// The bytes must outlive the decoder.
  explicit Decoder(const Bytes& bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

  bool at_end() const { return at_ == end_; }

  template <class T>
  void get(T& value) {
    if constexpr (Described<T>) {
      for_each_field(value, [&](std::string_view, auto& member) { get(member); });
    } else if constexpr (std::same_as<T, std::string> || std::same_as<T, Bytes>) {
      const auto size = get<std::uint64_t>();
      const unsigned char* const begin = take(size);
      value.assign(begin, begin + size);
    } else if constexpr (std::floating_point<T>) {
      value = real();
    } else if constexpr (std::same_as<T, Count>) {
      value = count();
    } else if constexpr (std::integral<T>) {
      value = static_cast<T>(number());
    } else {
      value.clear();
      for (auto left = number(); left > 0; --left) get(value.emplace_back());
    }
  }

  template <class T>
  T get() {
    T value{};
    get(value);
    return value;
  }

 private:
  std::uint64_t number();
  Count count();
  double real();
  const unsigned char* take(std::uint64_t size);

  const unsigned char *at_, *end_;
};

/// Decodes bytes that hold one value.
template <class T>
T decoded(const Bytes& bytes) {
  Decoder in(bytes);
  auto value = in.get<T>();
  if (!in.at_end()) throw InputError("bytes follow a value");
  return value;
}

}  // namespace plylab::perft::cluster
