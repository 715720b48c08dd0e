// How many moves the children of a position have, without a visit to most of them.
#pragma once

#include <cstdint>

#include "gen/checkers/jumps.h"

namespace plylab::checkers {

/// The children of a position whose moves are steps.
///
/// A step changes two squares: one is left, one is taken. If the other side could jump nothing if it
/// were to move now, it can afterwards only
/// - over the square that is taken, onto the one behind it, which is empty or has just been left,
/// - onto the square that is left, over another piece.
/// Both are sets, and steps that avoid them are counted as sets as well: the other side has the
/// steps that it has now, less those onto the square taken, and those onto the one left besides.
template <Side Us, bool has_kings>
class StepChildren {
  static constexpr Side Them = !Us;

 public:
  StepChildren(const View<Us, has_kings>& view, SpacedSet theirs, SpacedSet kings)
      : us_(view), ours_(view.men | view.kings), kings_(kings), them_(theirs, ours_, kings) {}

  std::uint64_t count() const { return them_.has_jumps() ? count_singly() : count_as_sets(); }

 private:
  /// The other side's view after our step that way.
  template <Direction direction>
  View<Them, has_kings> child(SpacedSet to) const {
    return {us_.theirs, ours_ ^ to ^ shifted<opposite(direction)>(to), kings_};
  }

  std::uint64_t count_singly() const {
    std::uint64_t moves = 0;
    for_each_direction([&]<Direction d>() {
      for_each_single(us_.template steps<d>(),
                      [&](SpacedSet to) { moves += count_moves(child<d>(to)); });
    });
    return moves;
  }

  std::uint64_t count_as_sets() const {
    // Where they can go if nothing stands there; where a piece of ours would be jumped that way; and
    // the squares that must not be left.
    SpacedSet reach[directions], exposed[directions], needed = 0;
    unsigned steps = 0;
    for_each_direction([&]<Direction d>() {
      reach[d] = shifted<d>(them_.template movers<d>());
      exposed[d] = reach[d] & shifted<opposite(d)>(us_.empty);
      needed |= shifted<d>(reach[d] & ours_);
      steps += count_bits(reach[d] & us_.empty);
    });
    std::uint64_t moves = 0;
    for_each_direction([&]<Direction d>() {
      const SpacedSet to = us_.template steps<d>();
      SpacedSet jumped = reach[opposite(d)] | shifted<d>(needed);
      for_each_direction([&]<Direction other>() {
        if constexpr (other != opposite(d)) jumped |= exposed[other];
      });
      for_each_single(to & jumped,
                      [&](SpacedSet single) { moves += count_captures(child<d>(single)); });
      const SpacedSet calm = to & ~jumped;
      const SpacedSet left = shifted<opposite(d)>(calm);
      moves += steps * count_bits(calm);
      for_each_direction([&]<Direction back>() {
        moves += count_bits(left & reach[back]);
        moves -= count_bits(calm & reach[back]);
      });
    });
    return moves;
  }

  const View<Us, has_kings>& us_;
  SpacedSet ours_, kings_;
  View<Them, has_kings> them_;
};

/// The sum of count_moves() over all children of a position.
template <Side Us, bool has_kings>
std::uint64_t count_children(SpacedSet ours, SpacedSet theirs, SpacedSet kings) {
  const View<Us, has_kings> view(ours, theirs, kings);
  if (!view.has_jumps()) return StepChildren<Us, has_kings>(view, theirs, kings).count();
  /// All that matters of a path is where it began.
  struct Begun {
    SpacedSet from;
    Begun jumping(Direction) const { return *this; }
  };
  std::uint64_t moves = 0;
  for_each_capture(
      view, [](SpacedSet from) { return Begun{from}; },
      [&](const Jumper& jumper, Begun path) {
        const SpacedSet now = (ours ^ path.from) | jumper.at;
        moves += count_moves(View<!Us, has_kings>(jumper.theirs, now, kings));
      });
  return moves;
}

}  // namespace plylab::checkers
