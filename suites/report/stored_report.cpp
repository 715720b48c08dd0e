#include "suites/report/stored_report.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "gen/base/files.h"
#include "reports/formats/read_report.h"
#include "reports/formats/stored_json.h"
#include "suites/solve/solution_store.h"

namespace plylab::suites::report {

StoredFile read_stored(const std::string& path, const search::SearchableGames& games) {
  const std::string text = path == "-" ? read_standard_input() : read_file(path);
  const std::string where = path == "-" ? "standard input" : path;
  reports::refuse_deep_nesting(text, where);
  StoredFile stored{.path = path};
  if (reports::holds_journal(text, search::lab::runs_kind))
    stored.runs = search::lab::read_runs(text, where, games);
  else if (solve::holds_solutions(text))
    stored.report = solve::report_of_solutions(text, where);
  else
    stored.report = reports::read_report(text, where);
  return stored;
}

std::vector<std::string> short_names(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths)
    names.push_back(path == "-" ? "stdin" : std::filesystem::path(path).stem().string());
  const bool all_differ = std::set(names.begin(), names.end()).size() == names.size();
  return all_differ ? names : paths;
}

}  // namespace plylab::suites::report
