// Names in registries: look-up, selection by a user, and suggestions for mistyped names.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "gen/base/input_error.h"

namespace plylab {

/// A name that is not in a registry. `where` is the option or file that gave it.
struct UnknownName : InputError {
  UnknownName(std::string_view what, std::string_view where_given, std::string_view unknown)
      : InputError(what), where(where_given), name(unknown) {}

  std::string where, name;
};

/// Throws UnknownName: "--gen: no 'foo'; there are mailbox, x88". If `where` is empty, the message
/// begins with "no".
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

/// The entry of that name. Throws UnknownName if there is none.
template <std::ranges::forward_range Registry>
const auto& find_entry(const Registry& registry, std::string_view name,
                       std::string_view where = {}) {
  for (const auto& entry : registry)
    if (entry_name(entry) == name) return entry;
  refuse_name(where, name, names_in(registry));
}

/// The index of that entry in an array or a vector. Throws as find_entry() does.
template <std::ranges::contiguous_range Registry>
std::size_t find_place(const Registry& registry, std::string_view name,
                       std::string_view where = {}) {
  return static_cast<std::size_t>(&find_entry(registry, name, where) - std::ranges::data(registry));
}

/// The chosen names in the order given, without repeats; "all" stands for all known ones. Throws
/// InputError as refuse_name() does for a name that does not exist.
std::vector<std::string> select_names(std::string_view option,
                                      const std::vector<std::string>& chosen,
                                      const std::vector<std::string>& known);

/// Throws InputError unless a registry of entries called `what` can get one of this name: a word
/// that an option takes, and not one of these nor a word that options keep for themselves.
void require_new_name(std::string_view what, std::string_view name,
                      const std::vector<std::string>& taken);

/// The fewest insertions, deletions, replacements and swaps of neighbours that turn one text into
/// the other, with no character edited twice (optimal string alignment, after Damerau 1964).
std::size_t edit_distance(std::string_view from, std::string_view to);

/// The name closest to the text, if fewer than a third of its characters are wrong, not counting an
/// option's dashes, or if only two neighbouring ones are swapped; the first of several equally
/// close. Otherwise the only name that begins with the text, if the text has at least two
/// characters. Capitals count as small letters.
std::optional<std::string> closest_name(std::string_view text,
                                        const std::vector<std::string>& names);

}  // namespace plylab
