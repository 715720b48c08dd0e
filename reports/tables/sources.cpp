#include "reports/tables/sources.h"

namespace plylab::reports {

Source source_of(const epd::Suite& suite, const std::string& role) {
  return {role, suite.path, suite.sha256, suite.records.size()};
}

Table sources_table(const std::vector<Source>& sources) {
  Table table{"suites",
              "Suites",
              {{"file"},
               {"role", "", "suite, or corrections laid over it"},
               {"records", "", "that can be used"},
               {"sha256", "", "of the file's bytes"}},
              {},
              {}};
  for (const Source& source : sources)
    table.add({source.file, source.role, source.records, source.sha256});
  return table;
}

}  // namespace plylab::reports
