// Why a search is wrong: theories of the usual faults, each tested on every call that was watched.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "search/verify/examination.h"

namespace plylab::search::verify {

/// A fault of a search that explains what was seen.
struct Cause {
  std::string_view name;      ///< "bound_as_value"
  std::string_view sentence;  ///< follows "it"
  std::size_t explained = 0;  ///< calls that go wrong; or values, where no single call does
  bool is_of_calls = true;    ///< which of the two it explains
};

/// What all cases of a search together say of its fault.
struct Diagnosis {
  std::vector<Cause> causes = {};  ///< none: nothing known explains it
  /// There is one cause, which no call contradicts.
  bool is_certain = false;
};

/// The causes that agree with all cases, or else those that explain the first case.
Diagnosis diagnose(const std::vector<Case>& cases);

}  // namespace plylab::search::verify
