#include "search/lab/extension.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace plylab::search::lab {
namespace {

std::string changed(std::string_view field, const auto& there, const auto& here) {
  return there == here ? std::string()
                       : fmt::format("{} is {} there and {} here", field, there, here);
}

std::string missing(const Group& group, std::string_view field, const std::string& value) {
  return fmt::format("there the group '{}' has the {} '{}'", group.name, field, value);
}

/// What a group has lost.
std::string lost(const Group& earlier, const Group& now) {
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    const auto& levels = now.levels[static_cast<Factor>(i)];
    for (const std::string& level : earlier.levels[static_cast<Factor>(i)])
      if (std::find(levels.begin(), levels.end(), level) == levels.end())
        return missing(earlier, factor_names[i], level);
  }
  for (const Start& start : earlier.starts)
    if (std::none_of(now.starts.begin(), now.starts.end(), [&](const Start& one) {
          return one.game == start.game && one.name == start.name && one.text == start.text;
        }))
      return missing(earlier, "start", start.name);
  return "";
}

/// The table that the searches of each group get if their switches name none.
std::map<std::string, int> tables_of(const Experiment& experiment) {
  std::map<std::string, int> tables;
  for (const Run& run : runs_of(experiment)) tables[run.group] = run.table;
  return tables;
}

}  // namespace

std::string what_is_lost(const Experiment& earlier, const Experiment& now) {
  for (const std::string& text :
       {changed("its name", fmt::format("'{}'", earlier.name), fmt::format("'{}'", now.name)),
        changed("limits.nodes", earlier.limits.nodes, now.limits.nodes),
        changed("limits.seconds", earlier.limits.seconds, now.limits.seconds)})
    if (!text.empty()) return text;
  const auto before = tables_of(earlier), after = tables_of(now);
  for (const Group& group : earlier.groups) {
    const auto same = std::find_if(now.groups.begin(), now.groups.end(),
                                   [&](const Group& one) { return one.name == group.name; });
    if (same == now.groups.end())
      return fmt::format("the group '{}' is there and not here", group.name);
    if (std::string text = lost(group, *same); !text.empty()) return text;
    if (!before.contains(group.name)) continue;  // it had no start
    const auto mebibytes = [](int table) { return fmt::format("{} MiB", table); };
    if (std::string text =
            changed(fmt::format("the table of all searches in the group '{}'", group.name),
                    mebibytes(before.at(group.name)), mebibytes(after.at(group.name)));
        !text.empty())
      return text;
  }
  return "";
}

}  // namespace plylab::search::lab
