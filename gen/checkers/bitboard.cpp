#include "gen/checkers/bitboard.h"

#include "gen/checkers/jumps.h"
#include "gen/checkers/view.h"

namespace plylab::checkers {
namespace {

template <Side Us>
Moves list(const View<Us>& view, Routes routes) {
  Moves moves;
  for_each_capture(view, [&](Move path, const Jumper&) {
    if (routes == Routes::merged)
      for (const Move known : moves)
        if (same_capture(known, path)) return;
    moves.add(path);
  });
  if (!moves.empty()) return moves;
  for_each_direction([&]<Direction d>() {
    for_each_single(view.template steps<d>(),
                    [&](SpacedSet to) { moves.add(Move(square_of(shifted<opposite(d)>(to)), d)); });
  });
  return moves;
}

template <Side Us>
unsigned count_moves(const View<Us>& view) {
  int moves = 0;
  if (view.has_jumps())
    for_each_capture(view, [&](Move, const Jumper&) { ++moves; });
  else
    for_each_direction([&]<Direction d>() { moves += std::popcount(view.template steps<d>()); });
  return static_cast<unsigned>(moves);
}

}  // namespace

Bitboard::Bitboard(const Setup& setup)
    : state_{spaced(setup.pieces.black),
             spaced(setup.pieces.white),
             spaced(setup.pieces.kings),
             setup.side,
             setup.routes,
             0} {}

auto Bitboard::seen(auto&& visit) const {
  return state_.side == Side::first
             ? visit(View<Side::first>(state_.black, state_.white, state_.kings))
             : visit(View<Side::second>(state_.white, state_.black, state_.kings));
}

Moves Bitboard::generate() const {
  return seen([&](const auto& view) { return list(view, state_.routes); });
}

unsigned Bitboard::count() const {
  if (state_.routes == Routes::merged) return static_cast<unsigned>(generate().size());
  return seen([](const auto& view) { return count_moves(view); });
}

Bitboard::Undo Bitboard::make(Move move) {
  const State before = state_;
  const bool black_moves = state_.side == Side::first;
  SpacedSet& ours = black_moves ? state_.black : state_.white;
  SpacedSet& theirs = black_moves ? state_.white : state_.black;
  const SpacedSet from = spaced(bit(move.from()));
  const SpacedSet taken = spaced(captured(move));
  const SpacedSet to = spaced(bit(to_square(move)));
  const bool king = (state_.kings & from) != 0;

  ours = (ours ^ from) | to;
  theirs &= ~taken;
  state_.kings &= ~(from | taken);
  if (king || (to & spaced(king_row(state_.side))) != 0) state_.kings |= to;
  state_.quiet_plies =
      king && !move.is_capture() ? static_cast<std::uint16_t>(state_.quiet_plies + 1) : 0;
  state_.side = !state_.side;
  return before;
}

Pieces Bitboard::pieces() const {
  return {unspaced(state_.black), unspaced(state_.white), unspaced(state_.kings)};
}

}  // namespace plylab::checkers
