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

static_assert(
    [] {
      for (const SwitchEntry& entry : switches)
        for (const std::string_view needed : {entry.kind.needs.first, entry.kind.needs.second})
          if (!needed.empty() && place_of(switches, needed) == switches.size()) return false;
      return true;
    }(),
    "a switch needs one that does not exist");

constexpr std::string_view nothing = "plain";

int number(std::string_view option, Switch one, std::string_view text) {
  const auto value = parse_number<int>(text);
  if (!value || *value < 0 || *value > one->kind.max)
    throw InputError(fmt::format("{}: {}={}: expects a number from 0 to {}", option, one->name,
                                 text, one->kind.max));
  return *value;
}

void apply(std::string_view option, std::string_view word, Switches& result) {
  constexpr std::string_view negation = "no-";
  const auto equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const bool negated = equals == std::string_view::npos && name.starts_with(negation);
  const Switch one = Switch::find(negated ? name.substr(negation.size()) : name, option);
  const int value = negated ? 0
                    : equals == std::string_view::npos
                        ? one->kind.on
                        : number(option, one, word.substr(equals + 1));
  if (result.named[one]) throw InputError(fmt::format("{}: {} is given twice", option, one->name));
  result[one] = value;
  result.named[one] = true;
}

std::string names_of(const Switches& chosen, auto&& is_meant) {
  std::vector<std::string> names;
  for (const Switch one : Switch::all())
    if (is_meant(one->kind) && chosen[one] != 0) names.emplace_back(one->name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Switches parse_switches(std::string_view option, std::string_view text) {
  Switches result;
  for (const std::string& word : elements_of(option, text))
    if (word != nothing) apply(option, word, result);
  return result;
}

std::string to_string(const Switches& chosen) {
  std::vector<std::string> words;
  for (const Switch one : Switch::all()) {
    const int value = chosen[one];
    const bool named_off = value == 0 && chosen.named[one];
    if (value == one->kind.usual && !named_off) continue;
    if (value == 0)
      words.push_back(fmt::format("no-{}", one->name));
    else if (one->kind.max == 1)
      words.emplace_back(one->name);
    else
      words.push_back(fmt::format("{}={}", one->name, value));
  }
  return words.empty() ? std::string(nothing) : fmt::format("{}", fmt::join(words, ","));
}

Switches overlay(const Switches& wishes, const Switches& preset) {
  Switches result = preset;
  for (const Switch one : Switch::all())
    if (wishes.named[one] || wishes[one] != one->kind.usual) result[one] = wishes[one];
  result.named = wishes.named;
  return result;
}

void validate(const Switches& chosen) {
  for (const Switch one : Switch::all())
    if (chosen[one] < 0 || chosen[one] > one->kind.max)
      throw InputError(fmt::format("{}={}: expects a number from 0 to {}", one->name, chosen[one],
                                   one->kind.max));
}

std::string selective_switches(const Switches& chosen) {
  return names_of(chosen, [](const SwitchKind& kind) { return kind.selective; });
}

std::string switches_outside(Scope scope, const Switches& chosen) {
  return names_of(chosen, [=](const SwitchKind& kind) { return kind.scope < scope; });
}

Switches restricted_to(Scope scope, Switches chosen) {
  for (const Switch one : Switch::all())
    if (one->kind.scope < scope) chosen[one] = 0;
  return chosen;
}

}  // namespace plylab::search
