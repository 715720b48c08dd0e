// Writes pictures to files: --figure [NAME=]FILE or NAME.
#pragma once

#include <atomic>
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
  bool all = false;  ///< all pictures of that name: the others in files with the same numbers
};

/// Reads "[NAME=]FILE", or the name of a picture for all of that name. Throws InputError for an
/// unknown extension.
FigureFile parse_figure_file(std::string_view text);

/// Called before the work: throws InputError if the file exists and is not a picture of this format
/// by plylab.
void check_figure_file(const FigureFile& file);

/// The same for another option that names a picture: plylab's begin with `mark`.
void check_picture_file(std::string_view option, const std::string& path, std::string_view mark);

/// The names of the pictures that the tables declare, "profile", "profile-2" and so on; where the
/// rows decide how many there are, `wanted` is one if its number is the only question.
std::vector<std::string> names_of_pictures(const std::vector<Schema>& tables,
                                           const std::string& wanted);

/// Called before the work: throws InputError if the picture is none of these.
void require_picture(const FigureFile& file, const std::vector<std::string>& names);

/// Draws the picture of that name, or all of that name, and writes each as save_text() does. Throws
/// InputError if the picture does not exist, or as check_figure_file() for files of others.
void write_figure(const std::vector<Figure>& figures, const FigureFile& file,
                  const std::atomic<bool>* stop);

/// The picture in the format "svg" or "tex".
std::string rendered_figure(const Figure& figure, std::string_view extension);

}  // namespace plylab::reports
