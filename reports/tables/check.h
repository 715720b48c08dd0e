// The verdicts of a command, for the services that build and test other people's programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace plylab::reports {

/// How a check ended.
enum class CheckResult : std::uint8_t {
  passed,  ///< a message is a remark
  failed,  ///< the exit status is 1
  skipped  ///< not decided; the message says why
};

/// Something that a command held against what is right: the count of a position, a line of a suite,
/// a limit of costs.
struct Check {
  std::string name = {};
  std::string file = {};  ///< that states what was checked; empty: none
  std::size_t line = 0;   ///< of the file; 0: the whole of it
  CheckResult result = CheckResult::passed;
  std::string message = {};  ///< the first line says it all; others tell more
  double seconds = 0;
};

}  // namespace plylab::reports
