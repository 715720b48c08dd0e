// Squares that the side to move can step to and pieces that it can jump, for the bitboard of
// checkers, and counts of the paths of one, two and three plies without making most of the moves.
#pragma once

#include <bit>
#include <cstdint>

#include "gen/checkers/board.h"

namespace plylab::checkers {

inline constexpr SpacedSet whole_board = spaced(0xffffffff);

/// The set shifted by one step that way; it may then include squares off the board or in gaps.
template <Direction direction>
constexpr SpacedSet shifted(SpacedSet set) {
  constexpr int step = column_step(direction) == row_step(direction) ? 5 : 4;
  return row_step(direction) > 0 ? set << step : set >> step;
}

constexpr Direction opposite(Direction direction) { return 3 - direction; }

/// Where a man of the side is crowned.
template <Side side>
inline constexpr SpacedSet crowned = spaced(king_row(side));

/// Calls visit.operator()<direction>() for each direction.
constexpr void for_each_direction(auto&& visit) {
  visit.template operator()<0>();
  visit.template operator()<1>();
  visit.template operator()<2>();
  visit.template operator()<3>();
}

/// Calls visit(single) for each square of the set, as a set of one square.
constexpr void for_each_single(SpacedSet set, auto&& visit) {
  for (; set != 0; set &= set - 1) visit(set & -set);
}

constexpr unsigned count_bits(SpacedSet set) { return static_cast<unsigned>(std::popcount(set)); }

constexpr Square square_of(SpacedSet single) {
  const auto at = static_cast<Square>(std::countr_zero(single));
  return at - at / 9;
}

/// The pieces by owner; Us is the side to move. Without `has_kings` the board has no kings, and the
/// compiler removes all code for them.
template <Side Us, bool has_kings>
struct View {
  static constexpr Side us = Us;

  SpacedSet men, kings, theirs;
  SpacedSet empty;

  constexpr View(SpacedSet ours, SpacedSet others, SpacedSet all_kings)
      : men(has_kings ? ours & ~all_kings : ours),
        kings(has_kings ? ours & all_kings : 0),
        theirs(others),
        empty(whole_board & ~(ours | others)) {}

  /// The pieces that may go that way.
  template <Direction direction>
  constexpr SpacedSet movers() const {
    if constexpr (!has_kings) return is_forward(Us, direction) ? men : 0;
    return is_forward(Us, direction) ? men | kings : kings;
  }
  /// The squares that a step that way reaches.
  template <Direction direction>
  constexpr SpacedSet steps() const {
    return shifted<direction>(movers<direction>()) & empty;
  }
  /// The pieces that can be jumped that way.
  template <Direction direction>
  constexpr SpacedSet jumped() const {
    return shifted<direction>(movers<direction>()) & theirs & shifted<opposite(direction)>(empty);
  }
  constexpr bool has_jumps() const {
    return (jumped<0>() | jumped<1>() | jumped<2>() | jumped<3>()) != 0;
  }
};

/// A piece in the middle of a capture, and the pieces it can still jump.
struct Jumper {
  SpacedSet at;      ///< where it stands now
  SpacedSet theirs;  ///< not yet jumped
  SpacedSet empty;   ///< where it can land; for a king, including the square where it began

