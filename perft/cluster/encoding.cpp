#include "perft/cluster/encoding.h"

#include <bit>
#include <utility>

namespace plylab::perft::cluster {

void Encoder::put_bytes(const void* bytes, std::size_t size) {
  append_number(encoded_, size);
  const auto* const begin = static_cast<const unsigned char*>(bytes);
  encoded_.insert(encoded_.end(), begin, begin + size);
}

void Encoder::put_real(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  for (unsigned shift = 0; shift < 64; shift += 8)
    encoded_.push_back(static_cast<unsigned char>(bits >> shift));
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
