#include "search/base/value.h"

#include <fmt/format.h>

#include <cassert>
#include <cstdlib>

namespace plylab::search {

std::string decision_text(Value value, bool proved) {
  assert(is_mate(value));
  return fmt::format("{} {}{}", value > 0 ? "win" : "loss", proved ? "" : "≤ ",
                     mate_value - std::abs(value));
}

std::string value_text(Value value) {
  return is_mate(value) ? decision_text(value) : fmt::format("{}", value);
}

}  // namespace plylab::search
