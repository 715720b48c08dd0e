#include "reports/figures/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/figures/figure.h"
#include "reports/tables/display.h"
#include "reports/text/markup.h"
#include "reports/text/utf8.h"

namespace plylab::reports {

double text_width(std::string_view text) {
  return letter_width * static_cast<double>(display_width(text));
}

std::string svg_text(double x, double y, std::string_view anchor, std::string_view text,
                     std::string_view more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                     anchor, more, markup_text(text));
}

std::string svg_line(double x1, double y1, double x2, double y2, std::string_view more) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1,
                     x2, y2, more);
}

std::string svg_head(double width, double height, std::string_view title, std::string_view source,
                     bool alone) {
  std::string out = fmt::format(
      "{4} xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"11\" "
      "fill=\"currentColor\" role=\"img\"{2}>\n<title>{3}</title>\n",
      width, height, alone ? " color=\"#000\"" : "", markup_text(title), svg_beginning);
  if (alone && !source.empty()) out += fmt::format("<desc>{}</desc>\n", markup_text(source));
  if (alone) out += "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  return out;
}

namespace {

/// The layout of the picture, in pixels.
class SvgFrame {
 public:
  explicit SvgFrame(const Figure& figure)
      : figure_(figure), x_range_(x_range(figure)), y_range_(y_range(figure)) {
    for (const double place : ticks(figure.y, y_range_))
      left_ = std::max(left_, 34 + text_width(y_label(place)));
    left_ = std::min(left_, 320.0);
    if (!figure.y.categories.empty())
      height_ = std::max(120.0, line_height * category_lines(figure));
  }

  double left() const { return left_; }
  double right() const { return left_ + width_; }
  double top() const { return 34; }
  double bottom() const { return top() + height_; }
  double width() const { return right() + 24; }

  double x(double value) const {
    return left_ + width_ * share(figure_.x.logarithmic, x_range_, value);
  }
  /// Categories go from top to bottom, as rows of a table do.
  double y(double value) const {
    const double part = share(figure_.y.logarithmic, y_range_, value);
    return figure_.y.categories.empty() ? bottom() - height_ * part : top() + height_ * part;
  }
  std::vector<double> x_ticks() const { return ticks(figure_.x, x_range_); }
  std::vector<double> y_ticks() const { return ticks(figure_.y, y_range_); }
  std::string x_label(double place) const { return tick_label(figure_.x, x_range_, place); }
  std::string y_label(double place) const { return tick_label(figure_.y, y_range_, place); }

 private:
  static double share(bool logarithmic, const FigureRange& range, double value) {
    if (!logarithmic) return (value - range.low) / (range.high - range.low);
    return std::log(std::max(value, range.low) / range.low) / std::log(range.high / range.low);
  }

