#include "gen/chess/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "gen/input_error.h"

namespace plylab::chess {

std::vector<std::string> generator_names() {
  std::vector<std::string> names;
  const auto add = [&](const auto& entry) {
    if (names.empty() || names.back() != entry.name) names.emplace_back(entry.name);
  };
  std::apply([&](const auto&... entry) { (add(entry), ...); }, generators);
  return names;
}

std::string forced_kernel() {
  const char* forced = std::getenv("PLYLAB_KERNEL");
  if (forced == nullptr || *forced == '\0') return {};
  std::string known;
  bool runs = false, found = false;
  const auto look_at = [&](const auto& entry) {
    if (entry.kernel.empty()) return;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", entry.kernel);
    if (entry.kernel != forced) return;
    found = true;
    runs = entry.runs();
  };
  std::apply([&](const auto&... entry) { (look_at(entry), ...); }, generators);
  if (!found) throw InputError(fmt::format("PLYLAB_KERNEL: '{}' is not one of {}", forced, known));
  if (!runs)
    throw InputError(fmt::format("PLYLAB_KERNEL: this CPU cannot run the kernel '{}'", forced));
  return forced;
}

}  // namespace plylab::chess
