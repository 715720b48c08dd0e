// The way from the beginning of the game to the node being searched, as far as searches ask for it:
// repetitions, whether the static value grows, and which moves came before.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "gen/game/position.h"
#include "search/base/value.h"

namespace plylab::search {

/// A piece and the square that it went to, as one number below `piece_targets`.
using PieceTarget = std::size_t;
inline constexpr std::size_t piece_targets = 16 * 64;

/// The moves that came before a node, one and two plies ago; 0 where there is none.
struct PreviousMoves {
  PieceTarget last, one_before;
};

/// The line of the search, ply by ply.
template <class Move>
class Path {
 public:
  /// Starts at the root, behind the positions of the game, the oldest first; those before the last
  /// capture or pawn move need not be among them.
  void start(std::vector<Key> game) { game_ = std::move(game); }

  /// Enters a node. The clock counts the plies since the last capture or pawn move. Nothing is
  /// repeated across a null move.
  void enter(int ply, Key key, unsigned halfmove_clock) {
    Entry& here = at(ply);
    here.key = key;
    const unsigned before = ply == 0                   ? static_cast<unsigned>(game_.size())
                            : at(ply - 1).left_by == 0 ? 0
                                                       : at(ply - 1).reach + 1;
    here.reach = std::min(halfmove_clock, before);
  }

  /// Whether the position stood on the board before: once since the root, which could be repeated
  /// for ever, or twice in all.
  bool repeated(int ply) const {
    const Entry& here = at(ply);
    int times = 0;
    for (int back = 4; back <= static_cast<int>(here.reach); back += 2) {
      if (key_at(ply - back) != here.key) continue;
      if (back <= ply || ++times == 2) return true;
    }
    return false;
  }

  /// The static value at the ply, nothing in check; whether it is better than two plies before.
  void set_static_eval(int ply, std::optional<Value> value) { at(ply).static_eval = value; }
  bool improving(int ply) const {
    if (ply < 2 || !at(ply).static_eval) return false;
    const auto& before = at(ply - 2).static_eval;
    return !before || *at(ply).static_eval > *before;
  }

  /// Notes the move that is made at the ply; one of no kind for a null move. The move made before
  /// the node at a ply; of no kind at the root.
  void set_move(int ply, Move move) { moves_[index(ply)] = move; }
  Move move_before(int ply) const { return ply == 0 ? Move{} : moves_[index(ply - 1)]; }

  /// The move that leaves the ply; 0, which no move has, for a null move.
  void leave(int ply, PieceTarget move) { at(ply).left_by = move; }
  /// The moves made before the node at the ply.
  PreviousMoves previous_moves(int ply) const { return {before(ply, 1), before(ply, 2)}; }

  /// The next node entered at the ply, and only that one, leaves the move out.
  void exclude(int ply, Move move) { at(ply).excluded = move; }
  std::optional<Move> take_excluded(int ply) { return std::exchange(at(ply).excluded, {}); }

 private:
  struct Entry {
    Key key;
    unsigned reach = 0;  // how many positions before this one could be the same
    std::optional<Value> static_eval;
    PieceTarget left_by = 0;
    std::optional<Move> excluded;
  };

  PieceTarget before(int ply, int plies) const { return ply < plies ? 0 : at(ply - plies).left_by; }

  static std::size_t index(int ply) {
    assert(ply >= 0 && ply < max_ply + 2);
    return static_cast<std::size_t>(ply);
  }
  Entry& at(int ply) { return entries_[index(ply)]; }
  const Entry& at(int ply) const { return entries_[index(ply)]; }
  const Key& key_at(int ply) const {
    return ply >= 0 ? at(ply).key : game_[game_.size() - static_cast<std::size_t>(-ply)];
  }

  std::vector<Key> game_;
  std::array<Entry, max_ply + 2> entries_{};
  std::array<Move, max_ply + 2> moves_{};
};

}  // namespace plylab::search
