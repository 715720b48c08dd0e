#include "gen/game_info.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gen/input_error.h"

namespace plylab {

std::vector<std::string> GameInfo::generator_names() const {
  std::vector<std::string> names;
  for (const GeneratorInfo& generator : generators) names.push_back(generator.name);
  return names;
}

std::vector<std::string> GameInfo::kernel_names() const {
  std::vector<std::string> names;
  for (const KernelInfo& kernel : kernels) names.push_back(kernel.name);
  return names;
}

std::string GameInfo::kernel_of(std::string_view generator, std::string_view kernel) const {
  for (const KernelInfo& known : kernels)
    if (known.generator == generator && (kernel.empty() ? known.best : known.name == kernel))
      return known.name;
  return {};
}

void GameInfo::check_kernel(std::string_view where, std::string_view kernel) const {
  if (kernel.empty()) return;
  const auto found = std::find_if(kernels.begin(), kernels.end(),
                                  [&](const KernelInfo& known) { return known.name == kernel; });
  if (kernels.empty()) throw InputError(fmt::format("{}: {} has no kernels", where, name));
  if (found == kernels.end())
    throw InputError(
        fmt::format("{}: no '{}'; there are {}", where, kernel, fmt::join(kernel_names(), ", ")));
  if (!found->runs)
    throw InputError(fmt::format("{}: this CPU cannot run the kernel '{}'", where, kernel));
}

namespace detail {

void no_game(std::string_view name, const std::vector<std::string>& known) {
  throw InputError(fmt::format("no game '{}'; there are {}", name, fmt::join(known, ", ")));
}

}  // namespace detail

}  // namespace plylab
