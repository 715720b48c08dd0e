// Writes pictures to files: --figure [NAME=]FILE or NAME.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/figures/figure.h"
#include "reports/tables/table.h"

namespace plylab::reports {

/// A requested picture. The file's extension determines the format: .svg, or .tex for pgfplots.
struct FigureFile {
  std::string name;  ///< of the picture; empty for the first picture of the report
  std::string path;
  bool all = false;  ///< all pictures of that kind: the others in files with the same numbers
};

/// Reads "[NAME=]FILE", or the name of a kind for all of its pictures. Throws InputError for an
/// unknown extension or kind of picture.
FigureFile parse_figure_file(std::string_view text);

/// Called before the work: throws InputError if the file exists and is not a picture of this format
/// by plylab.
void check_figure_file(const FigureFile& file);

/// What a report that is made before the work shows of its rows.
enum class Rows : std::uint8_t {
  unknown,  ///< only which tables and columns there can be
  as_later  ///< rows as the work will make them, with other values: they draw the same pictures
};

/// Called before the work, with all tables that the report can have: throws InputError if none of
/// them can draw the picture.
void require_data(const FigureFile& file, const Report& possible, Rows rows);

/// Draws the picture of that name, or all of that kind, and writes each as save_text() does. Throws
/// InputError if the picture does not exist, or as check_figure_file() for files of others.
void write_figure(const std::vector<Figure>& figures, const FigureFile& file,
                  const std::atomic<bool>* stop);

/// The picture in the format "svg" or "tex".
std::string rendered_figure(const Figure& figure, std::string_view extension);

}  // namespace plylab::reports
