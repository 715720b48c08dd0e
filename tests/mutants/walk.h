// Counts the move paths of a Mutant as an engine does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/mutants/mutant.h"

namespace plylab::chess::mutants {

/// A root move with the leaves below it.
struct Branch {
  Move move;
  std::uint64_t leaves = 0;
};

/// Counts, with a table for the faults that lie in keys. The table outlives a question, as that of
/// an engine does, so that one walker must not be used for mutants with different faults.
class Walker {
 public:
  explicit Walker(Fault fault) : Walker(info(fault).family == Family::keys, fault) {}
  Walker(bool with_table, Fault fault);

  /// The number of move paths of `depth` plies; 1 for depth 0.
  std::uint64_t perft(Mutant& mutant, int depth);

  /// The moves in the mutant's order, with the number of paths below each. The depth is at least 1.
  std::vector<Branch> divide(Mutant& mutant, int depth);

 private:
  struct Entry {
    Key key;
    int depth = 0;
    std::uint64_t leaves = 0;
  };

  std::uint64_t count(Mutant& mutant, int depth);
  std::uint64_t count_by_table(Mutant& mutant, int depth);
  std::uint64_t surplus() const;
  std::vector<Branch> branches_of(Mutant& mutant, int depth);

  std::vector<Entry> table_;
  Fault fault_;
};

/// Lets chance begin anew for the faults that lie in it; without it all programs have the same.
void seed_chance(std::uint64_t seed);

/// The sum of a divide.
std::uint64_t total(const std::vector<Branch>& branches);

}  // namespace plylab::chess::mutants
