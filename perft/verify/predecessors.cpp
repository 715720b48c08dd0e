#include "perft/verify/predecessors.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

constexpr std::size_t max_ways = 4;

/// Whether the king or rook on the square still has the right to castle.
bool has_right(const Setup& setup, Square square) {
  const Color color = color_of(setup.squares[square]);
  const auto& rooks = setup.castling[index(color)];
  if (type_of(setup.squares[square]) == king)
    return std::ranges::any_of(rooks, [](Square rook) { return rook != no_square; });
  return std::ranges::find(rooks, square) != rooks.end();
}

/// The squares from which the piece on `to` may have come.
std::vector<Square> origins(const Setup& position, Square to) {
  const Piece piece = position.squares[to];
  const Color color = color_of(piece);
  const int back = color == white ? -8 : 8;
  if (position.en_passant != no_square) return {static_cast<Square>(position.en_passant + back)};
  std::vector<Square> squares;
  if (type_of(piece) == pawn) {
    for (Square square = to; rank_for(color, square) > 1 && squares.size() < 2;) {
      square = static_cast<Square>(square + back);
      squares.push_back(square);
    }
    return squares;
  }
  // Pieces go back as they come.
  Setup moving = position;
  moving.side = color;
  moving.en_passant = no_square;
  moving.castling = no_castling;
  for (const Move move : pseudo_legal_moves(moving))
    if (move.from() == to && !move.is_capture()) squares.push_back(move.to());
  return squares;
}

/// The position before the piece went from one square to the other, or none if it cannot have.
std::optional<ReachedPosition> undone(const Setup& position, Square from, Square to) {
  if (position.squares[from] != no_piece) return std::nullopt;
  Setup before = position;
  std::swap(before.squares[from], before.squares[to]);
  before.side = color_of(position.squares[to]);
  before.en_passant = no_square;
  before.halfmove_clock = 0;
  if (!is_position(before)) return std::nullopt;
  for (const Move move : legal_moves(before)) {
    if (move.from() != from || move.to() != to || move.is_castle()) continue;
    const Setup reached = ValidSetup(chess::after(before, move)).setup();
    const Setup wanted = ValidSetup(position).setup();
    if (reached.squares == wanted.squares && reached.castling == wanted.castling &&
        reached.en_passant == wanted.en_passant)
      return ReachedPosition{before, {move}};
  }
  return std::nullopt;
}

/// The last moves that may have led to the position, at most one by each piece; or those of one
/// piece only.
std::vector<ReachedPosition> last_moves(const Setup& position, Square piece_square = no_square) {
  const Color mover = !position.side;
  std::vector<Square> squares =
      attackers(position.squares, find_king(position.squares, position.side), mover);
  for (int s = a1; s <= h8; ++s)
    if (const auto square = static_cast<Square>(s); !contains(squares, square))
      squares.push_back(square);
  if (position.en_passant != no_square) squares = {forward(mover, position.en_passant)};
  if (piece_square != no_square) squares = {piece_square};
  std::vector<ReachedPosition> ways;
  for (const Square to : squares) {
    const Piece piece = position.squares[to];
    if (piece == no_piece || color_of(piece) != mover || has_right(position, to)) continue;
    for (const Square from : origins(position, to))
      if (auto way = undone(position, from, to)) {
        ways.push_back(*std::move(way));
        break;
      }
    if (ways.size() == max_ways) break;
  }
  return ways;
}

}  // namespace

std::vector<ReachedPosition> ways_to(const Setup& position, Square piece_square) {
  const bool is_opponents =
      piece_square != no_square && color_of(position.squares[piece_square]) != position.side;
  std::vector<ReachedPosition> ways = last_moves(position, is_opponents ? piece_square : no_square);
  if (piece_square == no_square || is_opponents) return ways;
  std::vector<ReachedPosition> longer;
  for (const ReachedPosition& way : ways) {
    if (way.start.squares[piece_square] == no_piece || has_right(way.start, piece_square)) continue;
    for (const Square from : origins(way.start, piece_square))
      if (auto first = undone(way.start, from, piece_square)) {
        first->path.push_back(way.path.front());
        longer.push_back(*std::move(first));
        break;
      }
  }
  return longer;
}

}  // namespace plylab::perft::verify
