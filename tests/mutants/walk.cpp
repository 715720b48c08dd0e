#include "tests/mutants/walk.h"

#include <algorithm>

namespace plylab::chess::mutants {
namespace {

constexpr std::size_t entries = 1 << 15;

}  // namespace

Walker::Walker(bool with_table, Fault fault)
    : table_(with_table ? entries : 0), ignores_depth_(fault == Fault::table_ignores_depth) {}

std::uint64_t Walker::perft(Mutant& mutant, int depth) {
  if (depth <= 0) return 1;
  const auto count = [&] {
    return depth == 1 ? mutant.moves().size() : total(divide(mutant, depth));
  };
  if (table_.empty()) return count();
  const Key key = mutant.key();
  Entry& entry = table_[key.low % entries];
  const bool deep_enough = ignores_depth_ ? entry.depth > 0 : entry.depth == depth;
  if (entry.key == key && deep_enough) return entry.leaves;
  const std::uint64_t leaves = count();
  entry = {key, depth, leaves};
  return leaves;
}

std::vector<Branch> Walker::divide(Mutant& mutant, int depth) {
  std::vector<Branch> branches;
  for (const Move& move : mutant.moves()) {
    mutant.make(move);
    branches.push_back({move, perft(mutant, depth - 1)});
    mutant.unmake();
  }
  return branches;
}

std::uint64_t total(const std::vector<Branch>& branches) {
  std::uint64_t sum = 0;
  for (const Branch& branch : branches) sum += branch.leaves;
  return sum;
}

}  // namespace plylab::chess::mutants
