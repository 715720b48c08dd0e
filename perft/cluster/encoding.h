// Encodes numbers and texts as bytes, for messages between processes and blobs in manifests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/count.h"
#include "perft/frontier/record.h"

namespace plylab::perft::cluster {

/// Appends values one after another: a number as LEB128, a text as its length and bytes, a real
/// number as eight bytes (IEEE 754, little-endian).
class Encoder {
 public:
  Encoder& number(std::uint64_t number);
  Encoder& count(Count count);
  /// Appends the counts without their number.
  Encoder& counts(const std::vector<Count>& counts);
  Encoder& text(std::string_view text);
  Encoder& bytes(const Bytes& bytes);  ///< as a text
  Encoder& real(double number);

  const Bytes& encoded() const& { return encoded_; }
  Bytes encoded() && { return std::move(encoded_); }

 private:
  Bytes encoded_;
};

/// Decodes values in the same order. All functions throw InputError if the bytes are not a valid
/// value.
class Decoder {
 public:
  /// The bytes must outlive the decoder.
  explicit Decoder(const Bytes& bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

  bool at_end() const { return at_ == end_; }
  std::uint64_t number();
  Count count();
  std::vector<Count> counts(std::size_t number);
  /// All counts up to the end.
  std::vector<Count> counts();
  std::string text();
  Bytes bytes();
  double real();

 private:
  const unsigned char* take(std::uint64_t size);

  const unsigned char *at_, *end_;
};

}  // namespace plylab::perft::cluster
