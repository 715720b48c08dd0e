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
};

/// What all cases of a search together say of its fault.
struct Diagnosis {
  std::vector<Cause> causes = {};  ///< none: nothing known explains it
  /// There is one cause. It explains each call that goes wrong, and no call contradicts it.
  bool is_certain = false;
  std::size_t explained = 0;  ///< calls that go wrong, or values where no calls are known
};

/// The causes that agree with all cases, or else those that explain the first case.
Diagnosis diagnose(const std::vector<Case>& cases);

}  // namespace plylab::search::verify
