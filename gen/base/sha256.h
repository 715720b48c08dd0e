// What names a file's content.
#pragma once

#include <string>
#include <string_view>

namespace plylab::epd {

/// SHA-256 (FIPS 180-4) of the bytes as 64 small hexadecimal digits: what sha256sum prints.
std::string sha256(std::string_view bytes);

}  // namespace plylab::epd
