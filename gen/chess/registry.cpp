#include "gen/chess/registry.h"

namespace plylab::chess {

std::vector<std::string> generator_names() {
  std::vector<std::string> names;
  const auto add = [&](const auto& entry) {
    if (names.empty() || names.back() != entry.name) names.emplace_back(entry.name);
  };
  std::apply([&](const auto&... entry) { (add(entry), ...); }, generators);
  return names;
}

}  // namespace plylab::chess
