// Two or three plies counted at once, without a visit to most positions.
#pragma once

#include <cstdint>

#include "gen/checkers/jumps.h"

namespace plylab::checkers {

/// Two plies of a position whose moves are steps.
///
/// A step changes two squares: one is left, one is taken. If the other side could jump nothing if
/// it were to move now, it can afterwards only
/// - over the square that is taken, onto the one behind it, which is empty or has just been left,
/// - onto the square that is left, over another piece.
/// Both are sets, and steps that avoid them are counted as sets as well: the other side has the
/// steps that it has now, less those onto the square taken, and those onto the one left besides.
template <Side Us, bool has_kings>
class TwoPliesBySteps {
  static constexpr Side Them = !Us;

 public:
  TwoPliesBySteps(const View<Us, has_kings>& view, SpacedSet kings)
      : us_(view), ours_(view.men | view.kings), kings_(kings), them_(view.theirs, ours_, kings) {}

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
    // Where they can go if nothing stands there; where a piece of ours would be jumped that way;
    // and the squares that must not be left.
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

/// Calls visit(ours, theirs, kings) for each child of a position that has captures.
template <Side Us, bool has_kings>
void for_each_child_by_jumps(const View<Us, has_kings>& view, SpacedSet kings, auto&& visit) {
  /// All that matters of a path is where it began.
  struct Begun {
    SpacedSet from;
    Begun jumping(Direction) const { return *this; }
  };
  for_each_capture(
      view, [](SpacedSet from) { return Begun{from}; },
      [&](const Jumper& jumper, Begun path) {
        const SpacedSet ours = ((view.men | view.kings) ^ path.from) | jumper.at;
        const bool king =
            (has_kings && (view.kings & path.from) != 0) || (jumper.at & crowned<Us>) != 0;
        const SpacedSet others = kings & (ours | jumper.theirs) & ~jumper.at;
        visit(ours, jumper.theirs, king ? others | jumper.at : others);
      });
}

/// The same of a position whose moves are steps.
template <Side Us, bool has_kings>
void for_each_child_by_steps(const View<Us, has_kings>& view, SpacedSet kings, auto&& visit) {
  for_each_direction([&]<Direction d>() {
    for_each_single(view.template steps<d>(), [&](SpacedSet to) {
      const SpacedSet from = shifted<opposite(d)>(to);
      const SpacedSet moved = has_kings && (view.kings & from) != 0 ? from | to : to & crowned<Us>;
      visit((view.men | view.kings) ^ from ^ to, view.theirs, kings ^ moved);
    });
  });
}

/// The paths of two moves.
template <Side Us, bool has_kings>
std::uint64_t count_two_plies(SpacedSet ours, SpacedSet theirs, SpacedSet kings) {
  const View<Us, has_kings> view(ours, theirs, kings);
  if (!view.has_jumps()) return TwoPliesBySteps<Us, has_kings>(view, kings).count();
  std::uint64_t moves = 0;
  for_each_child_by_jumps(view, kings, [&](SpacedSet now, SpacedSet left, SpacedSet) {
    moves += count_moves(View<!Us, has_kings>(left, now, kings));
  });
  return moves;
}

/// The paths of three moves.
template <Side Us, bool has_kings>
std::uint64_t count_three_plies(SpacedSet ours, SpacedSet theirs, SpacedSet kings) {
  const View<Us, has_kings> view(ours, theirs, kings);
  std::uint64_t paths = 0;
  const auto add = [&](SpacedSet now, SpacedSet left, SpacedSet kings_now) {
    paths += kings_now == 0 ? count_two_plies<!Us, false>(left, now, kings_now)
                            : count_two_plies<!Us, true>(left, now, kings_now);
  };
  if (view.has_jumps())
    for_each_child_by_jumps(view, kings, add);
  else
    for_each_child_by_steps(view, kings, add);
  return paths;
}

}  // namespace plylab::checkers
