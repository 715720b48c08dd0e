#include "reports/json_nesting.h"

#include <fmt/format.h>

#include "gen/input_error.h"

namespace plylab::reports {

void refuse_deep_nesting(std::string_view json, const std::string& where) {
  constexpr int most = 100;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted && c == '\\')
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '[' || c == '{') && ++depth > most)
      throw InputError(fmt::format("{}: nests more than {} brackets at byte {}", where, most, i));
    else if (!quoted && (c == ']' || c == '}'))
      --depth;
  }
}

}  // namespace plylab::reports
