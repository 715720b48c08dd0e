// Stored reports: replaced only if they are such, and shown again.
#include "reports/formats/format.h"
#include "tests/fuzz/target.h"

namespace plylab::fuzz {

void run(std::string_view text) {
  reports::is_report(text);
  attempt([&] {
    const reports::Report report = reports::read_report(text, "file");
    for (const std::string& format : reports::format_names())
      reports::render(report, reports::parse_format(format));
  });
}

std::vector<std::string> seeds() {
  reports::Table table{"perft", "Perft", {{"position"}, {"leaves"}, {"time", "s", "", 2}}, {}, {}};
  table.add({"startpos", 119060324U, 0.125});
  table.add({"größte | \"<", {}, 1234.5});
  table.notes = {"Bulk counting is on."};
  reports::Report report;
  report.tables = {table};
  report.provenance = {.version = "0.1",
                       .commit = "abc1234",
                       .compiler = "GNU 12.2.0",
                       .flags = "-O3",
                       .build_type = "Release",
                       .cpu = "EPYC",
                       .date = "2025-01-02T03:04:05Z",
                       .command = "plylab perft 6",
                       .system = "Linux 6"};
  std::vector<std::string> texts;
  for (const std::string& format : reports::format_names()) {
    texts.push_back(render(report, reports::parse_format(format)));
    require(reports::is_report(texts.back()), "a report is none");
  }
  return texts;
}

}  // namespace plylab::fuzz
