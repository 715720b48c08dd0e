// A whole report as a directory: --report DIR.
#pragma once

#include <array>
#include <string>

#include "reports/tables/table.h"

namespace plylab::reports {

/// What write_paper() writes into the directory, apart from figures.
inline constexpr std::array paper_files{"report.json", "report.tex", "report.html", "tables.tex"};

/// Before the work: throws InputError if the directory cannot be created, or contains anything but
/// an earlier report.
void check_paper(const std::string& directory);

/// Writes report.tex, which compiles by pdflatex, with its tables.tex and figures/NAME.tex; the
/// page report.html, the pictures as figures/NAME.svg, and report.json with all of it. `whole` has
/// all tables, `for_people` those that a paper shows. Throws InputError.
void write_paper(const Report& whole, const Report& for_people, const std::string& directory);

}  // namespace plylab::reports
