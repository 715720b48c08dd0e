// The searches as text: names, sources and defaults, and selection by a user.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "search/base/preset.h"
#include "search/base/switches.h"
#include "search/core/settings.h"

namespace plylab::search {

/// A search of registry.h.
struct SearchEntry {
  std::string_view name;
  std::string_view source;  ///< who published it
  Preset preset;            ///< its defaults
  bool needs_table;         ///< it requires a table
  bool full_width_only;     ///< it supports no selective switch
  bool single_thread;       ///< several threads cannot share its work
};

/// All searches, in the order of the registry.
const std::vector<SearchEntry>& every_search();

/// A short name in common use, and the routine that plylab means by it.
struct Alias {
  std::string_view name;
  std::string_view stands_for;
};

inline constexpr std::array aliases{
    Alias{"alphabeta", "alphabeta-soft"},
    Alias{"pvs", "pvs-soft"},
    Alias{"negascout", "negascout-1989"},
};

/// The exact name for an alias; other texts unchanged.
constexpr std::string_view exact_name(std::string_view name) {
  for (const Alias& alias : aliases)
    if (alias.name == name) return alias.stands_for;
  return name;
}

/// The search of that name or alias. Throws InputError, which lists the names, if there is none.
const SearchEntry& find_search(std::string_view name);

/// Throws InputError if there is no such search, or if it does not support the switches.
void require_search(std::string_view name, const Switches& wishes);

/// Throws InputError if the tables of `at_once` simultaneous searches cannot be allocated.
void require_memory(std::string_view name, const Switches& wishes, int at_once);

/// The ordering of that name. Throws InputError as above.
const OrderingEntry& find_ordering(std::string_view name);

/// The defaults of a search. Throws InputError as find_search() does.
inline const Preset& preset_of(std::string_view name) { return find_search(name).preset; }

/// Whether the search of this name returns minimax's value if no selective switch is on. Throws
/// InputError as find_search() does.
bool is_exact(std::string_view name);

/// The names of all searches, and their aliases.
std::vector<std::string> search_names();

/// The exact names of the chosen searches; "all" stands for those that return minimax's value, and
/// for `more`, which are additional valid names. Throws InputError as select_names() does.
std::vector<std::string> select_searches(std::string_view option,
                                         const std::vector<std::string>& chosen,
                                         const std::vector<std::string>& more = {});

}  // namespace plylab::search
