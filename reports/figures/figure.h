// The content of a picture, independent of format: series of points over two axes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::reports {

/// A point, and its interval: of x if the y axis has categories, otherwise of y.
struct FigurePoint {
  double x = 0, y = 0;
  std::optional<double> low = {}, high = {};
  std::string name = {};  ///< shown under the pointer, before the numbers
  bool measured = true;   ///< false for a corner of the line, without mark and value
  bool is_joined = true;  ///< false: no line from the previous point
};

/// How points are joined.
enum class Drawing : std::uint8_t {
  line,      ///< by straight lines, a mark at each
  steps,     ///< y stays the same until the next point
  dots,      ///< not at all
  reference  ///< by a thin line without marks; only named ones are in the legend
};

struct FigureSeries {
  std::string name;
  Drawing drawing = Drawing::line;
  std::vector<FigurePoint> points = {};
  std::size_t style = 0;  ///< see figure_style()
};

/// The ends of an axis.
struct FigureRange {
  double low, high;
};

struct FigureAxis {
  std::string label;
  bool logarithmic = false;
  bool whole = false;  ///< only whole numbers are meaningful
  bool from_zero = false;
  std::optional<FigureRange> shown = {};  ///< none: that of the points, with a margin
  /// If not empty, the whole numbers from 1 stand for these.
  std::vector<std::string> categories = {};
};

struct Figure {
  std::string name;   ///< snake_case and fixed: the name for --figure
  std::string title;  ///< names the data
  FigureAxis x = {}, y = {};
  std::vector<FigureSeries> series = {};
  std::string source = {};  ///< program and command; empty for --quiet
};

/// The style of the n-th series. Of up to five series, colour, dashes or marks alone distinguish
/// them, so that a picture can be read without the other two; of more, they do together.
struct FigureStyle {
  std::string_view colour;    ///< six hexadecimal digits
  std::array<int, 4> dashes;  ///< lengths on and off in points; all 0: solid
  std::string_view mark;      ///< by its name in pgfplots
};

/// The style of a series. The colours are those of Okabe and Ito ("Color Universal Design", 2008),
/// which colour-blind people can distinguish, without yellow, which is too faint on white. They
/// repeat with other dashes and marks.
FigureStyle figure_style(std::size_t index);

/// Whether any of its points has an interval.
bool has_intervals(const FigureSeries& series);

/// The height of the y axis, in lines of text, that its categories need; 0 without categories.
double category_lines(const Figure& figure);

/// The ends of a figure's axes, with a margin around the points.
FigureRange x_range(const Figure& figure);
FigureRange y_range(const Figure& figure);

/// The values on an axis that get a label.
std::vector<double> ticks(const FigureAxis& axis, const FigureRange& range);

/// The label at such a value: "2000", "10⁶", a category. If one number on a logarithmic axis is too
/// long, all are powers.
std::string tick_label(const FigureAxis& axis, const FigureRange& range, double place);

/// The first bytes of every SVG picture by plylab.
inline constexpr std::string_view svg_beginning = "<svg data-made-by=\"plylab\"";

/// The picture as SVG, with values under the pointer; parts without a colour use CSS's
/// currentColor. `alone`: a separate file on a white background.
std::string svg_figure(const Figure& figure, bool alone);

/// The picture as LaTeX with pgfplots: compiles on its own, and can be input into another document.
std::string pgfplots_figure(const Figure& figure);

}  // namespace plylab::reports
