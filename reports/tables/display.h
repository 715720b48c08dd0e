// How values are displayed; shared by the formats.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "reports/tables/table.h"

namespace plylab::reports {

/// The cell on one line: - for unknown, "-" for a text that is just a dash, as some positions are;
/// yes or no, counts without separators, doubles with the column's precision. A NaN is unknown. In
/// a column of unit "p", where probabilities are, one that would show as 0 is "<0.0001".
std::string display(const Cell& cell, const Column& column);

/// Whether the column holds numbers and nothing else, and is therefore aligned to the right.
bool is_numeric(const Table& table, std::size_t column);

/// Whether the column, or one of the table's, has times or rates, which differ from run to run.
bool is_timed(const Column& column);
bool has_times(const Table& table);

/// The title, or the name of a table without one.
std::string heading(const Table& table);

/// The title of the whole report: the command that made it, without the program's folder, or the
/// title of its first table if the command is unknown.
std::string report_title(const Report& report);

/// What is known of the provenance, as name and text; empty for none at all, as by --quiet.
std::vector<std::pair<std::string, std::string>> fields(const Provenance& provenance);

}  // namespace plylab::reports
