// The options by which commands choose a search: shared by search and solve.
#pragma once

#include <string>
#include <vector>

#include "search/run.h"

namespace CLI {
class App;
}

namespace plylab::search {

/// Every factor of a search, several names where they make a cross product.
struct Options {
  std::vector<std::string> generators = {"bitboard"};
  std::vector<std::string> algorithms = {"all"};
  std::string evaluation = "pst";
  std::string ordering = "captures";
  bool quiescence = false;
  int depth = 0;  ///< 0: none given
  std::uint64_t nodes = 0;
  double seconds = 0;

  void add_to(CLI::App& command);

  /// Resolves "all" and refuses names that do not exist. Throws InputError.
  void check();

  /// The limits given; `depth` where there is none at all.
  Limits limits(int default_depth, const std::atomic<bool>& stop) const;

  /// The cross product of algorithms and generators.
  std::vector<Job> jobs(const Limits& limits) const;
};

}  // namespace plylab::search
