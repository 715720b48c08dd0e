#include "search/run/searches.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "gen/base/huge_page_buffer.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "search/run/registry.h"
#include "search/run/table_size.h"

namespace plylab::search {

const std::vector<SearchEntry>& every_search() {
  static const std::vector<SearchEntry> searches = std::apply(
      []<class... Search>(const Algorithm<Search>&... algorithm) {
        return std::vector<SearchEntry>{{algorithm.name, algorithm.source, preset_of<Search>(),
                                         needs_table<Search>, full_width_only<Search>,
                                         single_thread<Search>}...};
      },
      every_algorithm);
  return searches;
}

const SearchEntry& find_search(std::string_view name) {
  for (const SearchEntry& search : every_search())
    if (search.name == exact_name(name)) return search;
  refuse_name("search", name, search_names());
}

void require_search(std::string_view name, const Switches& wishes) {
  const SearchEntry& search = find_search(name);
  require_sense(wishes);
  if (wishes.threads > 1 && search.single_thread)
    throw InputError(
        fmt::format("{}: runs on one thread; name other searches (plylab list searches)", name));
  if (wishes.threads > 1 && wishes.lazy && wishes.ybw)
    throw InputError(fmt::format(
        "threads={}: lazy and ybw are two ways to share the work: choose one", wishes.threads));
  if (wishes.threads > 1 && wishes.exact)
    throw InputError(fmt::format(
        "threads={}: not with exact, whose entries no two threads may write", wishes.threads));
  if (wishes.threads > 1 && table_size(name, wishes) == 0)
    throw InputError(
        fmt::format("{}: threads={} needs a shared table: add table=64", name, wishes.threads));
  if (const std::string names = selective_switches(wishes);
      search.full_width_only && !names.empty())
    throw InputError(fmt::format("{}: has no form with {}", name, names));
}

void require_memory(std::string_view name, const Switches& wishes, int at_once) {
  const auto mib = static_cast<std::size_t>(table_size(name, wishes));
  plylab::require_memory(mib * static_cast<std::size_t>(at_once) << 20);
}

const OrderingEntry& find_ordering(std::string_view name) {
  return find_entry(orderings, name, "ordering");
}

bool is_exact(std::string_view name) {
  const auto exact = names_in(algorithms);
  return std::find(exact.begin(), exact.end(), find_search(name).name) != exact.end();
}

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
      add(names_in(algorithms));
      add(more);
    } else {
      names.emplace_back(exact_name(name));
    }
  }
  std::vector<std::string> known = search_names();
  known.insert(known.end(), more.begin(), more.end());
  return select_names(option, names, known);
}

}  // namespace plylab::search
