#include "search/run/table_size.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "search/base/minimal_variant.h"
#include "search/run/registry.h"

namespace plylab::search {
namespace {

const SwitchEntry& table_switch() { return find_entry(switches, "table", "switches"); }

}  // namespace

int table_size(std::string_view search, const Switches& wishes) {
  const SearchEntry& entry = find_search(search);
  const int mib = overlay(wishes, entry.preset.switches).table;
  return mib == 0 && entry.needs_table ? default_table : mib;
}

Switches effective_switches(std::string_view search, const Switches& wishes) {
  Switches all = overlay(wishes, preset_of(search).switches);
  all.table = table_size(search, wishes);
  return all;
}

bool names_table(const Switches& wishes) {
  return wishes.table > 0 || (wishes.named & bit_of(table_switch())) != 0;
}

int common_table(const std::vector<std::string>& searches, const Switches& wishes) {
  if (names_table(wishes)) return 0;
  int most = 0;
  for (const std::string& search : searches) most = std::max(most, table_size(search, wishes));
  return most;
}

Switches with_table(Switches wishes, int mib) {
  if (mib == 0 || names_table(wishes)) return wishes;
  wishes.table = mib;
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
    return fmt::format("all with table={}, since {} {} one (with no-table only {} has a table)",
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
