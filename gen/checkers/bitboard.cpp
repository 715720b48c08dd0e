#include "gen/checkers/bitboard.h"

#include <array>
#include <bit>

#include "gen/checkers/view.h"

namespace plylab::checkers {
namespace {

template <Side Us, bool has_kings>
Moves list(const View<Us, has_kings>& view, Routes routes) {
  Moves moves;
  if (view.has_jumps()) {
    for_each_capture(
        view, [](SpacedSet from) { return Move::path_from(square_of(from)); },
        [&](const Jumper&, Move path) {
          if (routes == Routes::merged)
            for (const Move known : moves)
              if (same_capture(known, path)) return;
          moves.add(path);
        });
    return moves;
  }
  for_each_direction([&]<Direction d>() {
    for_each_single(view.template steps<d>(),
                    [&](SpacedSet to) { moves.add(Move(square_of(shifted<opposite(d)>(to)), d)); });
  });
  return moves;
}

}  // namespace

Bitboard::Bitboard(const Setup& setup)
    : state_{spaced(setup.pieces.black),
             spaced(setup.pieces.white),
             spaced(setup.pieces.kings),
             setup.side,
             setup.routes,
             0} {}

/// Calls visit.operator()<Us, has_kings>(ours, theirs) and returns its result.
auto Bitboard::as_seen(auto&& visit) const {
  const auto by_side = [&]<bool has_kings>() {
    return state_.side == Side::first
               ? visit.template operator()<Side::first, has_kings>(state_.black, state_.white)
               : visit.template operator()<Side::second, has_kings>(state_.white, state_.black);
  };
  return state_.kings == 0 ? by_side.template operator()<false>()
                           : by_side.template operator()<true>();
}

Moves Bitboard::generate() const {
  return as_seen([this]<Side Us, bool has_kings>(SpacedSet ours, SpacedSet theirs) {
    return list(View<Us, has_kings>(ours, theirs, state_.kings), state_.routes);
  });
}

unsigned Bitboard::count() const {
  if (state_.routes == Routes::merged) return static_cast<unsigned>(generate().size());
  return as_seen([this]<Side Us, bool has_kings>(SpacedSet ours, SpacedSet theirs) {
    return count_moves(View<Us, has_kings>(ours, theirs, state_.kings));
  });
}

std::uint64_t Bitboard::count_grandchildren() const {
  if (state_.routes == Routes::merged) return count_merged_grandchildren();
  return as_seen([this]<Side Us, bool has_kings>(SpacedSet ours, SpacedSet theirs) {
    return count_two_plies<Us, has_kings>(ours, theirs, state_.kings);
  });
}

std::uint64_t Bitboard::count_great_grandchildren() const {
  std::uint64_t paths = 0;
  if (state_.routes == Routes::merged) {
    Bitboard child = *this;
    for (const Move move : generate()) {
      const Undo undo = child.make(move);
      paths += child.count_grandchildren();
      child.unmake(move, undo);
    }
    return paths;
  }
  return as_seen([this]<Side Us, bool has_kings>(SpacedSet ours, SpacedSet theirs) {
    return count_three_plies<Us, has_kings>(ours, theirs, state_.kings);
  });
}

std::uint64_t Bitboard::count_merged_grandchildren() const {
  std::uint64_t moves = 0;
  Bitboard child = *this;
  for (const Move move : generate()) {
    const Undo undo = child.make(move);
    moves += child.count();
    child.unmake(move, undo);
  }
  return moves;
}

Bitboard::Undo Bitboard::make(Move move) {
  constexpr std::array<int, directions> steps{64 - 5, 64 - 4, 4, 5};
  const State before = state_;
  SpacedSet& ours = state_.side == Side::first ? state_.black : state_.white;
  SpacedSet& theirs = state_.side == Side::first ? state_.white : state_.black;
  const SpacedSet from = spaced_bit(move.from());
  const bool king = (state_.kings & from) != 0;
  SpacedSet to = from;
  if (!move.is_capture()) {
    to = std::rotl(from, steps[move.direction()]);
    ours ^= from | to;
    state_.quiet_plies = king ? static_cast<std::uint16_t>(state_.quiet_plies + 1) : 0;
  } else {
    SpacedSet taken = 0;
    for (unsigned jump = 0; jump < move.jumps(); ++jump) {
      const int step = steps[move.direction(jump)];
      const SpacedSet over = std::rotl(to, step);
      taken |= over;
      to = std::rotl(over, step);
    }
    ours = (ours ^ from) | to;
    theirs ^= taken;
    state_.kings &= ~taken;
    state_.quiet_plies = 0;
  }
  state_.kings &= ~from;
  if (king || (to & spaced(king_row(state_.side))) != 0) state_.kings |= to;
  state_.side = !state_.side;
  return before;
}

Pieces Bitboard::pieces() const {
  return {unspaced(state_.black), unspaced(state_.white), unspaced(state_.kings)};
}

}  // namespace plylab::checkers