  const Figure& figure_;
  FigureRange x_range_, y_range_;
  double left_ = 50, width_ = 560, height_ = 320;
};

std::string svg_dashes(const FigureStyle& style) {
  if (style.dashes[0] == 0) return {};
  return fmt::format(" stroke-dasharray=\"{}\"", fmt::join(style.dashes, " "));
}

/// Black is the colour of the text.
std::string svg_colour(const FigureStyle& style) {
  return style.colour == "000000" ? "currentColor" : fmt::format("#{}", style.colour);
}

/// The marks are named as pgfplots names them. `title` appears under the pointer.
std::string svg_mark(const FigureStyle& style, double x, double y, const std::string& title = {}) {
  const bool filled = style.mark.ends_with('*');
  const std::string paint =
      filled ? fmt::format("fill=\"{}\"", svg_colour(style))
             : fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"", svg_colour(style));
  constexpr double r = 4;
  std::string shape = fmt::format("circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"", x, y, r);
  std::string_view tag = "circle";
  const std::string_view name = style.mark.substr(0, style.mark.size() - filled);
  if (name == "square") {
    tag = "rect";
    shape = fmt::format("rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"8\" height=\"8\"", x - r, y - r);
  } else if (name == "triangle" || name == "diamond" || name == "x") {
    tag = "path";
    const std::string_view lines = name == "triangle"  ? "l5,9h-10z"
                                   : name == "diamond" ? "l5,5l-5,5l-5,-5z"
                                                       : "m-4,1l8,8m0,-8l-8,8";
    shape = fmt::format("path d=\"M{:.1f},{:.1f}{}\"", x, y - r - 1, lines);
  }
  if (title.empty()) return fmt::format("<{} {}/>", shape, paint);
  return fmt::format("<{} {}><title>{}</title></{}>", shape, paint, markup_text(title), tag);
}

void append_axes(std::string& out, const Figure& figure, const SvgFrame& frame) {
  constexpr std::string_view grid = "stroke=\"currentColor\" stroke-opacity=\"0.15\"";
  for (const double place : frame.x_ticks()) {
    out += svg_line(frame.x(place), frame.top(), frame.x(place), frame.bottom(), grid);
    out += svg_text(frame.x(place), frame.bottom() + line_height, "middle", frame.x_label(place));
  }
  for (const double place : frame.y_ticks()) {
    out += svg_line(frame.left(), frame.y(place), frame.right(), frame.y(place), grid);
    const std::string label = frame.y_label(place);
    const auto room = static_cast<std::size_t>((frame.left() - 30) / letter_width);
    out += svg_text(frame.left() - 7, frame.y(place) + 4, "end", shorten(label, room));
  }
  out += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
      "stroke=\"currentColor\"/>\n",
      frame.left(), frame.top(), frame.right() - frame.left(), frame.bottom() - frame.top());
  const double middle = (frame.left() + frame.right()) / 2;
  const double room = frame.width() / (1.15 * text_width(figure.title) + 1);
  out += svg_text(
      frame.width() / 2, 20, "middle", figure.title,
      fmt::format(" font-weight=\"bold\" font-size=\"{:.1f}\"", std::clamp(11 * room, 7.0, 12.0)));
  out += svg_text(middle, frame.bottom() + 2 * line_height + 2, "middle", figure.x.label);
  const double y = (frame.top() + frame.bottom()) / 2;
  out += svg_text(14, y, "middle", figure.y.label,
                  fmt::format(" transform=\"rotate(-90 14 {:.1f})\"", y));
}

/// The points in order, or the corners of the steps.
void append_joined(std::string& out, const FigureSeries& series, const FigureStyle& style,
                   const SvgFrame& frame) {
  std::string path;
  double last_y = 0;
  for (const FigurePoint& point : series.points) {
    const double x = frame.x(point.x), y = frame.y(point.y);
    if (!point.is_joined)
      path += " M";
    else if (!path.empty() && series.drawing == Drawing::steps)
      path += fmt::format(" {:.1f},{:.1f}", x, last_y);
    path += fmt::format(" {:.1f},{:.1f}", x, y);
    last_y = y;
  }
  if (path.empty()) return;
  const bool is_reference = series.drawing == Drawing::reference;
  out += fmt::format("<path d=\"M{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
                     path.substr(1), is_reference ? "currentColor" : svg_colour(style),
                     is_reference ? "1" : "1.8",
                     is_reference ? " stroke-dasharray=\"4 3\"" : svg_dashes(style));
}

std::string number_text(double value) { return fmt::format("{:.6g}", value); }

/// "pvs-soft, Bratko-Kopec 3: 5, 1234 (1200 to 1300)".
std::string point_title(const Figure& figure, const FigureSeries& series,
                        const FigurePoint& point) {
  std::string title = series.name;
  if (!point.name.empty()) title += (title.empty() ? "" : ", ") + point.name;
  title += title.empty() ? "" : ": ";
  if (figure.x.categories.empty()) title += number_text(point.x);
  if (figure.x.categories.empty() && figure.y.categories.empty()) title += ", ";
  if (figure.y.categories.empty()) title += number_text(point.y);
  if (point.low && point.high)
    title += fmt::format(" ({} to {})", number_text(*point.low), number_text(*point.high));
  return title;
}

