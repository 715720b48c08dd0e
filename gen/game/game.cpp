#include "gen/game/game.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/input_error.h"
#include "gen/base/names.h"

namespace plylab::detail {

void no_generator(std::string_view game, std::string_view name,
                  const std::vector<std::string>& known) {
  refuse_name(game, name, known);
}

void no_move(std::string_view text) {
  throw InputError(fmt::format("'{}' is not a legal move", text));
}

void no_kernel(std::string_view kernel, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), kernel) != known.end())
    throw InputError(fmt::format("this CPU cannot run the kernel '{}'", kernel));
  refuse_name("", kernel, known);
}

}  // namespace plylab::detail
