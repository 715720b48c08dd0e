#include "suites/match/limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"

namespace plylab::suites::match {
namespace {

/// A positive number, the whole text; `zero` allows 0, too.
template <class Number>
std::optional<Number> limit_number(std::string_view text, bool zero = false) {
  const auto value = parse_number<Number>(text);
  if (!value || !(*value > 0 || (zero && *value == 0)) || *value > Number(1e9)) return std::nullopt;
  return value;
}

template <class Number>
Number limit_in(std::string_view where, std::string_view name, std::string_view text) {
  const auto value = limit_number<Number>(text);
  if (!value)
    throw InputError(fmt::format("{}: {}: '{}' is no number from above 0 to a thousand million",
                                 where, name, text));
  return *value;
}

std::string to_string(const TimeControl& control) {
  std::string text = control.moves > 0 ? fmt::format("{}/", control.moves) : "";
  text += fmt::format("{}", control.base);
  if (control.increment > 0) text += fmt::format("+{}", control.increment);
  return text;
}

}  // namespace

TimeControl parse_time_control(std::string_view where, std::string_view text) {
  TimeControl control;
  std::string_view rest = text;
  const auto fail = [&] {
    throw InputError(
        fmt::format("{}: '{}' is no time control; 10+0.1 and 40/60 are, in seconds", where, text));
  };
  if (const auto slash = rest.find('/'); slash != rest.npos) {
    control.moves = limit_number<int>(rest.substr(0, slash)).value_or(0);
    if (control.moves == 0) fail();
    rest.remove_prefix(slash + 1);
  }
  const auto plus = std::min(rest.find('+'), rest.size());
  const auto base = limit_number<double>(rest.substr(0, plus));
  const auto increment =
      plus == rest.size() ? 0.0 : limit_number<double>(rest.substr(plus + 1), true);
  if (!base || !increment) fail();
  control.base = *base;
  control.increment = *increment;
  return control;
}

PlayerLimits parse_limits(std::string_view where, std::string_view text) {
  PlayerLimits limits;
  for (auto name = take_word(text); !name.empty(); name = take_word(text)) {
    const std::string_view value = take_word(text);
    if (name == "depth")
      limits.depth = std::min(limit_in<int>(where, name, value), search::max_ply - 1);
    else if (name == "nodes")
      limits.nodes = limit_in<std::uint64_t>(where, name, value);
    else if (name == "time")
      limits.seconds = limit_in<double>(where, name, value);
    else if (name == "clock")
      limits.clock = parse_time_control(where, value);
    else
      refuse_name(where, name, {"depth", "nodes", "time", "clock"});
  }
  return limits;
}

std::string to_string(const PlayerLimits& limits) {
  std::string text;
  const auto add = [&](std::string_view name, const auto& value) {
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", name, value);
  };
  if (limits.depth) add("depth", *limits.depth);
  if (limits.nodes) add("nodes", *limits.nodes);
  if (limits.seconds) add("time", *limits.seconds);
  if (limits.clock) add("clock", to_string(*limits.clock));
  return text;
}

std::string pgn_time_control(const PlayerLimits& limits) {
  if (limits.clock) return to_string(*limits.clock);
  return limits.seconds ? fmt::format("1/{}", *limits.seconds) : "-";
}

PlayerClock::PlayerClock(const PlayerLimits& limits)
    : limits_(limits), left_(limits.clock ? limits.clock->base : 0) {}

bool PlayerClock::spend(double seconds, double margin) {
  ++moves_;
  if (limits_.seconds && seconds > *limits_.seconds + margin) return false;
  if (!limits_.clock) return true;
  const TimeControl& control = *limits_.clock;
  left_ -= seconds;
  if (left_ < -margin) return false;
  left_ = std::max(left_, 0.0) + control.increment;
  if (control.moves > 0 && moves_ % control.moves == 0) left_ += control.base;
  return true;
}

std::optional<int> PlayerClock::moves_to_control() const {
  if (!limits_.clock || limits_.clock->moves == 0) return std::nullopt;
  return limits_.clock->moves - moves_ % limits_.clock->moves;
}

std::optional<search::Clocks> shown(const std::array<PlayerLimits, 2>& limits,
                                    const std::array<PlayerClock, 2>& clocks, Side mover) {
  const auto own = static_cast<std::size_t>(mover);
  if (!limits[own].clock) return std::nullopt;
  search::Clocks view{.moves_to_control = clocks[own].moves_to_control()};
  for (const std::size_t side : {0U, 1U}) {
    const std::size_t seen = limits[side].clock ? side : own;
    view.left[side] = clocks[seen].left();
    view.increment[side] = limits[seen].clock->increment;
  }
  return view;
}

}  // namespace plylab::suites::match
