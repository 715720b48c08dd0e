// Writes pictures to files: --figure [NAME=]FILE.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/figures/figure.h"

namespace plylab::reports {

/// A requested picture. The extension of its file says in which form: .svg, or .tex for pgfplots.
struct FigureFile {
  std::string name;  ///< the picture's; empty for the first picture of the report
  std::string path;
};

/// Reads "[NAME=]FILE". Throws InputError for an unknown extension or kind of picture.
FigureFile parse_figure_file(std::string_view text);

/// Before the work: throws InputError if the file exists and is not a picture of this form by
/// plylab.
void check_figure_file(const FigureFile& file);

/// Draws the picture of that name; the file is written whole or not at all. Throws InputError if
/// the picture does not exist.
void write_figure(const std::vector<Figure>& figures, const FigureFile& file);

/// The picture in the form of that extension, "svg" or "tex".
std::string rendered_figure(const Figure& figure, std::string_view extension);

}  // namespace plylab::reports
