#include "tests/mutants/walk.h"

#include <algorithm>

#include "gen/base/random.h"

namespace plylab::chess::mutants {
namespace {

constexpr std::size_t entries = 1 << 15;

std::uint64_t chance_state = 1;

/// Whether what happens once in so many times happens now.
bool happens_once_in(std::uint64_t times) { return splitmix64(chance_state) % times == 0; }

}  // namespace

Walker::Walker(bool with_table, Fault fault) : table_(with_table ? entries : 0), fault_(fault) {}

std::uint64_t Walker::perft(Mutant& mutant, int depth) {
  if (fault_ == Fault::branch_counter_has_16_bits && depth > 0) return total(divide(mutant, depth));
  const bool below_root = fault_ == Fault::key_ignores_ep_square_below_root;
  return below_root ? count(mutant, depth) : count_by_table(mutant, depth);
}

std::uint64_t Walker::count_by_table(Mutant& mutant, int depth) {
  const bool shallow = fault_ == Fault::key_ignores_ep_square_below_root && depth == 1;
  if (depth <= 0 || table_.empty() || shallow) return count(mutant, depth);
  const Key key = mutant.key();
  Entry& entry = table_[key.low % entries];
  const bool deep_enough = fault_ == Fault::table_ignores_depth          ? entry.depth > 0
                           : fault_ == Fault::table_takes_greater_depths ? entry.depth >= depth
                                                                         : entry.depth == depth;
  if (entry.key == key && deep_enough) return entry.leaves;
  const std::uint64_t leaves = count(mutant, depth);
  entry = {key, depth, leaves};
  return leaves;
}

std::uint64_t Walker::count(Mutant& mutant, int depth) {
  if (depth <= 0 || (fault_ == Fault::fifty_moves_count_once && mutant.is_drawn())) return 1;
  if (mutant.counts_end() && mutant.moves().empty()) return 1;
  if (depth == 1) return mutant.moves().size() + surplus();
  std::uint64_t leaves = surplus();
  for (const Branch& branch : branches_of(mutant, depth)) leaves += branch.leaves;
  return leaves;
}

std::uint64_t Walker::surplus() const {
  return fault_ == Fault::counts_at_random && happens_once_in(100) ? 1 : 0;
}

std::vector<Branch> Walker::branches_of(Mutant& mutant, int depth) {
  std::vector<Branch> branches;
  for (const Move& move : mutant.moves()) {
    mutant.make(move);
    branches.push_back({move, count_by_table(mutant, depth - 1)});
    mutant.unmake();
  }
  return branches;
}

std::vector<Branch> Walker::divide(Mutant& mutant, int depth) {
  std::vector<Branch> branches = branches_of(mutant, depth);
  if (fault_ == Fault::branches_lost_at_random)
    std::erase_if(branches, [](const Branch&) { return happens_once_in(30); });
  if (fault_ == Fault::branch_counter_has_16_bits)
    for (Branch& branch : branches) branch.leaves &= 0xffff;
  return branches;
}

void seed_chance(std::uint64_t seed) { chance_state = seed; }

std::uint64_t total(const std::vector<Branch>& branches) {
  std::uint64_t sum = 0;
  for (const Branch& branch : branches) sum += branch.leaves;
  return sum;
}

}  // namespace plylab::chess::mutants
