#include "reports/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "reports/text/terminal.h"
#include "reports/text/utf8.h"

namespace plylab::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto delay = 500ms;
constexpr auto interval = 200ms;
constexpr std::size_t longest_line = 79;

/// "123.4 M".
std::string scaled(double value) {
  constexpr std::array prefixes = {"", " k", " M", " G", " T"};
  std::size_t power = 0;
  // 999.95 would be shown as 1000.0.
  for (; value >= 999.95 && power + 1 < prefixes.size(); ++power) value /= 1000;
  return fmt::format("{:.1f}{}", value, prefixes[power]);
}

/// "12 s", "3 min 20 s", "5 h 07 min".
std::string duration(double seconds) {
  constexpr double longest = 1e9;  // thirty years; longer times might not fit an integer
  const auto whole = static_cast<long long>(std::ceil(std::min(seconds, longest)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

Progress::Progress(const std::string& title, const std::string& unit, std::atomic<double>* share,
                   Clock::duration pause)
    : title_(reports::one_line(title)),
      unit_(reports::one_line(unit)),
      on_terminal_(reports::is_terminal(STDERR_FILENO)),
      interval_(on_terminal_ ? interval : pause),
      start_(Clock::now()),
      share_(share),
      next_draw_(start_ + (on_terminal_ ? delay : pause)) {}

Progress::~Progress() { finish(); }

void Progress::update(double fraction, double units_done, std::string_view standing) {
  if (share_ != nullptr) {
    *share_ = fraction >= 0 ? std::min(fraction, 1.0) : 0.0;
    return;
  }
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || finished_) return;
  const auto now = Clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + interval_;
  draw(line(fraction, units_done, standing, std::chrono::duration<double>(now - start_).count()));
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  if (drawn_width_ > 0) draw("");
  finished_ = true;
}

std::string Progress::line(double fraction, double units_done, std::string_view standing,
                           double seconds) const {
  std::string figures = standing.empty() ? ": " : fmt::format(": {}, ", standing);
  const bool known = fraction >= 0;  // false for NaN, too
  fraction = std::min(fraction, 1.0);
  if (known) figures += fmt::format("{:.0f} %, ", std::floor(100 * fraction));
  figures += fmt::format("{} {}/s", scaled(units_done / seconds), unit_);
  if (known && fraction > 0)
    figures += fmt::format(", {} left", duration(seconds * (1 - fraction) / fraction));
  // A line that reaches the edge would wrap, and \r could not return to its start.
  const std::size_t columns = reports::terminal_width(STDERR_FILENO);
  const std::size_t limit = columns > 1 ? std::min(columns - 1, longest_line) : longest_line;
  const std::size_t room = limit - std::min(reports::display_width(figures), limit);
  return reports::shorten(reports::shorten(title_, room) + figures, limit);
}

void Progress::draw(const std::string& line) {
  if (!on_terminal_) {
    std::fputs((line + '\n').c_str(), stderr);
    return;
  }
  const std::size_t width = reports::display_width(line);
  std::string text = '\r' + line;
  if (drawn_width_ > width) text += std::string(drawn_width_ - width, ' ');
  if (line.empty()) text += '\r';
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
  drawn_width_ = width;
}

}  // namespace plylab::cli
