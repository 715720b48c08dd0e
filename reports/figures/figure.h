// What a picture shows, in any format: series of points over two axes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::reports {

/// A point, and the interval that is known for it: of x where the y axis has categories, else of y.
struct FigurePoint {
  double x = 0, y = 0;
  std::optional<double> low = {}, high = {};
  std::string name = {};  ///< what is shown under the pointer beside the numbers
  bool measured = true;   ///< false: a corner of the line, which has no mark and no value
  bool is_joined = true;  ///< false: no line leads here from the point before
};

/// How points are joined.
enum class Drawing : std::uint8_t {
  line,      ///< by straight lines, a mark at each
  steps,     ///< y holds until the next point
  dots,      ///< not at all
  reference  ///< by a thin line without marks and without an entry in the legend if it has no name
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
  bool whole = false;  ///< numbers between whole ones mean nothing
  bool from_zero = false;
  std::optional<FigureRange> shown = {};  ///< none: what the points take, with some room
  /// If there are any, whole numbers from 1 on stand for them.
  std::vector<std::string> categories = {};
};

struct Figure {
  std::string name;   ///< snake_case and stable: what --figure calls it
  std::string title;  ///< what data it shows
  FigureAxis x = {}, y = {};
  std::vector<FigureSeries> series = {};
  std::string source = {};  ///< program and command; empty for --quiet
};

/// How the n-th series looks. Colour, dashes and marks differ each by themselves, so that a picture
/// can be read without any of them.
struct FigureStyle {
  std::string_view colour;    ///< six hexadecimal digits
  std::array<int, 4> dashes;  ///< lengths on and off in points; all 0: solid
  std::string_view mark;      ///< by its name in pgfplots
};

/// The colours are those of Okabe and Ito ("Color Universal Design", 2008), which the colour-blind
/// tell apart; the eighth, yellow, is too faint for lines on white. After the last the first comes
/// again with other dashes and marks.
FigureStyle figure_style(std::size_t index);

/// Whether any of its points has an interval.
bool has_intervals(const FigureSeries& series);

/// How high the y axis should be to have room for its categories, in lines of text; 0 without.
double category_lines(const Figure& figure);

/// The ends of a figure's axes, with a margin around what is shown.
FigureRange x_range(const Figure& figure);
FigureRange y_range(const Figure& figure);

/// The places of an axis that get a number.
std::vector<double> ticks(const FigureAxis& axis, const FigureRange& range);

/// What stands at such a place: "2000", "10⁶", a category. If one number of a logarithmic axis is
/// too long to be written out, all are powers.
std::string tick_label(const FigureAxis& axis, const FigureRange& range, double place);

/// The first bytes of every SVG picture by plylab.
inline constexpr std::string_view svg_beginning = "<svg data-made-by=\"plylab\"";

/// The picture as SVG, with the values under the pointer and drawn by CSS's currentColor where it
/// has no colour of its own. `alone`: a file of its own, on white.
std::string svg_figure(const Figure& figure, bool alone);

/// The source for LaTeX's package pgfplots: compiles alone, and can be put into another document.
std::string pgfplots_figure(const Figure& figure);

}  // namespace plylab::reports
