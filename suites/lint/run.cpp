#include "suites/lint/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "gen/base/parallel.h"
#include "gen/epd/epd.h"
#include "suites/lint/opcodes.h"
#include "suites/lint/text.h"
#include "suites/solve/goal.h"

namespace plylab::suites::lint {
namespace {

/// What two records must share to say the same.
std::string goal_text(const epd::Record& record) {
  std::vector<std::string> problems;
  return to_string(record, solve::goal_of(record, problems));
}

void check_duplicates(const epd::Suite& suite, Findings& findings) {
  std::map<std::string, const epd::Record*> positions, ids;
  for (const epd::Record& record : suite.records) {
    const auto [same, is_new] = positions.emplace(epd::position_text(record.setup), &record);
    if (!is_new) {
      const bool agree = goal_text(record) == goal_text(*same->second);
      findings.push_back({Level::warning, record.line, "duplicate_position",
                          fmt::format("the position of line {} again{}", same->second->line,
                                      agree ? "" : ", with another goal")});
    }
    if (const auto id = record.id())
      if (const auto [first, added] = ids.emplace(*id, &record); !added)
        findings.push_back({Level::warning, record.line, "duplicate_id",
                            fmt::format("the id of line {} again", first->second->line)});
  }
}

void check_unknown_opcodes(const epd::Suite& suite, Findings& findings) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> unknown;  // first line, how many
  for (const epd::Record& record : suite.records)
    for (const epd::Operation& operation : record.operations)
      if (!operands_of(operation.opcode))
        ++unknown.emplace(operation.opcode, std::pair(record.line, 0)).first->second.second;
  for (const auto& [opcode, place] : unknown)
    findings.push_back(
        {Level::note, place.first, "unknown_opcode",
         fmt::format("{} is no opcode of the standard ({} in the file)", opcode, place.second)});
}

void check_last_semicolons(const epd::Suite& suite, std::string_view text, Findings& findings) {
  const auto lines = lines_of(text);
  std::size_t count = 0, first = 0;
  for (const epd::Record& record : suite.records) {
    const auto line = lines[record.line - 1];
    const auto last = line.find_last_not_of(" \t\r");
    if (record.operations.empty() || line[last] == ';') continue;
    if (count++ == 0) first = record.line;
  }
  if (count > 0)
    findings.push_back({Level::note, first, "semicolon",
                        fmt::format("no semicolon ends the last operation ({} in the file)", count),
                        true});
}

/// Each record for itself, several at a time.
void check_records(const Options& options, Result& result) {
  const epd::Suite& suite = result.suite;
  std::atomic<std::size_t> looked_at = 0;
  std::vector<Findings> found(suite.records.size());
  in_parallel(found.size(), options.threads, options.stop, [&](std::size_t i, std::size_t) {
    check_record(suite.records[i], options.effort, found[i], options.stop);
    if (!(options.stop && *options.stop)) ++looked_at;
  });
  result.looked_at = looked_at;
  for (Findings& some : found)
    result.findings.insert(result.findings.end(), std::make_move_iterator(some.begin()),
                           std::make_move_iterator(some.end()));
}

}  // namespace

std::size_t Result::count(Level level) const {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding& finding) { return finding.level == level; }));
}

Result lint(std::string_view text, const std::string& path, const Options& options) {
  Result result{epd::parse_suite(text, path), check_text(text)};
  epd::Suite& suite = result.suite;
  Findings& findings = result.findings;
  for (const epd::Unreadable& line : suite.unreadable)
    findings.push_back({Level::error, line.line, "unreadable", line.what});
  if (suite.records.empty() && suite.unreadable.empty())
    findings.push_back({Level::error, 1, "no_records", "no usable position"});
  check_last_semicolons(suite, text, findings);
  if (options.corrections != nullptr)
    for (const epd::Issue& issue : apply(*options.corrections, suite))
      findings.push_back({Level::warning, 1, "correction", to_string(issue)});
  check_unknown_opcodes(suite, findings);
  check_duplicates(suite, findings);
  check_records(options, result);
  const auto order = [](const Finding& one) {
    return std::tie(one.line, one.level, one.kind, one.what);
  };
  std::sort(findings.begin(), findings.end(),
            [&](const Finding& a, const Finding& b) { return order(a) < order(b); });
  return result;
}

std::string to_string(const std::string& file, const Finding& finding) {
  return fmt::format("{}:{}: {}: {}", file, finding.line, name(finding.level), finding.what);
}

}  // namespace plylab::suites::lint
