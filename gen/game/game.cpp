#include "gen/game/game.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/game/game_info.h"

namespace plylab {

std::vector<std::string> GameInfo::generator_names() const { return names_in(generators); }

std::vector<std::string> GameInfo::kernel_names() const { return names_in(kernels); }

std::string GameInfo::kernel_of(std::string_view generator, std::string_view kernel) const {
  for (const KernelInfo& known : kernels)
    if (known.generator == generator && (kernel.empty() ? known.best : known.name == kernel))
      return known.name;
  return {};
}

void GameInfo::check_kernel(std::string_view where, std::string_view kernel) const {
  if (kernel.empty()) return;
  if (kernels.empty()) throw InputError(fmt::format("{}: {} has no kernels", where, name));
  if (!find_entry(kernels, kernel, where).runs)
    throw InputError(fmt::format("{}: this CPU cannot run the kernel '{}'", where, kernel));
}

void refuse_stored_game(std::string_view where, std::string_view name) {
  throw InputError(fmt::format(
      "{}: is of the game {}, which this program does not have; use the laboratory of that game",
      where, name));
}

namespace detail {

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

}  // namespace detail
}  // namespace plylab
