// Parts of SVG that all pictures share.
#pragma once

#include <string>
#include <string_view>

namespace plylab::reports {

inline constexpr double letter_width = 6.2;  ///< average, for text of 11 pixels
inline constexpr double line_height = 16;

/// The width of a text of 11 pixels.
double text_width(std::string_view text);

/// `more`: attributes, with a blank before each.
std::string svg_text(double x, double y, std::string_view anchor, std::string_view text,
                     std::string_view more = "");
std::string svg_line(double x1, double y1, double x2, double y2, std::string_view more);

/// The beginning of a picture of that size. `alone`: a separate file on a white background, with
/// its source if there is one.
std::string svg_head(double width, double height, std::string_view title, std::string_view source,
                     bool alone);

}  // namespace plylab::reports
