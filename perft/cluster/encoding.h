// Numbers and texts as bytes: what processes send to each other, and what manifests keep in blobs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/count.h"
#include "perft/frontier/record.h"

namespace plylab::perft::cluster {

/// Appends values one after another. A number is LEB128, a text its length and its bytes, a real
/// number its eight bytes (IEEE 754, the lowest first).
class Encoder {
 public:
  Encoder& number(std::uint64_t number);
  Encoder& count(Count count);
  /// Their counts one after another, without how many there are.
  Encoder& counts(const std::vector<Count>& counts);
  Encoder& text(std::string_view text);
  Encoder& bytes(const Bytes& bytes);  ///< as a text
  Encoder& real(double number);

  const Bytes& encoded() const& { return encoded_; }
  Bytes encoded() && { return std::move(encoded_); }

 private:
  Bytes encoded_;
};

/// Takes values back in the same order. All functions throw InputError where the bytes are not what
/// is expected there.
class Decoder {
 public:
  /// The bytes must outlive it.
  explicit Decoder(const Bytes& bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

  bool at_end() const { return at_ == end_; }
  std::uint64_t number();
  Count count();
  std::vector<Count> counts(std::size_t number);
  /// All that are left.
  std::vector<Count> counts();
  std::string text();
  Bytes bytes();
  double real();

 private:
  const unsigned char* take(std::uint64_t size);

  const unsigned char *at_, *end_;
};

}  // namespace plylab::perft::cluster
