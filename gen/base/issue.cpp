#include "gen/base/issue.h"

#include <fmt/format.h>

namespace plylab {

std::string to_string(const Issue& issue) {
  if (issue.line == 0) return issue.what;
  return fmt::format("{}:{}: {}", issue.file, issue.line, issue.what);
}

}  // namespace plylab
