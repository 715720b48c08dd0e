// The different positions among the nodes of a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>

#include "gen/game/position.h"

namespace plylab::search {

/// A set of positions, told apart by their packed form: costs time and memory.
template <Position P>
class DistinctPositions {
 public:
  void add(const P& position) { seen_.insert({position.packed(), mixed(position.key())}); }
  void clear() { seen_.clear(); }
  std::uint64_t size() const { return seen_.size(); }

 private:
  struct Seen {
    typename P::Packed packed;
    std::uint64_t hash;
    friend bool operator==(const Seen& a, const Seen& b) { return a.packed == b.packed; }
  };
  struct Hash {
    std::size_t operator()(const Seen& seen) const { return seen.hash; }
  };
  std::unordered_set<Seen, Hash> seen_;
};

}  // namespace plylab::search