  /// The adjacent piece that it can jump that way; 0 if none.
  template <Direction direction>
  constexpr SpacedSet over() const {
    return shifted<direction>(at) & theirs & shifted<opposite(direction)>(empty);
  }
  template <Direction direction>
  constexpr Jumper after(SpacedSet over) const {
    return {shifted<direction>(over), theirs ^ over, empty | over};
  }
};

/// Calls visit(jumper, path) at the end of each continuation of the path from here. Returns false,
/// without a call, if there is none. A man that has reached the king row cannot continue, since men
/// only move forward. The path is a Move, or any type that has jumping().
template <Side Us, bool king>
constexpr bool for_each_path(const Jumper& jumper, auto path, auto&& visit) {
  bool found = false;
  for_each_direction([&]<Direction d>() {
    if constexpr (king || is_forward(Us, d)) {
      const SpacedSet over = jumper.over<d>();
      if (over == 0) return;
      found = true;
      const Jumper next = jumper.after<d>(over);
      const auto longer = path.jumping(d);
      if (!for_each_path<Us, king>(next, longer, visit)) visit(next, longer);
    }
  });
  return found;
}

/// Calls visit(jumper, path) for each capture of the side to move; begin(square), with the square
/// as a set, makes a path without jumps.
template <Side Us, bool has_kings>
constexpr void for_each_capture(const View<Us, has_kings>& view, auto&& begin, auto&& visit) {
  for_each_single(view.men, [&](SpacedSet at) {
    for_each_path<Us, false>({at, view.theirs, view.empty}, begin(at), visit);
  });
  for_each_single(view.kings, [&](SpacedSet at) {
    for_each_path<Us, true>({at, view.theirs, view.empty | at}, begin(at), visit);
  });
}

/// The number of paths that continue from the jumper's square.
template <Side Us, bool king>
constexpr unsigned count_paths(const Jumper& jumper) {
  unsigned paths = 0;
  for_each_direction([&]<Direction d>() {
    if constexpr (king || is_forward(Us, d)) {
      const SpacedSet over = jumper.over<d>();
      if (over == 0) return;
      const unsigned on = count_paths<Us, king>(jumper.after<d>(over));
      paths += on == 0 ? 1 : on;
    }
  });
  return paths;
}

/// How many captures the side to move has.
template <Side Us, bool has_kings>
constexpr unsigned count_captures(const View<Us, has_kings>& view) {
  // Most men jump only once: unless some man can jump again, they are counted as sets.
  unsigned paths = 0;
  SpacedSet landed = 0, on = 0;
  for_each_direction([&]<Direction d>() {
    if constexpr (is_forward(Us, d)) {
      const SpacedSet over = shifted<d>(view.men) & view.theirs & shifted<opposite(d)>(view.empty);
      paths += count_bits(over);
      landed |= shifted<d>(over);
    }
  });
  const Jumper all{landed, view.theirs, view.empty};
  for_each_direction([&]<Direction d>() {
    if constexpr (is_forward(Us, d)) on |= all.over<d>();
  });
  if (on != 0) {
    paths = 0;
    for_each_single(view.men, [&](SpacedSet at) {
      paths += count_paths<Us, false>({at, view.theirs, view.empty});
    });
  }
  for_each_single(view.kings, [&](SpacedSet at) {
    paths += count_paths<Us, true>({at, view.theirs, view.empty | at});
  });
  return paths;
}

/// How many moves the side to move has.
template <Side Us, bool has_kings>
constexpr unsigned count_moves(const View<Us, has_kings>& view) {
  if (view.has_jumps()) return count_captures(view);
  unsigned moves = 0;
  for_each_direction([&]<Direction d>() { moves += count_bits(view.template steps<d>()); });
  return moves;
}

/// Counts two plies of a position whose moves are steps.
///
/// A step changes two squares: the piece leaves one and enters the other. If the other side has no
/// capture before our step, then after the step it can capture only
/// - the piece that stepped, landing behind it on an empty square or on the square just left,
/// - another piece, landing on the square left.
/// Sets of squares show which steps allow that. All other steps are counted together: after one,
/// the other side has the steps that it had before, minus those onto the square entered, plus those
/// onto the square left.
template <Side Us, bool has_kings>
class TwoPliesBySteps {
  static constexpr Side Them = !Us;

 public:
  TwoPliesBySteps(const View<Us, has_kings>& view, SpacedSet kings)
      : us_(view), ours_(view.men | view.kings), kings_(kings), them_(view.theirs, ours_, kings) {}

  std::uint64_t count() const { return them_.has_jumps() ? count_singly() : count_as_sets(); }

 private:
  /// The other side's View after our step that way.
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
    // Where they can step if the square is empty; where they could jump a piece of ours that way;
    // and the squares that we must not leave, because they could then land there.
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
  /// Only the first square of a path matters.
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

/// The same for a position whose moves are steps.
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

/// The number of paths of two moves.
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

/// The number of paths of three moves.
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
