// A whole report as a directory: --report DIR.
#pragma once

#include <array>
#include <string>

#include "reports/tables/table.h"

namespace plylab::reports {

/// The files that write_paper() writes, besides figures.
inline constexpr std::array paper_files{"report.json", "report.tex", "report.html", "tables.tex"};

/// Called before the work: throws InputError if the directory cannot be created, or contains
/// anything but an earlier report.
void check_paper(const std::string& directory);

/// Writes report.tex (for pdflatex) with tables.tex and figures/NAME.tex, the page report.html, the
/// pictures as figures/NAME.svg, and report.json with all data. `whole` has all tables,
/// `for_people` those that a paper shows. Throws InputError.
void write_paper(const Report& whole, const Report& for_people, const std::string& directory);

}  // namespace plylab::reports
