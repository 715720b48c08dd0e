// Journals that tests change.
#pragma once

#include <string>
#include <string_view>

#include "gen/base/text.h"
#include "reports/formats/journal_file.h"

namespace plylab::testing {

/// The text with checksums that fit, as if plylab had written its lines as they are now; what
/// stands behind the last line is left as it is. `header` is that of the lines before the first
/// header.
inline std::string sealed_again(std::string_view text, std::string header = {}) {
  std::string sealed;
  while (text.find('\n') != text.npos) {
    const std::string_view line = take_until(text, "\n");
    text.remove_prefix(1);
    const std::string object = std::string(line.substr(0, line.rfind(",\"check\":"))) + '}';
    const bool is_header = header.empty() || line.find("\"schema\"") != line.npos;
    const std::string again = reports::sealed(object, is_header ? std::string() : header);
    if (is_header) header = again;
    sealed += again + '\n';
  }
  return sealed.append(text);
}

/// The first line.
inline std::string header_of(std::string_view text) { return std::string(take_line(text)); }

}  // namespace plylab::testing
