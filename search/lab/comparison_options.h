// The options by which commands choose what of an experiment is compared.
#pragma once

#include <string>
#include <vector>

#include "search/lab/comparison.h"

namespace plylab::reports {
class Command;
}

namespace plylab::search::lab {

/// What is said about a comparison; empty where nothing was said.
struct ComparisonOptions {
  std::string factor, baseline;
  std::vector<std::string> measures;

  void add_to(reports::Command command);

  /// Whether any of them was given.
  bool given() const;

  /// Puts what was given in the place of what the specification says. Throws InputError.
  void overrule(ComparisonSpec& comparison, const Experiment& experiment) const;
};

}  // namespace plylab::search::lab
