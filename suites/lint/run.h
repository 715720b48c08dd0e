// A whole suite under the magnifying glass.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "suites/lint/record.h"

namespace plylab::suites::lint {

/// How to look at a suite.
struct Options {
  Effort effort;
  int threads = 1;
  const epd::Suite* corrections = nullptr;  ///< laid over the suite before its records are judged
  const std::atomic<bool>* stop = nullptr;  ///< raised from outside to end early
};

/// A suite and all that is found, by line and there the worst first.
struct Result {
  epd::Suite suite;
  Findings findings;
  std::size_t looked_at = 0;  ///< records, to the end; all unless we were stopped

  std::size_t count(Level level) const;
};

/// Reads the text of a suite, which `path` names, and looks at it. Besides what check_text() and
/// check_record() find there are
/// - unreadable: a line that is no record,
/// - no_records: not one line with anything but remarks, which all other commands refuse,
/// - duplicate_position, duplicate_id: told at the later line,
/// - semicolon: a last operation that no semicolon ends,
/// - unknown_opcode: each told once, at its first line, as EPD allows any.
/// A correction that belongs to no record is told with its file.
Result lint(std::string_view text, const std::string& path, const Options& options);

/// "file:line: level: what".
std::string to_string(const std::string& file, const Finding& finding);

}  // namespace plylab::suites::lint