void append_interval(std::string& out, const Figure& figure, const FigurePoint& point,
                     const FigureStyle& style, const SvgFrame& frame) {
  if (!point.low || !point.high) return;
  const std::string paint = fmt::format("stroke=\"{}\" stroke-width=\"1.5\"", svg_colour(style));
  if (figure.y.categories.empty())
    out += svg_line(frame.x(point.x), frame.y(*point.low), frame.x(point.x), frame.y(*point.high),
                    paint);
  else
    out += svg_line(frame.x(*point.low), frame.y(point.y), frame.x(*point.high), frame.y(point.y),
                    paint);
}

/// The interval between marks: a long series needs only some.
std::size_t mark_interval(const FigureSeries& series) {
  if (series.drawing == Drawing::dots) return 1;
  const std::size_t marks = series.drawing == Drawing::steps ? 8 : 40;
  return std::max<std::size_t>(1, series.points.size() / marks);
}

void append_points(std::string& out, const Figure& figure, const FigureSeries& series,
                   const FigureStyle& style, const SvgFrame& frame) {
  if (series.drawing == Drawing::reference) return;
  const std::size_t every = mark_interval(series);
  for (std::size_t i = 0; i < series.points.size(); i += every) {
    const FigurePoint& point = series.points[i];
    if (!point.measured) continue;
    append_interval(out, figure, point, style, frame);
    out += svg_mark(style, frame.x(point.x), frame.y(point.y), point_title(figure, series, point)) +
           "\n";
  }
}

/// Appends the legend below the axis, with as many entries in a line as fit. Returns its lower end.
double append_legend(std::string& out, const Figure& figure, const SvgFrame& frame) {
  constexpr double sample = 34, gap = 16;
  double x = frame.left(), y = frame.bottom() + 3 * line_height + 8;
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    const FigureSeries& series = figure.series[i];
    if (series.name.empty()) continue;
    const double width = sample + text_width(series.name) + gap;
    if (x > frame.left() && x + width > frame.width()) {
      x = frame.left();
      y += line_height;
    }
    const FigureStyle style = figure_style(figure.series[i].style);
    const bool is_reference = series.drawing == Drawing::reference;
    if (series.drawing != Drawing::dots)
      out += svg_line(x, y - 4, x + sample - 6, y - 4,
                      is_reference ? "stroke=\"currentColor\" stroke-dasharray=\"4 3\""
                                   : fmt::format("stroke=\"{}\" stroke-width=\"1.8\"{}",
                                                 svg_colour(style), svg_dashes(style)));
    if (!is_reference) out += svg_mark(style, x + sample / 2 - 3, y - 4) + "\n";
    out += svg_text(x + sample, y, "start", series.name);
    x += width;
  }
  return y + 8;
}

}  // namespace

std::string svg_figure(const Figure& figure, bool alone) {
  const SvgFrame frame(figure);
  std::string body;
  append_axes(body, figure, frame);
  for (std::size_t i = 0; i < figure.series.size(); ++i)
    if (figure.series[i].drawing != Drawing::dots)
      append_joined(body, figure.series[i], figure_style(figure.series[i].style), frame);
  for (std::size_t i = 0; i < figure.series.size(); ++i)
    append_points(body, figure, figure.series[i], figure_style(figure.series[i].style), frame);
  double height = append_legend(body, figure, frame);
  if (alone && !figure.source.empty()) {
    const auto room = static_cast<std::size_t>((frame.width() - 20) / letter_width);
    height += line_height;
    body += svg_text(10, height - 4, "start", shorten(figure.source, room),
                     " fill-opacity=\"0.6\" font-size=\"10\"");
  }
  return svg_head(frame.width(), height + 4, figure.title, figure.source, alone) + body +
         "</svg>\n";
}

}  // namespace plylab::reports
