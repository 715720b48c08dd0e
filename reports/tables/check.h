// Checks: the verdicts of a command, for CI services.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace plylab::reports {

/// How a check ended.
enum class CheckResult : std::uint8_t {
  passed,  ///< any message is a remark
  failed,  ///< the exit status is 1
  skipped  ///< not decided; the message says why
};

/// A check: the count of a position, a line of a suite, or a limit of costs.
struct Check {
  std::string name = {};
  std::string file = {};  ///< the file that it is about; may be empty
  std::size_t line = 0;   ///< in the file; 0 for the whole file
  CheckResult result = CheckResult::passed;
  std::string message = {};  ///< the first line is a summary, the others are details
  double seconds = 0;
};

}  // namespace plylab::reports
