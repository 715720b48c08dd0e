// Several reports as one.
#pragma once

#include <string>
#include <vector>

#include "reports/tables/table.h"

namespace plylab::reports {

/// A report and its name, the file.
struct NamedReport {
  std::string name;
  Report report;
};

/// The reports' tables, those of one name as one table with a first column `file`. Columns that
/// only some of them have are empty in the rows of the others. A last table, `files`, has each
/// report's provenance, of which the whole has none. A single report is not changed.
Report merge(std::vector<NamedReport> reports);

}  // namespace plylab::reports
