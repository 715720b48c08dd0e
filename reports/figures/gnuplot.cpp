#include <fmt/format.h>

#include <algorithm>

#include "reports/figures/figure.h"
#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

/// In single quotes gnuplot takes everything as it is; two stand for one.
std::string gnuplot_text(std::string_view text) {
  std::string out = "'";
  for (const char c : one_line(text)) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

/// The label of a place on an axis, which gnuplot takes for a format of printf.
std::string gnuplot_tick_label(const std::string& label) {
  std::string out;
  for (const char c : label) out += c == '%' ? std::string("%%") : std::string(1, c);
  return gnuplot_text(out);
}

std::string gnuplot_axis(char letter, const FigureAxis& axis, const FigureRange& range) {
  std::string out = fmt::format("set {}label {}\n", letter, gnuplot_text(axis.label));
  const bool downwards = letter == 'y' && !axis.categories.empty();
  out += fmt::format("set {}range [{:.9g}:{:.9g}]\n", letter, downwards ? range.high : range.low,
                     downwards ? range.low : range.high);
  if (axis.logarithmic) out += fmt::format("set logscale {}\n", letter);
  std::string places;
  for (const double place : ticks(axis, range))
    if (const std::string label = tick_label(axis, range, place); !label.empty())
      places +=
          fmt::format("{}{} {:.9g}", places.empty() ? "" : ", ", gnuplot_tick_label(label), place);
  return out + fmt::format("set {}tics ({})\n", letter, places);
}

/// Block $data0 and so on: x, y, and the ends of the interval.
std::string gnuplot_data(const FigureSeries& series, std::size_t number, bool of_x) {
  std::string out = fmt::format("$data{} << EOD\n", number);
  for (const FigurePoint& point : series.points) {
    const double middle = of_x ? point.x : point.y;
    if (!point.is_joined) out += '\n';
    out += fmt::format("{:.9g} {:.9g} {:.9g} {:.9g}\n", point.x, point.y,
                       point.low.value_or(middle), point.high.value_or(middle));
  }
  return out + "EOD\n";
}

/// Below the axis, in as many columns as fit; the margin takes its lines.
std::string gnuplot_key(const Figure& figure) {
  constexpr std::size_t characters = 110, sample = 10;
  std::size_t named = 0, longest = 1;
  for (const FigureSeries& series : figure.series) {
    named += !series.name.empty();
    longest = std::max(longest, display_width(series.name));
  }
  if (named == 0) return "unset key\n";
  const std::size_t columns = std::clamp<std::size_t>(characters / (longest + sample), 1, named);
  const std::size_t lines = (named + columns - 1) / columns;
  return fmt::format(
      "set key at screen 0.5, screen 0.02 center bottom horizontal Left reverse maxcols {}\n"
      "set bmargin {}\n",
      columns, lines + 5);
}

std::string gnuplot_dashes(const FigureStyle& style) {
  if (style.dashes[0] == 0) return "dt 1";
  return fmt::format("dt ({})", fmt::join(style.dashes, ","));
}

/// The parts of the command "plot" that draw a series.
void append_plots(std::vector<std::string>& plots, const Figure& figure, std::size_t number,
                  const FigureStyle& style) {
  const FigureSeries& series = figure.series[number];
  const std::string colour = fmt::format("lc rgb '#{}'", style.colour);
  const std::string title =
      series.name.empty() ? "notitle" : fmt::format("title {}", gnuplot_text(series.name));
  const std::string mark = fmt::format("pt {} ps 1.1", style.gnuplot_mark);
  const std::string line = fmt::format("{} {} lw 1.8", colour, gnuplot_dashes(style));
  const auto plot = [&](std::string_view with) {
    plots.push_back(fmt::format("$data{} using 1:2 with {} {}", number, with, title));
  };
  switch (series.drawing) {
    case Drawing::line:
      plot(fmt::format("linespoints {} {}", line, mark));
      break;
    case Drawing::steps:
      plots.push_back(fmt::format("$data{} using 1:2 with steps {} notitle", number, line));
      plots.push_back(fmt::format("$data{} every {} using 1:2 with points {} {} notitle", number,
                                  std::max<std::size_t>(1, series.points.size() / 8), colour,
                                  mark));
      plots.push_back(fmt::format("NaN with linespoints {} {} {}", line, mark, title));
      break;
    case Drawing::dots:
      plot(fmt::format("points {} {}", colour, mark));
      break;
    case Drawing::reference:
      plot("lines lc rgb '#000000' dt (4,3) lw 1");
      break;
  }
  if (has_intervals(series))
    plots.push_back(fmt::format("$data{} using 1:2:3:4 with {} {} lw 1.5 pt -1 notitle", number,
                                figure.y.categories.empty() ? "yerrorbars" : "xerrorbars", colour));
}

}  // namespace

std::string gnuplot_figure(const Figure& figure) {
  std::string out = "# A figure of plylab, for gnuplot 5\n";
  if (!figure.source.empty()) out += fmt::format("# {}\n", one_line(figure.source));
  out += "set encoding utf8\nset termoption noenhanced\nset grid lt 1 lw 0.5 lc rgb '#cccccc'\n";
  out += gnuplot_key(figure) + "set bars small\n";
  out += fmt::format("set title {}\n", gnuplot_text(figure.title));
  out +=
      gnuplot_axis('x', figure.x, x_range(figure)) + gnuplot_axis('y', figure.y, y_range(figure));
  std::vector<std::string> plots;
  const auto styles = styles_of(figure);
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    if (figure.series[i].points.empty()) continue;
    out += gnuplot_data(figure.series[i], i, !figure.y.categories.empty());
    append_plots(plots, figure, i, figure_style(styles[i]));
  }
  return out + fmt::format("plot \\\n  {}\n", fmt::join(plots, ", \\\n  "));
}

}  // namespace plylab::reports
