// Static evaluations of chess positions.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gen/base/names.h"
#include "gen/chess/bitboard/fairy.h"
#include "gen/chess/board/notation.h"
#include "search/base/scope.h"
#include "search/base/value.h"
#include "search/evaluation/added_evaluation.h"
#include "search/evaluation/positional.h"

namespace plylab::search {

/// A value for each piece code and square, from White's view.
using PieceSquareTable = std::array<std::array<Value, 64>, 16>;

/// The value of a piece in centipawns: pawn 100, knight 320, bishop 330, rook 500, queen 900.
constexpr Value piece_value(chess::PieceType type) {
  constexpr std::array<Value, 8> values = {0, 330, 500, 900, 100, 320, 0, 0};
  return values[type];
}

/// The value of a knight in a variant: one with additional leaps is "a little more worth than a
/// rook", and one that rides "much more worth than a bishop" (J. B. Nielsen on his program
/// Dabbaba).
constexpr Value knight_value(const chess::Variant& variant) {
  return variant.leaps_also() ? 525 : variant.knights_ride ? 500 : piece_value(chess::knight);
}

/// The value of a piece in the position's game.
template <chess::AnyChessPosition P>
Value piece_value(const P& position, chess::PieceType type) {
  if constexpr (!chess::ChessPosition<P>)
    if (type == chess::knight) return knight_value(position.variant());
  return piece_value(type);
}

/// The rank of pieces as attackers, the least valuable first: pawn 1, knight 2, bishop 3, rook 4,
/// queen 5, king 6.
constexpr int piece_order(chess::PieceType type) {
  constexpr std::array<int, 8> orders = {0, 3, 4, 5, 1, 2, 6, 0};
  return orders[type];
}

/// The evaluations of chess. A guest's program may add others
/// (search/evaluation/added_evaluation.h).
inline constexpr auto evaluations = std::to_array<ScopedEntry>({
    {"material", "P 100, N 320, B 330, R 500, Q 900", Scope::chess_family},
    {"pst", "material and piece-square values", Scope::chess_family},
    {"mobility", "pst, plus 4 for each legal move more than the opponent has", Scope::chess_family},
    {"random", "random values from −100 to 100; random:7 sets the seed 7 instead of 1",
     Scope::chess_family},
    {"positional", "mobility, pawns, kings and threats, tapered from middle game to endgame",
     Scope::chess},
});

using EvaluationKind = EntryOf<evaluations>;

/// The table of a kind of evaluation in a variant: material alone, material and placement, or for
/// `positional` scores for middlegame and endgame.
const PieceSquareTable& table_of(EvaluationKind kind, const chess::Variant& variant);

/// The pieces as bit planes; the board's own if it has them.
template <chess::AnyChessPosition P>
decltype(auto) planes_of(const P& position) {
  if constexpr (requires { position.planes(); }) {
    return position.planes();
  } else {
    std::conditional_t<chess::ChessPosition<P>, chess::Planes, chess::FairyPlanes> planes;
    if constexpr (!chess::ChessPosition<P>) planes.attacks = &chess::attacks_of(position.variant());
    position.for_each_piece(
        [&](chess::Piece piece, chess::Square square) { planes.put(piece, square); });
    return planes;
  }
}

/// The evaluations of chess and its variants, one type for all, so that each search is compiled
/// once. They share a sum over the pieces, which a searcher updates incrementally.
class ChessEvaluation {
 public:
  using Kind = EvaluationKind;

  /// The kind positional is only for chess. `seed`: of the kind random.
  explicit ChessEvaluation(Kind kind, std::uint64_t seed = 0,
                           const chess::Variant& variant = chess::orthodox);

  /// The table's sum over the pieces, from White's view; for the kind positional, a Score.
  template <chess::AnyChessPosition P>
  Value sum(const P& position) const {
    Value sum = 0;
    position.for_each_piece(
        [&](chess::Piece piece, chess::Square square) { sum += (*table_)[piece][square]; });
    return sum;
  }

