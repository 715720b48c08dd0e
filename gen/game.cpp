#include "gen/game.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gen/input_error.h"

namespace plylab::detail {

void no_generator(std::string_view game, std::string_view name,
                  const std::vector<std::string>& known) {
  throw InputError(
      fmt::format("{}: no generator '{}'; there are {}", game, name, fmt::join(known, ", ")));
}

void no_kernel(std::string_view kernel, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), kernel) != known.end())
    throw InputError(fmt::format("this CPU cannot run the kernel '{}'", kernel));
  throw InputError(
      known.empty() ? fmt::format("no kernel '{}'; this game has none", kernel)
                    : fmt::format("no kernel '{}'; there are {}", kernel, fmt::join(known, ", ")));
}

}  // namespace plylab::detail
