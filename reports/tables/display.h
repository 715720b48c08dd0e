// Displays values; shared by the formats.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "reports/tables/table.h"

namespace plylab::reports {

/// The cell on one line: - for an unknown value or a NaN; "-" in quotes for a text that is just a
/// dash; yes or no; counts without separators; doubles with the column's precision. In a column of
/// unit "p" (probabilities), a value that would show as 0 is "<0.0001".
std::string display(const Cell& cell, const Column& column);

/// Whether the column has only numbers, and is therefore right-aligned.
bool is_numeric(const Table& table, std::size_t column);

/// Whether the column has times or rates, which differ from run to run.
bool is_timed(const Column& column);
/// Whether the table has such a column, or one that depends on times.
bool has_times(const Table& table);

/// The title, or the name of a table without one.
std::string heading(const Table& table);

/// The title of the whole report: its command without the program's folder, or the title of its
/// first table if the command is unknown.
std::string report_title(const Report& report);

/// The known fields of the provenance, as name and text; empty without provenance, as with --quiet.
std::vector<std::pair<std::string, std::string>> fields(const Provenance& provenance);

}  // namespace plylab::reports
