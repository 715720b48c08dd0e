// Keys that stand for two positions.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "gen/game/position.h"

namespace plylab::perft::soak {

/// The positions that were met last, by their keys: as many as there is room for.
template <Position P>
class KnownKeys {
 public:
  /// Whether the position's key was that of another one. Remembers it.
  bool contradict(const P& position) {
    Entry here{position.key(), position.packed()};
    std::optional<Entry>& known = entries_[mixed(here.key) % entries_.size()];
    const bool is_other = known && known->key == here.key && !(known->packed == here.packed);
    known.emplace(std::move(here));
    return is_other;
  }

 private:
  struct Entry {
    Key key;
    typename P::Packed packed;
  };

  std::vector<std::optional<Entry>> entries_{std::size_t{1} << 15};
};

}  // namespace plylab::perft::soak
