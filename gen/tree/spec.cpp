#include "gen/tree/spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"

namespace plylab::tree {
namespace {

constexpr std::array<std::string_view, 9> keys = {"width",  "depth", "seed",  "order", "quarter",
                                                  "values", "range", "noise", "merge"};

[[noreturn]] void refuse(std::string_view key, std::string_view text, std::string_view allowed) {
  throw InputError(fmt::format("tree: {}={} should be {}", key, text, allowed));
}

/// Reads the whole text as a number into `value`; false if it is none.
template <class Number>
bool read(std::string_view text, Number& number) {
  const auto value = parse_number<Number>(text);
  if (value) number = *value;
  return value.has_value();
}

template <class Number>
Number number(std::string_view key, std::string_view text, std::string_view allowed) {
  Number result{};
  if (!read(text, result)) refuse(key, text, allowed);
  return result;
}

constexpr std::string_view share = "a number from 0 to 1";

std::string allowed_width() {
  return fmt::format("a number from 1 to {}, or two such as 10..30", largest_width);
}

void read_width(std::string_view text, Spec& spec) {
  const auto dots = text.find("..");
  const auto low = text.substr(0, dots);
  const auto high = dots == text.npos ? low : text.substr(dots + 2);
  if (!read(low, spec.min_width) || !read(high, spec.max_width))
    refuse("width", text, allowed_width());
}

Values read_values(std::string_view text) {
  if (text == "incremental") return Values::incremental;
  if (text == "independent") return Values::independent;
  refuse("values", text, "incremental or independent");
}

/// Splits "tree(a=1,b=2)" and calls set(key, value) for each pair.
template <class Set>
void for_each_pair(std::string_view whole, Set&& set) {
  auto text = trimmed(whole);
  if (!text.starts_with("tree"))
    throw InputError(fmt::format("tree: '{}' should be tree(key=value,…)", whole));
  text = trimmed(text.substr(4));
  if (text.empty()) return;
  if (text.front() != '(' || text.back() != ')' || text.size() < 2)
    throw InputError(fmt::format("tree: '{}' should be tree(key=value,…)", whole));
  text = trimmed(text.substr(1, text.size() - 2));
  for (const std::string& element : elements_of("tree", text)) {
    const std::string_view pair = element;
    const auto equals = pair.find('=');
    if (equals == pair.npos) throw InputError(fmt::format("tree: '{}' should be key=value", pair));
    set(trimmed(pair.substr(0, equals)), trimmed(pair.substr(equals + 1)));
  }
}

/// Rounded to four decimals, for display.
double default_quarter(double order) { return std::round(1e4 - 1e4 * (1 - order) / 3) / 1e4; }

}  // namespace

double largest_merge(unsigned width) {
  const double others = 1 - 1.0 / width;
  return ((1 + others) - std::sqrt((1 + others) * (1 + others) - 4 * others * others)) / 2;
}

void check(const Spec& spec) {
  if (spec.min_width < 1 || spec.max_width > largest_width || spec.min_width > spec.max_width)
    refuse("width", fmt::format("{}..{}", spec.min_width, spec.max_width), allowed_width());
  if (spec.depth < 1 || spec.depth > largest_depth)
    refuse("depth", std::to_string(spec.depth), fmt::format("from 1 to {}", largest_depth));
  if (!(spec.order >= 0 && spec.order <= 1)) refuse("order", fmt::to_string(spec.order), share);
  if (!(spec.quarter >= spec.order && spec.quarter <= 1))
    refuse("quarter", fmt::to_string(spec.quarter),
           fmt::format("from {} (the order) to 1", spec.order));
  // Along a path both sides can lose `range` at each move, and the root may be worth as much.
  const int plies = spec.values == Values::incremental ? static_cast<int>(spec.depth) + 1 : 1;
  const int largest_range = largest_value / (plies + 1);
  if (spec.range < 1 || spec.range > largest_range)
    refuse("range", std::to_string(spec.range),
           fmt::format("from 1 to {} with this depth", largest_range));
  if (spec.noise < 0 || spec.noise > spec.range)
    refuse("noise", std::to_string(spec.noise),
           fmt::format("from 0 to {} (the range)", spec.range));
  const double merge_limit = largest_merge(spec.min_width);
  if (!(spec.merge >= 0 && spec.merge <= merge_limit))
    refuse("merge", fmt::to_string(spec.merge),
           fmt::format("from 0 to {:.3f} with {} children", merge_limit, spec.min_width));
}

Spec parse_spec(std::string_view text) {
  Spec spec;
  std::set<std::string, std::less<>> given;
  for_each_pair(text, [&](std::string_view key, std::string_view value) {
    find_entry(keys, key, "tree");
    if (!given.emplace(key).second) throw InputError(fmt::format("tree: {} is given twice", key));
    if (key == "width") read_width(value, spec);
    if (key == "depth") spec.depth = number<unsigned>(key, value, "a whole number");
    if (key == "seed") spec.seed = number<std::uint64_t>(key, value, "a whole number");
    if (key == "order") spec.order = number<double>(key, value, share);
    if (key == "quarter") spec.quarter = number<double>(key, value, share);
    if (key == "values") spec.values = read_values(value);
    if (key == "range") spec.range = number<int>(key, value, "a whole number");
    if (key == "noise") spec.noise = number<int>(key, value, "a whole number");
    if (key == "merge") spec.merge = number<double>(key, value, share);
  });
  if (!given.contains("quarter")) spec.quarter = default_quarter(spec.order);
  if (!given.contains("range") && spec.values == Values::independent) spec.range = 10000;
  if (!given.contains("noise")) spec.noise = spec.range / 5;
  check(spec);
  return spec;
}

std::string to_string(const Spec& spec) {
  const auto width = spec.min_width == spec.max_width
                         ? std::to_string(spec.min_width)
                         : fmt::format("{}..{}", spec.min_width, spec.max_width);
  return fmt::format(
      "tree(width={},depth={},seed={},order={},quarter={},values={},range={},noise={},merge={})",
      width, spec.depth, spec.seed, spec.order, spec.quarter,
      spec.values == Values::incremental ? "incremental" : "independent", spec.range, spec.noise,
      spec.merge);
}

}  // namespace plylab::tree
