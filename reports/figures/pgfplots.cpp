#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "reports/figures/figure.h"
#include "reports/text/markup.h"
#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

/// "2·10⁵": LaTeX has no superscripts as characters.
std::string with_powers(std::string_view label) {
  constexpr std::array<std::string_view, 11> raised = {"⁰", "¹", "²", "³", "⁴", "⁵",
                                                       "⁶", "⁷", "⁸", "⁹", "⁻"};
  std::string plain(label), power;
  for (std::size_t at = 0; at < plain.size();) {
    const auto digit = std::find_if(raised.begin(), raised.end(), [&](std::string_view one) {
      return std::string_view(plain).substr(at).starts_with(one);
    });
    if (digit == raised.end()) {
      ++at;
      continue;
    }
    power += "0123456789-"[digit - raised.begin()];
    plain.erase(at, digit->size());
  }
  return latex_text(plain) + (power.empty() ? power : fmt::format("$^{{{}}}$", power));
}

std::string pgfplots_axis(char letter, const FigureAxis& axis, const FigureRange& range) {
  std::vector<std::string> places, labels;
  for (const double place : ticks(axis, range)) {
    const std::string label = tick_label(axis, range, place);
    if (label.empty()) continue;
    places.push_back(fmt::format("{:.9g}", place));
    labels.push_back(fmt::format("{{{}}}", with_powers(label)));
  }
  return fmt::format(
      "  {0}label={{{1}}}, {0}min={2:.9g}, {0}max={3:.9g},{4}{5}\n  {0}tick={{{6}}},\n"
      "  {0}ticklabels={{{7}}},\n",
      letter, latex_text(axis.label), range.low, range.high,
      axis.logarithmic ? fmt::format(" {}mode=log,", letter) : "",
      letter == 'y' && !axis.categories.empty() ? " y dir=reverse," : "", fmt::join(places, ","),
      fmt::join(labels, ","));
}

std::string pgfplots_options(const FigureSeries& series, bool of_x) {
  const FigureStyle style = figure_style(series.style);
  if (series.drawing == Drawing::reference) return "black, thin, dashed, mark=none";
  std::string out = fmt::format("color=plylab{}, mark={}, thick", series.style, style.mark);
  if (series.drawing == Drawing::dots) out += ", only marks";
  if (series.drawing == Drawing::steps)
    out += fmt::format(", const plot, mark repeat={}",
                       std::max<std::size_t>(1, series.points.size() / 8));
  if (series.drawing != Drawing::dots && style.dashes[0] != 0)
    out += fmt::format(", dash pattern=on {}pt off {}pt on {}pt off {}pt", style.dashes[0],
                       style.dashes[1], style.dashes[2], style.dashes[3]);
  out += ", mark options={solid}";
  if (has_intervals(series))
    out += fmt::format(", error bars/.cd, {0} dir=both, {0} explicit", of_x ? 'x' : 'y');
  return out;
}

std::string pgfplots_points(const FigureSeries& series, bool of_x) {
  std::string out;
  for (const FigurePoint& point : series.points) {
    if (!point.is_joined) out += '\n';  // \addplot breaks the line there
    out += fmt::format("    ({:.9g},{:.9g})", point.x, point.y);
    if (point.low && point.high) {
      const double middle = of_x ? point.x : point.y;
      const std::string high = fmt::format("{:.9g}", *point.high - middle);
      const std::string low = fmt::format("{:.9g}", middle - *point.low);
      out += of_x ? fmt::format(" += ({},0) -= ({},0)", high, low)
                  : fmt::format(" += (0,{}) -= (0,{})", high, low);
    }
    out += '\n';
  }
  return out;
}

/// The number of legend columns that fit on the page.
std::size_t legend_columns(const Figure& figure) {
  constexpr std::size_t characters = 84;
  std::size_t longest = 0;
  for (const FigureSeries& series : figure.series)
    longest = std::max(longest, display_width(series.name));
  return std::clamp<std::size_t>(characters / (longest + 8), 1, 3);
}

/// The height in centimetres. With categories it has a line for each, as far as they fit on the
/// page.
double pgfplots_height(const Figure& figure) {
  const double lines = category_lines(figure);
  return lines == 0 ? 8.0 : std::clamp(2 + 0.45 * lines, 5.0, 18.0);
}

}  // namespace

std::string pgfplots_figure(const Figure& figure) {
  std::string out = "% A figure of plylab, for LaTeX's pgfplots\n";
  if (!figure.source.empty()) out += fmt::format("% {}\n", one_line(figure.source));
  out += latex_preamble("the picture", "pgfplots", "\\pagestyle{empty}");
  out += "\\begin{tikzpicture}\n\\pgfplotsset{compat=1.16}\n";
  for (const FigureSeries& series : figure.series)
    out += fmt::format("\\definecolor{{plylab{}}}{{HTML}}{{{}}}\n", series.style,
                       figure_style(series.style).colour);
  const bool of_x = !figure.y.categories.empty();
  out += "\\begin{axis}[\n  empty line=jump,\n";
  out += fmt::format(
      "  title={{\\plylabalone{{{}}}}}, title style={{align=center, text width=11cm}},\n",
      latex_text(figure.title));
  out += "  width=12cm, grid=major, grid style={black!15}, legend cell align=left,\n";
  out +=
      "  legend style={at={(0.5,0)}, yshift=-1.2cm, anchor=north, draw=none, font=\\small}, "
      "legend columns=" +
      fmt::format("{},\n", legend_columns(figure));
  out += fmt::format("  height={:.1f}cm,\n", pgfplots_height(figure));
  const bool is_full = category_lines(figure) * 0.45 + 2 > pgfplots_height(figure);
  out += fmt::format("  tick label style={{font=\\{}}},\n", is_full ? "tiny" : "small");
  out += pgfplots_axis('x', figure.x, x_range(figure));
  out += pgfplots_axis('y', figure.y, y_range(figure)) + "]\n";
  for (const FigureSeries& series : figure.series) {
    if (series.points.empty()) continue;
    out += fmt::format("  \\addplot[{}{}] coordinates {{\n{}  }};\n",
                       series.name.empty() ? "forget plot, " : "", pgfplots_options(series, of_x),
                       pgfplots_points(series, of_x));
    if (!series.name.empty())
      out += fmt::format("  \\addlegendentry{{{}}}\n", latex_text(series.name));
  }
  return out + "\\end{axis}\n\\end{tikzpicture}%\n\\plylabalone{\\end{document}}\n";
}

}  // namespace plylab::reports
