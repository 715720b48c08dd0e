#include "search/mate/stipulation.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "search/mate/problem.h"

namespace plylab::search::mate {
namespace {

constexpr std::array<std::pair<std::string_view, Aim>, 5> aims{{{"", Aim::direct},
                                                                {"s", Aim::self},
                                                                {"r", Aim::reflex},
                                                                {"semi-r", Aim::semi_reflex},
                                                                {"h", Aim::help}}};
constexpr std::string_view series_prefix = "ser-";

std::optional<Aim> aim_of(std::string_view text) {
  for (const auto& [name, aim] : aims)
    if (name == text) return aim;
  return std::nullopt;
}

}  // namespace

Stipulation parse_stipulation(std::string_view text) {
  const auto fail = [text](std::string_view why) {
    throw InputError(fmt::format(
        "stipulation '{}': {}; it is one such as #3, =2, s#3, r#2, semi-r#2, h#2.5 or ser-h#5",
        text, why));
  };
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  std::string_view rest = lower;

  Stipulation stipulation;
  stipulation.series = rest.starts_with(series_prefix);
  if (stipulation.series) rest.remove_prefix(series_prefix.size());
  const std::string_view kind = take_until(rest, "#=");
  if (rest.empty()) fail("neither # nor = is in it");
  const auto aim = aim_of(kind);
  if (!aim) fail(fmt::format("'{}' is no kind of play", kind));
  stipulation.aim = *aim;
  stipulation.goal = rest.front() == '#' ? Goal::mate : Goal::stalemate;
  rest.remove_prefix(1);
  if (rest.empty()) return stipulation;

  stipulation.half = rest.ends_with(".5");
  if (stipulation.half) rest.remove_suffix(2);
  if (stipulation.half && (stipulation.aim != Aim::help || stipulation.series))
    fail("only h# and h= have half moves");
  const auto moves = parse_number<int>(rest);
  if (!moves || *moves < stipulation.fewest() || *moves > longest_mate)
    fail(fmt::format("'{}' is no number of moves from 1 to {}", rest, longest_mate));
  stipulation.moves = *moves;
  return stipulation;
}

std::string to_string(const Stipulation& stipulation) {
  std::string text(stipulation.series ? series_prefix : "");
  text += aims[static_cast<std::size_t>(stipulation.aim)].first;
  text += stipulation.goal == Goal::mate ? '#' : '=';
  if (stipulation.has_length())
    text += fmt::format("{}{}", stipulation.moves, stipulation.half ? ".5" : "");
  return text;
}

}  // namespace plylab::search::mate
