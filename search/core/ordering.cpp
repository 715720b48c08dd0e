#include "search/core/ordering.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gen/select_names.h"

namespace plylab::search {

const OrderingEntry& find_ordering(std::string_view where, std::string_view name) {
  const auto found = std::find_if(orderings.begin(), orderings.end(),
                                  [&](const OrderingEntry& entry) { return entry.name == name; });
  if (found != orderings.end()) return *found;
  std::vector<std::string> known;
  for (const OrderingEntry& entry : orderings) known.emplace_back(entry.name);
  select_names(where, {std::string(name)}, known);  // throws
  return orderings.front();
}

}  // namespace plylab::search
