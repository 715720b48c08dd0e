#include "suites/play/gui/xboard_clock.h"

#include <algorithm>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "search/core/time_control.h"
#include "suites/play/gui/game.h"

namespace plylab::suites::play::gui {
namespace {

constexpr double max_seconds = 1e7;   // months
constexpr double centiseconds = 100;  // in a second

/// A plausible number of seconds or minutes, or of another unit of which `in_a_second` are one.
double number(std::string_view word, double min = 0, double in_a_second = 1) {
  const auto value = parse_number<double>(word);
  if (!value) throw InputError("needs a number");
  if (*value < min || *value > max_seconds * in_a_second) throw InputError("number out of range");
  return *value;
}

/// "5" or "0:30", in seconds. Ignores text after a plus sign, which is about later controls.
double base_time(std::string_view word) {
  word = word.substr(0, word.find('+'));
  const std::size_t colon = word.find(':');
  const double minutes = number(word.substr(0, colon));
  const double seconds = colon == word.npos ? 0 : number(word.substr(colon + 1));
  return 60 * minutes + seconds;
}

}  // namespace

void XboardClock::set_level(std::string_view words) {
  Tokens tokens(words);
  const auto moves = parse_number<int>(tokens.take());
  if (!moves || *moves < 0) throw InputError("needs a number of moves");
  Level level{.moves = *moves};
  level.base = base_time(tokens.take());
  level.increment = number(tokens.take());
  if (!tokens.empty()) throw InputError("too many parameters");
  if (level.base + level.increment <= 0) throw InputError("no time at all");
  level_ = level;
  restart();
}

void XboardClock::set_seconds(std::string_view word) {
  const double seconds = number(word);
  if (seconds <= 0) throw InputError("no time at all");
  each_move_ = seconds;
}

void XboardClock::set_left(std::string_view word) {
  const double left = number(word, -max_seconds * centiseconds, centiseconds);
  left_ = std::max(left, 0.0) / centiseconds;
}

void XboardClock::restart() {
  each_move_.reset();
  left_ = level_.base;
  moves_ = 0;
}

void XboardClock::spend(double seconds) {
  left_ = std::max(left_ - seconds, 0.0) + level_.increment;
  ++moves_;
  if (level_.moves > 0 && moves_ % level_.moves == 0) left_ += level_.base;
}

double XboardClock::seconds(bool ponders) const {
  constexpr double for_the_way = 0.02;  // s, for the move to reach the clock
  if (each_move_) return std::max(*each_move_ - for_the_way, *each_move_ / 2);
  search::Clocks clocks{.left = {left_, left_}, .increment = {level_.increment, level_.increment}};
  if (level_.moves > 0) clocks.moves_to_control = level_.moves - moves_ % level_.moves;
  return search::thinking_time(clocks, Side::first, ponders);
}

}  // namespace plylab::suites::play::gui