  /// The change of the sum by a move, which has not been made yet.
  template <chess::AnyChessPosition P>
  [[gnu::always_inline]] Value change(const P& position, chess::Move move) const {
    using namespace chess;
    const Piece piece = position.piece_on(move.from());
    const auto& values = (*table_)[piece];
    const Color us = color_of(piece);
    if (move.is_castle()) [[unlikely]] {
      const auto& rook_values = (*table_)[make_piece(us, rook)];
      return values[castled_king(us, move.castling_side())] - values[move.from()] +
             rook_values[castled_rook(us, move.castling_side())] - rook_values[move.to()];
    }
    const Piece placed = move.is_promotion() ? make_piece(us, move.promoted()) : piece;
    const Value moved = (*table_)[placed][move.to()] - values[move.from()];
    if (!move.is_capture()) return moved;
    const Square captured_on = move.captured_on();
    return moved - (*table_)[position.piece_on(captured_on)][captured_on];
  }

  /// The immediate gain of the move for the side to move, by the table.
  template <chess::AnyChessPosition P>
  Value gain(const P& position, chess::Move move) const {
    const Value difference = change(position, move);
    const Value value = kind_ == Kind("positional") ? middle_of(difference) : difference;
    return position.side_to_move() == chess::white ? value : -value;
  }

  /// Whether the sum is all that the value depends on: then value_after() knows the value after a
  /// move before it is made.
  bool is_sum() const { return kind_ == Kind("material") || kind_ == Kind("pst"); }

  /// The value after the move for the side to move then, given the sum before.
  template <chess::AnyChessPosition P>
  Value value_after(const P& position, chess::Move move, Value sum) const {
    const Value after = sum + change(position, move);
    return position.side_to_move() == chess::white ? -after : after;
  }

  /// The value for the side to move, given the sum.
  template <chess::AnyChessPosition P>
  Value operator()(const P& position, Value sum) const {
    if (kind_ == Kind("positional"))
      return positional_value(planes_of(position), position.side_to_move(), sum, pawns_);
    if (kind_ == Kind("random")) return chance(position.key());
    const Value value = position.side_to_move() == chess::white ? sum : -sum;
    return kind_ == Kind("mobility") ? value + mobility(position) : value;
  }

  /// The value for the side to move.
  template <chess::AnyChessPosition P>
  Value operator()(const P& position) const {
    if constexpr (chess::ChessPosition<P>)
      if (const auto added = added_on<P>()) {
        added->set_up(position);
        return added->value(position);
      }
    return (*this)(position, sum(position));
  }

  /// The value by material and placement alone; none if that is the whole evaluation, or not
  /// usable.
  template <chess::AnyChessPosition P>
  std::optional<Value> quick(const P& position, Value sum) const {
    const chess::Color side = position.side_to_move();
    if (kind_ == Kind("positional")) return placement_value(planes_of(position), side, sum);
    if (kind_ == Kind("mobility")) return side == chess::white ? sum : -sum;
    return std::nullopt;
  }

  /// A guest's evaluation, for a searcher on this board; null for plylab's own.
  template <chess::ChessPosition P>
  std::unique_ptr<AddedEvaluation<P>> added_on() const {
    return kind_.is_added() ? added_evaluations<P>().at(kind_.number())() : nullptr;
  }

  /// Sets the pawn table, which must outlive the evaluation. Only the positional evaluation uses
  /// it.
  void use(PawnTable* pawns) { pawns_ = pawns; }

  Kind kind() const { return kind_; }

 private:
  /// Four centipawns for each legal move more than the other side would have if it were to move; 0
  /// in check, where it could not be.
  template <chess::AnyChessPosition P>
  static Value mobility(const P& position) {
    if (position.checkers() != 0) return 0;
    P passed = position;
    passed.make_null();
    return 4 * (static_cast<Value>(position.count()) - static_cast<Value>(passed.count()));
  }

  /// A random value from −100 to 100, determined by the seed and the key: the same for every
  /// generator.
  Value chance(Key key) const;

  Kind kind_;
  std::uint64_t seed_;
  const PieceSquareTable* table_;
  PawnTable* pawns_ = nullptr;
};

/// The evaluations of games of the scope.
std::vector<ScopedEntry> evaluations_for(Scope scope);

/// Throws InputError: a game does not have the evaluation that the text names. The message says so
/// if it is one of chess. `which` has those of `names`: "reversi".
[[noreturn]] void refuse_evaluation(std::string_view where, std::string_view text,
                                    std::string_view which, const std::vector<std::string>& names);

/// The evaluation that a text such as "pst" or "random:7" names. Throws InputError: "--eval: no
/// 'nn'; there are material, …".
ChessEvaluation parse_evaluation(std::string_view option, const std::string& text,
                                 const chess::Variant& variant = chess::orthodox);

}  // namespace plylab::search
