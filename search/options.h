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
  std::string with;         ///< switches, as parse_switches() reads them
  int hash = 0;             ///< MiB of table, as the switch does
  bool quiescence = false;  ///< as the switch does
  int depth = 0;            ///< 0: none given
  std::uint64_t nodes = 0;
  double seconds = 0;

  void add_to(CLI::App& command);

  /// Resolves "all" and aliases, and refuses names that do not exist. Throws InputError.
  void check();

  /// The limits given; `depth` where there is none at all.
  Limits limits(int default_depth, const std::atomic<bool>& stop) const;

  /// The switches of --with, --hash and --quiescence. Throws InputError.
  Switches switches() const;

  /// The cross product of algorithms and generators.
  std::vector<Job> jobs(const Limits& limits) const;

  /// What all jobs have in common, for a note: "evaluation pst, ordering captures, with plain".
  std::string description() const;
};

}  // namespace plylab::search
