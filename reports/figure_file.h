// Pictures into files: --figure [NAME=]FILE.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/figures/figure.h"

namespace plylab::reports {

/// A picture that was asked for. Its file's extension says in which form: .svg, .pdf and .png are
/// pictures, .tex is source for pgfplots.
struct FigureFile {
  std::string name;  ///< the picture's; empty for the first that there is
  std::string path;
};

/// Reads "[NAME=]FILE". Throws InputError for an extension or the name of a kind that is not known.
FigureFile parse_figure_file(std::string_view text);

/// Before the work: throws InputError if the picture could not be drawn, as .pdf and .png cannot
/// without rsvg-convert, or if the file is there and is not a picture of this form by plylab.
void check_figure_file(const FigureFile& file);

/// Draws the picture of that name; the file is written whole or not at all. Throws InputError if
/// there is no such picture.
void write_figure(const std::vector<Figure>& figures, const FigureFile& file);

/// The picture in the form of that extension. Throws InputError if rsvg-convert fails.
std::string rendered_figure(const Figure& figure, std::string_view extension);

}  // namespace plylab::reports
