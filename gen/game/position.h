// The concept Position: every type that models it can be counted and searched.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plylab {

/// The two players; `first` moves first in the game's initial position (White in chess).
enum class Side : std::uint8_t { first, second };

constexpr Side operator!(Side side) { return side == Side::first ? Side::second : Side::first; }

/// How a game ended, from the point of view of the side to move.
enum class Outcome : std::uint8_t { ongoing, loss, draw, win };

/// A 128-bit position key. Equal positions have equal keys; unequal ones almost certainly differ.
struct Key {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  constexpr Key& operator^=(const Key& other) {
    high ^= other.high;
    low ^= other.low;
    return *this;
  }
  friend constexpr Key operator^(Key a, const Key& b) { return a ^= b; }
  friend constexpr auto operator<=>(const Key&, const Key&) = default;
};

/// A hash of all bits of a key: the keys of a game need not be random numbers.
constexpr std::uint64_t mixed(const Key& key) {
  std::uint64_t z = key.high * 0x9e3779b97f4a7c15 ^ key.low;
  z = (z ^ (z >> 32)) * 0xbf58476d1ce4e5b9;
  return z ^ (z >> 29);
}

/// A position of a two-player game, with its rules.
///
/// Move is small and totally ordered, and all generators of a game use the same type; its order is
/// the canonical order of moves. Packed is exact: two positions of a game are the same if and only
/// if their packed forms are equal. Undo holds what unmake() needs to restore the position.
template <class P>
concept Position = std::copyable<P> && std::totally_ordered<typename P::Move> &&
    std::equality_comparable<typename P::Packed> &&
    requires(P p, const P c, const typename P::Move m, const typename P::Undo u,
             std::string_view text) {
  { c.side_to_move() } -> std::same_as<Side>;
  { c.generate() } -> std::same_as<typename P::MoveList>;  // each legal move once
  { c.count() } -> std::same_as<unsigned>;                 // their number, without a list
  { p.make(m) } -> std::same_as<typename P::Undo>;  // m is legal; then the other side is to move
  { p.unmake(m, u) } -> std::same_as<void>;         // restores every bit
  { c.key() } -> std::same_as<Key>;
  { c.packed() } -> std::same_as<typename P::Packed>;
  { c.terminal_outcome() } -> std::same_as<Outcome>;  // called only where there is no legal move
  { c.drawn_by_rule() } -> std::same_as<bool>;        // by rule, even if there are legal moves
  { move_text(c, m) } -> std::same_as<std::string>;
  { move_from_text(c, text) } -> std::same_as<std::optional<typename P::Move>>;
};

/// The outcome in a position. Having no legal move takes precedence over drawing rules.
template <Position P>
Outcome outcome(const P& position) {
  if (position.count() == 0) return position.terminal_outcome();
  return position.drawn_by_rule() ? Outcome::draw : Outcome::ongoing;
}

}  // namespace plylab
