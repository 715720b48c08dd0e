// Looking entries of registries up by their names.
#pragma once

#include <concepts>
#include <cstddef>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace plylab {

/// Throws InputError: "--gen: no 'foo'; there are mailbox, x88". `where` says where the name was
/// given; if it is empty, the message begins with "no".
[[noreturn]] void refuse_name(std::string_view where, std::string_view name,
                              const std::vector<std::string>& known);

/// The name of a registry's entry: its member `name`, or the entry itself if it is a text.
constexpr std::string_view entry_name(const auto& entry) {
  if constexpr (requires { entry.name; })
    return entry.name;
  else
    return entry;
}

/// The names in a registry, in its order.
template <std::ranges::input_range Registry>
std::vector<std::string> names_in(const Registry& registry) {
  std::vector<std::string> names;
  for (const auto& entry : registry) names.emplace_back(entry_name(entry));
  return names;
}
template <class... Entries>
std::vector<std::string> names_in(const std::tuple<Entries...>& registry) {
  return std::apply([](const auto&... entry) { return std::vector{std::string(entry.name)...}; },
                    registry);
}

/// The entry of that name. Throws InputError as refuse_name() does if there is none.
template <std::ranges::forward_range Registry>
const auto& find_entry(const Registry& registry, std::string_view name,
                       std::string_view where = {}) {
  for (const auto& entry : registry)
    if (entry_name(entry) == name) return entry;
  refuse_name(where, name, names_in(registry));
}

/// The place of that entry in an array or a vector. Throws as find_entry() does.
template <std::ranges::contiguous_range Registry>
std::size_t find_place(const Registry& registry, std::string_view name,
                       std::string_view where = {}) {
  return static_cast<std::size_t>(&find_entry(registry, name, where) - std::ranges::data(registry));
}

}  // namespace plylab
