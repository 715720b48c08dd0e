#include "perft/cluster/encoding.h"

#include <bit>
#include <utility>

#include "gen/base/input_error.h"

namespace plylab::perft::cluster {

Encoder& Encoder::number(std::uint64_t number) { return count(number); }

Encoder& Encoder::count(Count count) {
  append_number(encoded_, count.value());
  return *this;
}

Encoder& Encoder::counts(const std::vector<Count>& counts) {
  for (const Count one : counts) count(one);
  return *this;
}

Encoder& Encoder::text(std::string_view text) {
  number(text.size());
  encoded_.insert(encoded_.end(), text.begin(), text.end());
  return *this;
}

Encoder& Encoder::bytes(const Bytes& bytes) {
  number(bytes.size());
  encoded_.insert(encoded_.end(), bytes.begin(), bytes.end());
  return *this;
}

Encoder& Encoder::real(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  for (unsigned shift = 0; shift < 64; shift += 8)
    encoded_.push_back(static_cast<unsigned char>(bits >> shift));
  return *this;
}

std::uint64_t Decoder::number() {
  const Uint128 number = count().value();
  if (number >> 64 != 0) throw InputError("a number exceeds 64 bits");
  return static_cast<std::uint64_t>(number);
}

Count Decoder::count() {
  Uint128 number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const unsigned char byte = *take(1);
    const Uint128 digits = byte & 127U;
    if (shift >= 128 || (digits << shift) >> shift != digits)
      throw InputError("a number exceeds 128 bits");
    number |= digits << shift;
    if (byte < 128) return Count::from_value(number);
  }
}

std::vector<Count> Decoder::counts(std::size_t number) {
  std::vector<Count> counts;
  for (; number > 0; --number) counts.push_back(count());
  return counts;
}

std::vector<Count> Decoder::counts() {
  std::vector<Count> counts;
  while (!at_end()) counts.push_back(count());
  return counts;
}

std::string Decoder::text() {
  const std::uint64_t size = number();
  return {reinterpret_cast<const char*>(take(size)), static_cast<std::size_t>(size)};
}

Bytes Decoder::bytes() {
  const std::uint64_t size = number();
  const unsigned char* const begin = take(size);
  return {begin, begin + size};
}

double Decoder::real() {
  const unsigned char* const bytes = take(sizeof(double));
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < sizeof bits; ++i) bits |= std::uint64_t{bytes[i]} << 8 * i;
  return std::bit_cast<double>(bits);
}

const unsigned char* Decoder::take(std::uint64_t size) {
  if (size > static_cast<std::uint64_t>(end_ - at_)) throw InputError("bytes are missing");
  return std::exchange(at_, at_ + size);
}

}  // namespace plylab::perft::cluster
