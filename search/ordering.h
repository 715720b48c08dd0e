// Move orderings.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "gen/chess/chess_position.h"
#include "gen/position.h"

namespace plylab::search {

/// As the generator lists them: different generators search different trees.
struct GenerationOrder {
  void sort(const auto&, auto&) const {}
  void learn(const auto&, auto) const {}
};

/// Sorted by the move's encoding: the same tree whatever the generator.
struct CanonicalOrder {
  void sort(const auto&, auto& moves) const { std::sort(moves.begin(), moves.end()); }
  void learn(const auto&, auto) const {}
};

/// How much a capture or promotion promises: the most valuable victim first, among those the least
/// valuable attacker (MVV/LVA). 0 for quiet moves, at least 1 for others.
template <chess::ChessPosition P>
unsigned promise(const P& position, chess::Move move) {
  constexpr std::array<unsigned, 8> rank = {0, 3, 4, 5, 1, 2, 6, 0};  // by PieceType
  unsigned gain = 0;
  if (move.is_capture()) {
    const auto victim = chess::type_of(position.piece_on(move.captured_on()));
    const auto attacker = chess::type_of(position.piece_on(move.from()));
    gain = 8 * rank[victim] + 7 - rank[attacker];
  }
  if (move.is_promotion()) gain += 8 * rank[move.promoted()];
  return gain;
}

/// Captures and promotions first by promise(), then the quiet moves, canonical among equals.
template <chess::ChessPosition P>
void order_captures_first(const P& position, chess::Moves& moves) {
  // One integer per move sorts by promise, then by encoding.
  std::array<std::uint32_t, 416> sort_keys;
  for (std::size_t i = 0; i < moves.size(); ++i)
    sort_keys[i] = (1023 - promise(position, moves[i])) << 16 | moves[i].bits();
  std::sort(sort_keys.begin(), sort_keys.begin() + static_cast<std::ptrdiff_t>(moves.size()));
  for (std::size_t i = 0; i < moves.size(); ++i)
    moves[i] = chess::Move::from_bits(static_cast<std::uint16_t>(sort_keys[i]));
}

/// The order of chess moves, chosen at run time: one well-predicted branch per node, in place of a
/// copy of every search for every ordering.
class ChessOrder {
 public:
  enum class Kind : std::uint8_t { generation, canonical, captures, hash };

  explicit ChessOrder(Kind kind) : kind_(kind), best_(kind == Kind::hash ? table_size : 0) {}

  template <chess::ChessPosition P>
  void sort(const P& position, chess::Moves& moves) const {
    switch (kind_) {
      case Kind::generation:
        return;
      case Kind::canonical:
        return CanonicalOrder{}.sort(position, moves);
      case Kind::captures:
        return order_captures_first(position, moves);
      case Kind::hash:
        order_captures_first(position, moves);
        const Entry& entry = best_[position.key().low % table_size];
        if (entry.key != position.key()) return;
        const auto known = std::find(moves.begin(), moves.end(), entry.move);
        if (known != moves.end()) std::rotate(moves.begin(), known, known + 1);
    }
  }

  /// Remembers the best move of a position for the next time: with iterative deepening that is the
  /// principal variation, and the cutting moves, of the iteration before.
  template <chess::ChessPosition P>
  void learn(const P& position, chess::Move move) {
    if (kind_ == Kind::hash) best_[position.key().low % table_size] = {position.key(), move};
  }

 private:
  struct Entry {
    Key key;
    chess::Move move;
  };
  static constexpr std::size_t table_size = 1 << 17;

  Kind kind_;
  std::vector<Entry> best_;  // newest entry wins
};

}  // namespace plylab::search
