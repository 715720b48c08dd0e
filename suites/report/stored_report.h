// Reads stored reports and runs.
#pragma once

#include <optional>
#include <string>

#include "reports/tables/table.h"
#include "search/lab/run_store.h"

namespace plylab::suites::report {

/// A file: either a report, or runs without a report yet.
struct StoredFile {
  std::string path;
  std::optional<reports::Report> report = {};
  std::optional<search::lab::StoredRuns> runs = {};
};

/// Reads the file, or standard input for "-". Throws InputError, one line with the path and the
/// reason, if it cannot be read, is neither a report nor runs, or has runs of a game that is not in
/// the list.
StoredFile read_stored(const std::string& path, const search::SearchableGames& games);

}  // namespace plylab::suites::report
