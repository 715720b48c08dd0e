#include "gen/base/issue.h"

#include <fmt/format.h>

namespace plylab {

std::string to_string(const Issue& issue) {
  return fmt::format("{}:{}: {}", issue.file, issue.line, issue.what);
}

}  // namespace plylab
