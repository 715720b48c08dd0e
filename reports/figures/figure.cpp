#include "reports/figures/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plylab::reports {
namespace {

constexpr std::array<std::string_view, 7> figure_colours = {"0072B2", "D55E00", "009E73", "CC79A7",
                                                            "E69F00", "56B4E9", "000000"};

constexpr std::array<std::array<int, 4>, 5> figure_dashes = {
    {{0, 0, 0, 0}, {7, 3, 7, 3}, {2, 2, 2, 2}, {7, 2, 2, 2}, {12, 3, 3, 3}}};

constexpr std::array<std::string_view, 8> figure_marks = {"*", "square*", "triangle*", "diamond",
                                                          "o", "square",  "x",         "triangle"};

/// All coordinates on one axis, including the ends of intervals.
std::vector<double> coordinates(const Figure& figure, bool of_x) {
  std::vector<double> all;
  for (const FigureSeries& series : figure.series)
    for (const FigurePoint& point : series.points) {
      all.push_back(of_x ? point.x : point.y);
      if (of_x != figure.y.categories.empty() && point.low) all.push_back(*point.low);
      if (of_x != figure.y.categories.empty() && point.high) all.push_back(*point.high);
    }
  return all;
}

/// The smallest and the largest value, with a margin of 4 % at both ends.
FigureRange range_of(const FigureAxis& axis, const std::vector<double>& values, bool upright) {
  if (axis.shown) return *axis.shown;
  if (!axis.categories.empty()) return {0.4, static_cast<double>(axis.categories.size()) + 0.6};
  double low = axis.logarithmic ? 1 : 0, high = axis.logarithmic ? 10 : 1;
  const auto is_shown = [&](double v) { return std::isfinite(v) && (!axis.logarithmic || v > 0); };
  bool any = false;
  for (const double value : values) {
    if (!is_shown(value)) continue;
    low = any ? std::min(low, value) : value;
    high = any ? std::max(high, value) : value;
    any = true;
  }
  if (axis.logarithmic) {
    const double room = std::pow(std::max(high / low, 1.5), 0.04);
    return {low / room, high * room};
  }
  const double room = 0.04 * (high > low ? high - low : std::max(1.0, std::abs(high)));
  const bool from_zero = axis.from_zero || low == 0 || (upright && low > 0 && low < high / 2);
  return {from_zero ? 0 : low - room, high + room};
}

/// A step of 1, 2 or 5 times a power of ten.
double round_step(double width, int wanted) {
  const double rough = width / wanted, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough) return factor * power;
  return 10 * power;
}

std::vector<double> even_ticks(const FigureRange& range, double step) {
  std::vector<double> places;
  for (double i = std::ceil(range.low / step); i * step <= range.high; ++i)
    places.push_back(i * step);
  return places;
}

std::vector<double> logarithmic_ticks(const FigureRange& range) {
  const double decades = std::log10(range.high / range.low);
  if (decades < 0.5) return even_ticks(range, round_step(range.high - range.low, 6));
  std::vector<double> factors = {1};
  if (decades < 3) factors = {1, 2, 5};
  if (decades < 0.8) factors = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
  const int step = std::max(1, static_cast<int>(decades / 8));
  std::vector<double> places;
  for (int power = static_cast<int>(std::floor(std::log10(range.low)));
       power <= static_cast<int>(std::ceil(std::log10(range.high))); power += step)
    for (const double factor : factors)
      if (const double place = factor * std::pow(10, power);
          place >= range.low && place <= range.high)
        places.push_back(place);
  return places;
}

std::string superscript(int number) {
  constexpr std::array<std::string_view, 10> digits = {"⁰", "¹", "²", "³", "⁴",
                                                       "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out;
  for (const char c : std::to_string(number))
    out += c == '-' ? "⁻" : digits[static_cast<std::size_t>(c - '0')];
  return out;
}

}  // namespace

bool has_intervals(const FigureSeries& series) {
  return std::any_of(series.points.begin(), series.points.end(),
                     [](const FigurePoint& point) { return point.low && point.high; });
}

double category_lines(const Figure& figure) {
  const auto count = static_cast<double>(figure.series.size());
  return static_cast<double>(figure.y.categories.size()) * std::max(1.3, 0.6 * count);
}

FigureStyle figure_style(std::size_t index) {
  return {figure_colours[index % figure_colours.size()],
          figure_dashes[index % figure_dashes.size()], figure_marks[index % figure_marks.size()]};
}

FigureRange x_range(const Figure& figure) {
  return range_of(figure.x, coordinates(figure, true), false);
}
FigureRange y_range(const Figure& figure) {
  return range_of(figure.y, coordinates(figure, false), true);
}

std::vector<double> ticks(const FigureAxis& axis, const FigureRange& range) {
  if (axis.logarithmic) return logarithmic_ticks(range);
  constexpr int wanted = 8;
  double step = axis.categories.empty() ? round_step(range.high - range.low, wanted) : 1;
  if (axis.whole) step = std::max(step, 1.0);
  return even_ticks(range, step);
}

std::string tick_label(const FigureAxis& axis, const FigureRange& range, double place) {
  if (!axis.categories.empty()) {
    const auto number = static_cast<std::size_t>(std::max(place, 1.0));
    return number <= axis.categories.size() ? axis.categories[number - 1] : std::string();
  }
  if (axis.logarithmic && (range.high >= 1e5 || range.low < 1e-4)) {
    const double power = std::floor(std::log10(place) + 1e-9);
    const double factor = std::round(place / std::pow(10, power) * 1e6) / 1e6;
    if (power == 0) return fmt::format("{:.6g}", factor);
    return (factor == 1 ? std::string() : fmt::format("{:.6g}·", factor)) + "10" +
           superscript(static_cast<int>(power));
  }
  return fmt::format("{:.6g}", std::abs(place) < 1e-12 ? 0.0 : place);
}

}  // namespace plylab::reports
