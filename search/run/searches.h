// The searches as text: their names and sources, their defaults, and which of them a user chose.
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

/// The exact name that an alias stands for; other texts as they are.
constexpr std::string_view exact_name(std::string_view name) {
  for (const Alias& alias : aliases)
    if (alias.name == name) return alias.stands_for;
  return name;
}

/// Throws InputError, which lists the names, if no search has this name or alias.
void require_search(std::string_view name);

/// The same, and also throws InputError if the search does not support the switches.
void require_search(std::string_view name, const Switches& wishes);

/// Throws InputError if the tables of that many of these searches at the same time cannot be
/// allocated.
void require_memory(std::string_view name, const Switches& wishes, int at_once);

/// The ordering of that name. Throws InputError as above.
const OrderingEntry& find_ordering(std::string_view name);

/// The defaults of a search, named exactly or by its alias. Throws InputError as require_search()
/// does.
Preset preset_of(std::string_view name);

/// Whether the search of this name returns minimax's value as long as no selective switch is on.
/// Throws InputError as require_search() does.
bool is_exact(std::string_view name);

/// Whether the search of this name has no form with a selective switch.
bool is_full_width_only(std::string_view name);

/// For a comparison of values: throws InputError if one of the searches is not exact.
void require_exact_searches(const std::vector<std::string>& names);

/// The names of all searches, and those that are short for one.
std::vector<std::string> search_names();

/// The exact names of the chosen searches; "all" stands for those that return minimax's value, and
/// for `more`, which are allowed besides. Throws InputError as select_names() does.
std::vector<std::string> select_searches(std::string_view option,
                                         const std::vector<std::string>& chosen,
                                         const std::vector<std::string>& more = {});

}  // namespace plylab::search
