#include "reports/session.h"

#include <algorithm>
#include <utility>

#include "reports/command_line.h"
#include "reports/format.h"
#include "reports/output.h"
#include "reports/provenance.h"

namespace plylab::reports {

void Session::add_options(Command command) {
  command.add_option("--format", format_, "Output format: " + format_names()).show_default();
  command.add_option("--out", out_, "File to write the report to (default: standard output)");
}

void Session::check_options() const { parse_format(format_); }

Provenance Session::provenance(int threads) const {
  return collect_provenance(argc_, argv_, threads);
}

bool Session::attempt(const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    failure_ = std::current_exception();
  }
  return !failure_;
}

void Session::publish(Report report, int threads) {
  const bool empty = std::all_of(report.tables.begin(), report.tables.end(),
                                 [](const Table& table) { return table.rows.empty(); });
  if (failure_ && empty) std::rethrow_exception(failure_);
  report.complete &= !failure_;
  const Format format = parse_format(format_);
  const bool read = format == Format::text || format == Format::markdown;
  std::erase_if(report.tables, [&](const Table& table) {
    return table.readers == (read ? Readers::programs : Readers::people);
  });
  report.provenance = provenance(threads);
  write(report, format, out_);
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace plylab::reports
