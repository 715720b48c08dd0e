#include "search/run/searches.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include "gen/base/huge_page_buffer.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "search/run/registry.h"

namespace plylab::search {
namespace {

/// Throws InputError for a switch that is on while one that it needs is off unnamed.
void require_needed(std::string_view name, const Switches& wishes) {
  const Switches effective = effective_switches(name, wishes);
  for (const Switch one : Switch::all())
    for (const std::string_view other : {one->kind.needs.first, one->kind.needs.second}) {
      if (wishes[one] == 0 || other.empty()) continue;
      const Switch needed = Switch::find(other);
      if (effective[needed] != needed->kind.usual || wishes.named[needed]) continue;
      const std::string value = needed->kind.max > 1 ? fmt::format("={}", needed->kind.on) : "";
      throw InputError(fmt::format("{}: {} changes nothing without {}: add {}{}", name, one->name,
                                   other, other, value));
    }
}

/// Plylab's own searches, and a guest's.
std::vector<SearchEntry>& all_searches() {
  static std::vector<SearchEntry> all = std::apply(
      []<class... Search>(const Algorithm<Search>&... algorithm) {
        return std::vector{search_entry<Search>(algorithm.name, algorithm.source)...};
      },
      every_algorithm);
  return all;
}

/// The names of the searches that return minimax's value.
std::vector<std::string> exact_searches() {
  std::vector<std::string> names;
  for (const SearchEntry& search : every_search())
    if (search.exact) names.emplace_back(search.name);
  return names;
}

/// The default size of a table, in MiB.
constexpr int default_table = 64;

}  // namespace

const std::vector<SearchEntry>& every_search() { return all_searches(); }

void add_search(const SearchEntry& entry) {
  std::vector<std::string> taken = search_names();
  taken.emplace_back(minimal_variant);
  require_new_name("search", entry.name, taken);
  all_searches().push_back(entry);
}

bool is_added(std::string_view name) {
  constexpr auto own = static_cast<std::ptrdiff_t>(std::tuple_size_v<decltype(every_algorithm)>);
  return std::any_of(every_search().begin() + own, every_search().end(),
                     [&](const SearchEntry& search) { return search.name == name; });
}

const SearchEntry& find_search(std::string_view name) {
  for (const SearchEntry& search : every_search())
    if (search.name == exact_name(name)) return search;
  refuse_name("search", name, search_names());
}

std::string misfit(std::string_view name, const Switches& wishes) {
  const SearchEntry& search = find_search(name);
  if (wishes["threads"] > 1 && search.single_thread)
    return "runs on one thread; name other searches (plylab list searches)";
  if (const std::string names = selective_switches(wishes);
      search.full_width_only && !names.empty())
    return fmt::format("has no form with {}", names);
  if (search.open_windows)
    for (const Switch one : Switch::all())
      if (wishes[one] != 0 && one->kind.needs_bound)
        return fmt::format("{} has no effect, because all its windows are open", one->name);
  return {};
}

void require_search(std::string_view name, const Switches& wishes) {
  validate(wishes);
  if (const std::string what = misfit(name, wishes); !what.empty())
    throw InputError(fmt::format("{}: {}", name, what));
  if (wishes["threads"] > 1 && wishes["lazy"] && wishes["ybw"])
    throw InputError(fmt::format(
        "threads={}: lazy and ybw are two ways to share the work: choose one", wishes["threads"]));
  if (wishes["threads"] > 1 && wishes["exact"])
    throw InputError(fmt::format(
        "threads={}: not with exact, whose entries no two threads may write", wishes["threads"]));
  if (wishes["threads"] > 1 && table_size(name, wishes) == 0)
    throw InputError(fmt::format("{}: threads={} needs a shared table: add --with table=64", name,
                                 wishes["threads"]));
  require_needed(name, wishes);
}

void require_memory(std::string_view name, const Switches& wishes, int at_once) {
  const auto mib = static_cast<std::size_t>(table_size(name, wishes));
  plylab::require_memory(mib * static_cast<std::size_t>(at_once) << 20);
}

bool is_exact(std::string_view name) { return find_search(name).exact; }

std::vector<std::string> search_names() {
  std::vector<std::string> names = names_in(every_search());
  for (const Alias& alias : aliases) names.emplace_back(alias.name);
  return names;
}

std::vector<std::string> select_searches(std::string_view option,
                                         const std::vector<std::string>& chosen,
                                         const std::vector<std::string>& more) {
  std::vector<std::string> names;
  const auto add = [&](const std::vector<std::string>& list) {
    names.insert(names.end(), list.begin(), list.end());
  };
  for (const std::string& name : chosen) {
    if (name == "all") {
      add(exact_searches());
      add(more);
    } else {
      names.emplace_back(exact_name(name));
    }
  }
  std::vector<std::string> known = search_names();
  known.insert(known.end(), more.begin(), more.end());
  return select_names(option, names, known);
}

int table_size(std::string_view search, const Switches& wishes) {
  const SearchEntry& entry = find_search(search);
  const int mib = overlay(wishes, entry.preset.switches)["table"];
  return mib == 0 && entry.needs_table ? default_table : mib;
}

Switches effective_switches(std::string_view search, const Switches& wishes) {
  Switches all = overlay(wishes, preset_of(search).switches);
  all["table"] = table_size(search, wishes);
  return all;
}

bool names_table(const Switches& wishes) { return wishes["table"] > 0 || wishes.named["table"]; }

int common_table(const std::vector<std::string>& searches, const Switches& wishes) {
  if (names_table(wishes)) return 0;
  int max = 0;
  for (const std::string& search : searches) max = std::max(max, table_size(search, wishes));
  return max;
}

Switches with_table(Switches wishes, int mib) {
  if (mib == 0 || names_table(wishes)) return wishes;
  wishes["table"] = mib;
  return wishes;
}

std::string table_note(const std::vector<std::string>& searches, const Switches& wishes,
                       int common) {
  std::map<int, std::vector<std::string>, std::greater<>> by_size;
  for (const std::string& name : searches)
    by_size[table_size(search_of(name), wishes)].push_back(name);
  if (by_size.size() < 2) return {};
  if (common > 0) {
    const std::vector<std::string>& largest = by_size.begin()->second;
    return fmt::format("all with table={}, since {} {} one (with no-table, {} alone has one)",
                       common, fmt::join(largest, ", "),
                       largest.size() == 1 ? "requires" : "require",
                       largest.size() == 1 ? "it" : "each of these");
  }
  std::vector<std::string> parts;
  for (const auto& [mib, names] : by_size)
    parts.push_back(fmt::format("{}: {}", mib > 0 ? fmt::format("with table={}", mib) : "without",
                                fmt::join(names, ", ")));
  return fmt::format("not on equal terms: {}", fmt::join(parts, "; "));
}

}  // namespace plylab::search
