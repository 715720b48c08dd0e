#include "search/base/switches.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"

namespace plylab::search {
namespace {

constexpr std::string_view nothing = "plain";

const SwitchEntry& find(std::string_view option, std::string_view name) {
  return find_entry(switches, name, option);
}

int number(std::string_view option, const SwitchEntry& entry, std::string_view text) {
  const auto value = parse_number<int>(text);
  if (!value || *value < 0 || *value > entry.most)
    throw InputError(fmt::format("{}: {}={}: expects a number from 0 to {}", option, entry.name,
                                 text, entry.most));
  return *value;
}

void apply(std::string_view option, std::string_view word, Switches& result) {
  constexpr std::string_view negation = "no-";
  const auto equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const auto set = [&](const SwitchEntry& entry, int value) {
    if (result.named & bit_of(entry))
      throw InputError(fmt::format("{}: {} is given twice", option, entry.name));
    result.*entry.field = value;
    result.named |= bit_of(entry);
  };
  if (equals != std::string_view::npos) {
    const SwitchEntry& entry = find(option, name);
    set(entry, number(option, entry, word.substr(equals + 1)));
  } else if (name.starts_with(negation)) {
    set(find(option, name.substr(negation.size())), 0);
  } else {
    const SwitchEntry& entry = find(option, name);
    set(entry, entry.on);
  }
}

std::string names_of(const Switches& chosen, auto&& is_meant) {
  std::vector<std::string> names;
  for (const SwitchEntry& entry : switches)
    if (is_meant(entry) && chosen.*entry.field != 0) names.emplace_back(entry.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Switches parse_switches(std::string_view option, std::string_view text) {
  Switches result;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    if (const auto word = text.substr(0, comma); word != nothing) apply(option, word, result);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return result;
}

std::string to_string(const Switches& chosen) {
  const Switches usual;
  std::vector<std::string> words;
  for (const SwitchEntry& entry : switches) {
    const int value = chosen.*entry.field;
    const bool named_off = value == 0 && (chosen.named & bit_of(entry));
    if (value == usual.*entry.field && !named_off) continue;
    if (value == 0)
      words.push_back(fmt::format("no-{}", entry.name));
    else if (entry.most == 1)
      words.emplace_back(entry.name);
    else
      words.push_back(fmt::format("{}={}", entry.name, value));
  }
  return words.empty() ? std::string(nothing) : fmt::format("{}", fmt::join(words, ","));
}

Switches overlay(const Switches& wishes, const Switches& preset) {
  const Switches usual;
  Switches result = preset;
  for (const SwitchEntry& entry : switches)
    if ((wishes.named & bit_of(entry)) || wishes.*entry.field != usual.*entry.field)
      result.*entry.field = wishes.*entry.field;
  result.named = wishes.named;
  return result;
}

void validate(const Switches& chosen) {
  for (const SwitchEntry& entry : switches)
    if (const int value = chosen.*entry.field; value < 0 || value > entry.most)
      throw InputError(
          fmt::format("{}={}: expects a number from 0 to {}", entry.name, value, entry.most));
}

std::string selective_switches(const Switches& chosen) {
  return names_of(chosen, [](const SwitchEntry& entry) { return entry.selective; });
}

std::string switches_outside(Scope scope, const Switches& chosen) {
  return names_of(chosen, [=](const SwitchEntry& entry) { return entry.scope < scope; });
}

Switches restricted_to(Scope scope, Switches chosen) {
  for (const SwitchEntry& entry : switches)
    if (entry.scope < scope) chosen.*entry.field = 0;
  return chosen;
}

}  // namespace plylab::search
