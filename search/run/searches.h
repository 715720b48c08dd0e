// The searches as text: names, sources, defaults and tables, and selection by a user. Also the
// orderings by name.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "search/base/preset.h"
#include "search/base/switches.h"
#include "search/core/settings.h"

namespace plylab::search {

/// A search of registry.h, or one that a guest's program has added.
struct SearchEntry {
  std::string_view name;
  std::string_view source;  ///< who published it
  Preset preset;            ///< its defaults
  bool needs_table;         ///< it requires a table
  bool full_width_only;     ///< it supports no selective switch
  bool single_thread;       ///< several threads cannot share its work
  bool open_windows;        ///< no switch that needs a bound has an effect
  bool exact;               ///< it returns minimax's value if no selective switch is on
};

/// The entry for a search, by what the type says of itself.
template <class Search>
SearchEntry search_entry(std::string_view name, std::string_view source) {
  constexpr bool needs_table = requires { Search::needs_table; };
  constexpr bool full_width_only = requires { Search::full_width_only; };
  constexpr bool single_thread = requires { Search::single_thread; };
  constexpr bool open_windows = requires { Search::open_windows; };
  constexpr bool inexact = requires { Search::inexact; };
  const Preset preset = preset_of<Search>();
  const bool exact = !inexact && selective_switches(preset.switches).empty();
  return {name, source, preset, needs_table, full_width_only, single_thread, open_windows, exact};
}

/// All searches, in the order of the registry, then those of a guest.
const std::vector<SearchEntry>& every_search();

/// Adds a search of a guest. The entry's texts must outlive the program's work. Throws InputError
/// if its name is taken or cannot be given on a command line.
void add_search(const SearchEntry& entry);

/// Whether a guest has added the search of that name.
bool is_added(std::string_view name);

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

/// The variant for alpha-beta on the minimal tree, that is, with the best moves known beforehand
/// (search/algorithms/minimal.h). Its nodes are those of the minimal tree.
inline constexpr std::string_view minimal_variant = "minimal";

/// The search that a variant runs.
constexpr std::string_view search_of(std::string_view variant) {
  return variant == minimal_variant ? "alphabeta" : variant;
}

/// The search of that name or alias. Throws InputError, which lists the names, if there is none.
const SearchEntry& find_search(std::string_view name);

/// Why the search cannot use the switches: "runs on one thread". Empty if it can.
std::string misfit(std::string_view name, const Switches& wishes);

/// Throws InputError if there is no such search, if it does not support the switches, or if one of
/// them changes nothing since another is off (adaptive-null without null), unless the wishes name
/// that other one too.
void require_search(std::string_view name, const Switches& wishes);

/// Throws InputError if the tables of `at_once` simultaneous searches cannot be allocated.
void require_memory(std::string_view name, const Switches& wishes, int at_once);

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

// Sizes of transposition tables, equal for searches that are compared.

/// The size in MiB of a search's table: the wishes' if they set it, otherwise the search's own; 0
/// for none. Throws InputError for an unknown name.
int table_size(std::string_view search, const Switches& wishes);

/// The effective switches of a search: its preset overridden by the wishes, with the size of its
/// table. Throws InputError for an unknown name.
Switches effective_switches(std::string_view search, const Switches& wishes);

/// Whether the wishes set the table's size, including 0.
bool names_table(const Switches& wishes);

/// The size in MiB of the table that all of these searches get if they are compared: the largest
/// that one of them has by itself. 0 if none has one, or if the wishes set the size.
int common_table(const std::vector<std::string>& searches, const Switches& wishes);

/// The wishes with a table of that many MiB, unless they mention the table or the size is 0.
Switches with_table(Switches wishes, int mib);

/// A note for readers of a comparison: that all searches got a table of `common` MiB because some
/// need one, or, if that is 0, that some have a table and others do not. Empty if neither applies.
std::string table_note(const std::vector<std::string>& searches, const Switches& wishes,
                       int common);

}  // namespace plylab::search
