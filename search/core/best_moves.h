// The best moves that a search has found, by position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "gen/game/position.h"

namespace plylab::search {

/// The last best or cutting move of positions, in a small table in which new entries replace old
/// ones. With iterative deepening these are the moves of the previous iteration.
template <Position P>
class BestMoves {
  using Move = typename P::Move;

 public:
  const Move* find(const P& position) const {
    if (entries_.empty()) return nullptr;
    const Entry& entry = entries_[position.key().low % size];
    return entry.used && entry.key == position.key() ? &entry.move : nullptr;
  }
  void learn(const P& position, Move move) {
    if (entries_.empty()) entries_.resize(size);
    entries_[position.key().low % size] = {position.key(), move, true};
  }

 private:
  struct Entry {
    Key key;
    Move move;
    bool used;
  };
  static constexpr std::size_t size = 1 << 17;
  std::vector<Entry> entries_;
};

/// The best or cutting move of every node of a search, by position and depth; a second search
/// follows them to visit the minimal tree.
template <Position P>
class KnownMoves {
  using Move = typename P::Move;

 public:
  const Move* find(const P& position, int depth) const {
    const auto found = moves_.find({position.key(), depth});
    return found == moves_.end() ? nullptr : &found->second;
  }
  void learn(const P& position, int depth, Move move) {
    moves_.insert_or_assign({position.key(), depth}, move);
  }

 private:
  struct Place {
    Key key;
    int depth;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct Hash {
    std::size_t operator()(const Place& place) const {
      return (place.key.low ^ place.key.high * 0x9e3779b97f4a7c15) +
             static_cast<unsigned>(place.depth);
    }
  };
  std::unordered_map<Place, Move, Hash> moves_;
};

}  // namespace plylab::search
