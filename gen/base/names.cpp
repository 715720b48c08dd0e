#include "gen/base/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "gen/base/text.h"

namespace plylab {
namespace {

/// Whether the texts differ only in the order of two neighbouring characters.
bool swaps_neighbours(std::string_view from, std::string_view to) {
  if (from.size() != to.size()) return false;
  const auto [a, b] = std::ranges::mismatch(from, to);
  if (a == from.end() || a + 1 == from.end()) return false;
  return a[0] == b[1] && a[1] == b[0] && std::equal(a + 2, from.end(), b + 2);
}

}  // namespace

std::string NumberedNames::operator()(const std::string& name) {
  std::size_t& number = last_[name];
  std::string distinct;
  do distinct = ++number == 1 ? name : fmt::format("{} ({})", name, number);
  while (!taken_.insert(distinct).second);
  return distinct;
}

void refuse_name(std::string_view where, std::string_view name,
                 const std::vector<std::string>& known) {
  const std::string wrong = fmt::format("{}{}no '{}'; ", where, where.empty() ? "" : ": ", name);
  // A mistyped name is better answered by one name than by a long list.
  if (const auto meant = closest_name(name, known))
    throw UnknownName(fmt::format("{}did you mean {}?", wrong, *meant), where, name);
  throw UnknownName(fmt::format("{}there {} {}", wrong, known.size() > 1 ? "are" : "is",
                                known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))),
                    where, name);
}

void require_new_name(std::string_view what, std::string_view name,
                      const std::vector<std::string>& taken) {
  constexpr std::array kept{"all", "default"};
  const auto refuse = [&](std::string_view why) {
    throw InputError(fmt::format("{} '{}': {}", what, name, why));
  };
  if (name.empty() || name.find_first_of(", :=\t\n") != name.npos)
    refuse("its name must be one word without comma, colon and equals sign");
  if (std::ranges::find(kept, name) != kept.end()) refuse("options give this name another meaning");
  if (std::ranges::find(taken, name) != taken.end()) refuse("the name is taken");
}

std::vector<std::string> select_names(std::string_view option,
                                      const std::vector<std::string>& chosen,
                                      const std::vector<std::string>& known) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const std::string& name : chosen) {
    if (name == "all") {
      for (const std::string& each : known) add(each);
    } else if (std::find(known.begin(), known.end(), name) != known.end()) {
      add(name);
    } else {
      refuse_name(option, name, known);
    }
  }
  if (names.empty())
    throw InputError(fmt::format("{}: none given; there are {}", option, fmt::join(known, ", ")));
  return names;
}

std::size_t edit_distance(std::string_view from, std::string_view to) {
  const std::size_t width = to.size() + 1;
  std::vector<std::size_t> before(width), last(width), row(width);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::swap(before, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      const bool same = from[i - 1] == to[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

std::optional<std::string> closest_name(std::string_view text,
                                        const std::vector<std::string>& names) {
  const std::string wanted = lower_case(text);
  const std::string* closest = nullptr;
  const std::size_t letters = text.size() - std::min(text.find_first_not_of('-'), text.size());
  std::size_t min = (letters + 2) / 3;
  for (const std::string& name : names)
    if (const std::size_t distance = edit_distance(wanted, lower_case(name)); distance < min) {
      min = distance;
      closest = &name;
    }
  for (const std::string& name : names)
    if (!closest && text.size() > 2 && swaps_neighbours(wanted, lower_case(name))) closest = &name;
  if (closest) return *closest;
  const auto begins = [&](const std::string& name) { return lower_case(name).starts_with(wanted); };
  if (text.size() < 2 || std::count_if(names.begin(), names.end(), begins) != 1) return {};
  return *std::find_if(names.begin(), names.end(), begins);
}

}  // namespace plylab
