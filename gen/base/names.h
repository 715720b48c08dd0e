// Names in registries: look-up, selection by a user, and suggestions for mistyped names.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
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

/// Makes names distinct: the second "x" becomes "x (2)".
class NumberedNames {
 public:
  /// The name, or with the next number if it was given before.
  std::string operator()(const std::string& name);

 private:
  std::map<std::string, std::size_t> last_;  // number of the name
  std::set<std::string> taken_;
};

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

/// The index of the entry of that name; the number of entries if there is none.
constexpr std::size_t place_of(const auto& registry, std::string_view name) {
  std::size_t place = 0;
  for (const auto& entry : registry) {
    if (entry_name(entry) == name) break;
    ++place;
  }
  return place;
}

/// The same, but throws UnknownName if there is none.
template <std::ranges::sized_range Registry>
std::size_t find_place(const Registry& registry, std::string_view name,
                       std::string_view where = {}) {
  const std::size_t place = place_of(registry, name);
  if (place == std::ranges::size(registry)) refuse_name(where, name, names_in(registry));
  return place;
}

/// The entry of that name. Throws UnknownName if there is none.
template <std::ranges::forward_range Registry>
const auto& find_entry(const Registry& registry, std::string_view name,
                       std::string_view where = {}) {
  for (const auto& entry : registry)
    if (entry_name(entry) == name) return entry;
  refuse_name(where, name, names_in(registry));
}

/// Throws InputError unless a registry of entries called `what` can get one of this name: a word
/// that an option takes, and not one of these nor a word that options keep for themselves.
void require_new_name(std::string_view what, std::string_view name,
                      const std::vector<std::string>& taken);

/// An entry of a constexpr registry. Code writes its name, Order("captures"), which the compiler
/// looks up and refuses if there is no such entry: so a registry needs no second list of names. A
/// guest's program may add entries, which follow those of the registry.
template <const auto& registry>
class EntryOf {
 public:
  using Entry = std::remove_cvref_t<decltype(registry.front())>;

  consteval EntryOf(const char* name) : EntryOf(place_of(registry, name)) {
    if (place_ == registry.size()) throw "the registry has no entry of this name";
  }

  /// The entry of that name. Throws UnknownName if there is none.
  static EntryOf find(std::string_view name, std::string_view where = {}) {
    for (const EntryOf one : every())
      if (one->name == name) return one;
    refuse_name(where, name, names());
  }
  /// The registry's own entries, in their order.
  static constexpr auto all() {
    return []<std::size_t... I>(std::index_sequence<I...>) { return std::array{EntryOf(I)...}; }
    (std::make_index_sequence<registry.size()>());
  }

  /// All entries, those that were added last.
  static std::vector<EntryOf> every() {
    std::vector<EntryOf> entries;
    for (std::size_t place = 0; place < registry.size() + added().size(); ++place)
      entries.push_back(EntryOf(place));
    return entries;
  }
  /// Their names.
  static std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const EntryOf one : every()) all.emplace_back(one->name);
    return all;
  }
  /// Adds an entry, whose texts must outlive the program's work. Throws InputError as
  /// require_new_name() does.
  static EntryOf add(std::string_view what, const Entry& entry) {
    require_new_name(what, entry.name, names());
    added().push_back(entry);
    return EntryOf(registry.size() + added().size() - 1);
  }
  constexpr bool is_added() const { return place_ >= registry.size(); }
  /// The number of an entry that was added, among those.
  constexpr std::size_t number() const { return place_ - registry.size(); }

  constexpr std::size_t place() const { return place_; }
  constexpr const Entry* operator->() const {
    return is_added() ? &added()[number()] : &registry[place_];
  }
  friend constexpr bool operator==(EntryOf, EntryOf) = default;

 private:
  constexpr explicit EntryOf(std::size_t place) : place_(static_cast<std::uint8_t>(place)) {}

  static std::deque<Entry>& added() {
    static std::deque<Entry> entries;
    return entries;
  }

  std::uint8_t place_;
  static_assert(registry.size() < 128);
};

/// The chosen names in the order given, without repeats; "all" stands for all known ones. Throws
/// InputError as refuse_name() does for a name that does not exist.
std::vector<std::string> select_names(std::string_view option,
                                      const std::vector<std::string>& chosen,
                                      const std::vector<std::string>& known);

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
