#include "gen/base/sha256.h"

#include <sha2.h>  // libmd: no larger than the task, and part of every Debian

#include <array>
#include <cstdint>

namespace plylab::epd {

std::string sha256(std::string_view bytes) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), digits.data());
  return digits.data();
}

}  // namespace plylab::epd
