// What lint says about a line of a suite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace plylab::suites::lint {

/// How much it matters, the worst first.
enum class Level : std::uint8_t {
  error,    ///< wrong or unusable
  warning,  ///< probably not what was meant, or not read by every program
  note      ///< allowed, but worth knowing
};

/// "error", "warning" or "note".
constexpr const char* name(Level level) {
  constexpr const char* names[] = {"error", "warning", "note"};
  return names[static_cast<unsigned>(level)];
}

/// One finding.
struct Finding {
  Level level = Level::note;
  std::size_t line = 1;
  std::string kind = {};  ///< snake_case and stable, for programs
  std::string what = {};  ///< one sentence without full stop
  bool fixable = false;   ///< fixed_text() puts it right

  friend bool operator==(const Finding&, const Finding&) = default;
};

using Findings = std::vector<Finding>;

}  // namespace plylab::suites::lint
