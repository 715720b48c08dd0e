#include "suites/report/stored_report.h"

#include "gen/base/files.h"
#include "reports/formats/read_report.h"
#include "reports/formats/stored_json.h"

namespace plylab::suites::report {

StoredFile read_stored(const std::string& path, const search::SearchableGames& games) {
  const std::string text = path == "-" ? read_standard_input() : read_file(path);
  const std::string where = path == "-" ? "standard input" : path;
  reports::refuse_deep_nesting(text, where);
  StoredFile stored{.path = path};
  if (reports::holds_journal(text, search::lab::runs_kind))
    stored.runs = search::lab::read_runs(text, where, games);
  else
    stored.report = reports::read_report(text, where);
  return stored;
}

}  // namespace plylab::suites::report
