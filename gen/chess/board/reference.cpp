#include "gen/chess/board/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <initializer_list>

namespace plylab::chess {
namespace {

struct Step {
  int file;
  int rank;
};

constexpr std::initializer_list<Step> diagonals = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
constexpr std::initializer_list<Step> straights = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
constexpr std::initializer_list<Step> knight_jumps = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                                      {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/// The square a step away, or no_square beyond the edge.
Square step_from(Square square, Step step) {
  const int file = file_of(square) + step.file;
  const int rank = rank_of(square) + step.rank;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? no_square : make_square(file, rank);
}

bool is(const Squares& squares, Square square, Piece piece) {
  return square != no_square && squares[square] == piece;
}

/// The first piece met from the square in the step's direction.
Piece first_piece(const Squares& squares, Square square, Step step) {
  do square = step_from(square, step);
  while (square != no_square && squares[square] == no_piece);
  return square == no_square ? no_piece : squares[square];
}

/// The board with every piece of the colour except one replaced by a pawn of the other side: these
/// still block lines, but are no attackers of that colour.
Squares with_only(const Squares& squares, Color color, Square one) {
  Squares board = squares;
  for (int s = a1; s <= h8; ++s)
    if (s != one && board[static_cast<Square>(s)] != no_piece)
      board[static_cast<Square>(s)] = make_piece(!color, pawn);
  return board;
}

}  // namespace

Square find_king(const Squares& squares, Color color) {
  for (int s = a1; s <= h8; ++s)
    if (squares[static_cast<Square>(s)] == make_piece(color, king)) return static_cast<Square>(s);
  return no_square;
}

bool attacked(const Squares& squares, Square square, Color by, const Variant& variant) {
  const int pawns_come_from = by == white ? -1 : 1;
  for (int side : {-1, 1})
    if (is(squares, step_from(square, {side, pawns_come_from}), make_piece(by, pawn))) return true;
  for (Step jump : knight_jumps)
    if (is(squares, step_from(square, jump), make_piece(by, knight)) ||
        (variant.knights_ride && first_piece(squares, square, jump) == make_piece(by, knight)))
      return true;
  if (variant.leaps_also())
    for (int file = -2; file <= 2; ++file)
      for (int rank = -2; rank <= 2; ++rank)
        if (variant.leaps_also(file, rank) &&
            is(squares, step_from(square, {file, rank}), make_piece(by, knight)))
          return true;
  for (auto [steps, slider] : {std::pair{diagonals, bishop}, std::pair{straights, rook}})
    for (Step step : steps) {
      if (variant.kings_move && is(squares, step_from(square, step), make_piece(by, king)))
        return true;
      const Piece met = first_piece(squares, square, step);
      if (met == make_piece(by, slider) || met == make_piece(by, queen)) return true;
    }
  return false;
}

std::vector<Square> attackers(const Squares& squares, Square square, Color by,
                              const Variant& variant) {
  std::vector<Square> found;
  for (int s = a1; s <= h8; ++s) {
    const auto from = static_cast<Square>(s);
    if (squares[from] == no_piece || color_of(squares[from]) != by) continue;
    if (attacked(with_only(squares, by, from), square, by, variant)) found.push_back(from);
  }
  return found;
}

std::string named(const Squares& squares, Square square) {
  return fmt::format("the {} on {}", name(type_of(squares[square])), to_string(square));
}

std::string named(const Squares& squares, const std::vector<Square>& list) {
  std::string text;
  for (Square square : list) {
    if (!text.empty()) text += square == list.back() ? " and " : ", ";
    text += named(squares, square);
  }
  return text;
}

bool in_check(const Squares& squares, Color color, const Variant& variant) {
  const Square king_square = find_king(squares, color);
  return king_square != no_square && attacked(squares, king_square, !color, variant);
}

bool en_passant_is_legal(const Squares& squares, Color side, Square target,
                         const Variant& variant) {
  assert(rank_for(side, target) == 5);
  const int back = side == white ? -1 : 1;
  for (int sideways : {-1, 1}) {
    const Square from = step_from(target, {sideways, back});
    if (!is(squares, from, make_piece(side, pawn))) continue;
    Squares after = squares;
    after[target] = after[from];
    after[from] = no_piece;
    after[step_from(target, {0, back})] = no_piece;
    if (!in_check(after, side, variant)) return true;
  }
  return false;
}

bool insufficient_material(const Squares& squares) {
  int knights = 0;
  int bishops[2] = {0, 0};
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    switch (type_of(squares[square])) {
      case no_type:
      case king:
        break;
      case knight:
        ++knights;
        break;
      case bishop:
        ++bishops[(file_of(square) + rank_of(square)) % 2];
        break;
      default:
        return false;
    }
  }
  if (knights > 0) return knights == 1 && bishops[0] + bishops[1] == 0;
  return bishops[0] == 0 || bishops[1] == 0;
}

namespace {

struct Collector {
  const Setup& setup;
  const Variant& variant;
  std::vector<Move> moves = {};

  Square at(Square from, int file, int rank) const {
    const int f = file_of(from) + file, r = rank_of(from) + rank;
    return f < 0 || f > 7 || r < 0 || r > 7 ? no_square : make_square(f, r);
  }
  Piece on(Square square) const { return setup.squares[square]; }
  bool enemy(Square square) const {
    return on(square) != no_piece && color_of(on(square)) != setup.side;
  }

  void step(Square from, Square to) {
    if (to == no_square) return;
    if (enemy(to)) moves.emplace_back(from, to, MoveKind::capture);
    if (on(to) == no_piece) moves.emplace_back(from, to);
  }
  void slide(Square from, int file, int rank) {
    for (Square to = at(from, file, rank); to != no_square; to = at(to, file, rank)) {
      step(from, to);
      if (on(to) != no_piece) return;
    }
  }
  void pawn_to(Square from, Square to, MoveKind kind) {
    if (rank_for(setup.side, to) != 7) {
      moves.emplace_back(from, to, kind);
      return;
    }
    const int first = kind == MoveKind::capture ? 12 : 8;
    for (int piece = 0; piece < 4; ++piece)
      moves.emplace_back(from, to, static_cast<MoveKind>(first + piece));
  }
  void pawn_moves(Square from) {
    const int up = setup.side == white ? 1 : -1;
    const Square one = at(from, 0, up);
    if (one == no_square) return;  // an invalid setup may have pawns there
    if (on(one) == no_piece) {
      pawn_to(from, one, MoveKind::quiet);
      if (rank_for(setup.side, from) == 1 && on(at(one, 0, up)) == no_piece)
        moves.emplace_back(from, at(one, 0, up), MoveKind::double_push);
    }
    for (int side : {-1, 1}) {
      const Square to = at(from, side, up);
      if (to == no_square) continue;
      if (enemy(to)) pawn_to(from, to, MoveKind::capture);
      // An invalid e.p. square, which no pawn has passed, may have a king on it or behind it.
      const auto has_king = [&](Square s) { return type_of(on(s)) == king; };
      if (to == setup.en_passant && !has_king(to) && !has_king(at(to, 0, -up)))
        moves.emplace_back(from, to, MoveKind::en_passant);
    }
  }
  /// Chess960 (FIDE Laws, guideline II): only the two pieces may be on their paths, including the
  /// destinations. The king's path must not be attacked, even without the rook as a shield.
  void castle(CastlingSide castling_side) {
    const Square rook_from = setup.castling[index(setup.side)][index(castling_side)];
    if (rook_from == no_square || !variant.kings_move) return;
    const Square king_from = find_king(setup.squares, setup.side);
    // A castling right whose king or rook has left has no effect, but other castling moves must
    // still be found.
    if (rank_of(king_from) != rank_of(rook_from)) return;
    const auto hinders = [&](Square s) {
      return s != king_from && s != rook_from && on(s) != no_piece;
    };
    Squares lifted = setup.squares;
    lifted[king_from] = no_piece;
    if (on(rook_from) == make_piece(setup.side, rook)) lifted[rook_from] = no_piece;
    for (Square s : way(king_from, castled_king(setup.side, castling_side)))
      if (hinders(s) || attacked(lifted, s, !setup.side, variant)) return;
    for (Square s : way(rook_from, castled_rook(setup.side, castling_side)))
      if (hinders(s)) return;
    moves.emplace_back(king_from, rook_from,
                       castling_side == CastlingSide::kingside ? MoveKind::castle_kingside
                                                               : MoveKind::castle_queenside);
  }
  /// The squares from one to another of the same rank, both included.
  static std::vector<Square> way(Square from, Square to) {
    std::vector<Square> squares;
    for (int s = std::min(from, to); s <= std::max(from, to); ++s)
      squares.push_back(static_cast<Square>(s));
    return squares;
  }
  void piece_moves(Square from) {
    const PieceType type = type_of(on(from));
    for (int file = -2; file <= 2; ++file)
      for (int rank = -2; rank <= 2; ++rank) {
        const int distance = std::abs(file) + std::abs(rank);
        const bool far = std::abs(file) == 2 || std::abs(rank) == 2;
        if (type == knight && variant.knights_leap(file, rank))
          variant.knights_ride ? slide(from, file, rank) : step(from, at(from, file, rank));
        if (far || distance == 0) continue;
        if (type == king && variant.kings_move) step(from, at(from, file, rank));
        if (type == queen || (type == rook && distance == 1) || (type == bishop && distance == 2))
          slide(from, file, rank);
      }
  }
};

}  // namespace

Setup with_colors_exchanged(const Setup& setup) {
  const auto image = [](Square s) { return s == no_square ? s : static_cast<Square>(s ^ 56); };
  Setup result = setup;
  for (int s = a1; s <= h8; ++s) {
    const Piece piece = setup.squares[static_cast<Square>(s)];
    result.squares[image(static_cast<Square>(s))] =
        piece == no_piece ? no_piece : make_piece(!color_of(piece), type_of(piece));
  }
  result.side = !setup.side;
  result.en_passant = image(setup.en_passant);
  for (const std::size_t wing : {0U, 1U})
    for (const Color color : {white, black})
      result.castling[index(color)][wing] = image(setup.castling[index(!color)][wing]);
  return result;
}

Setup with_files_reversed(const Setup& setup) {
  const auto image = [](Square s) { return s == no_square ? s : static_cast<Square>(s ^ 7); };
  Setup result = setup;
  for (int s = a1; s <= h8; ++s)
    result.squares[image(static_cast<Square>(s))] = setup.squares[static_cast<Square>(s)];
  result.en_passant = image(setup.en_passant);
  return result;
}

Setup after(const Setup& setup, Move move, const Variant& variant) {
  Setup next = setup;
  const Piece piece = setup.squares[move.from()];
  assert(piece != no_piece);
  const Color us = setup.side;
  next.squares[move.from()] = no_piece;
  if (move.is_castle()) {
    next.squares[move.to()] = no_piece;
    next.squares[castled_king(us, move.castling_side())] = piece;
    next.squares[castled_rook(us, move.castling_side())] = make_piece(us, rook);
  } else {
    if (move.is_capture()) next.squares[move.captured_on()] = no_piece;
    next.squares[move.to()] = move.is_promotion() ? make_piece(us, move.promoted()) : piece;
  }
  for (Color color : {white, black})
    for (Square& rook_square : next.castling[index(color)])
      if (rook_square == move.from() || rook_square == move.to() ||
          (color == us && type_of(piece) == king))
        rook_square = no_square;
  next.halfmove_clock = move.is_capture() || type_of(piece) == pawn ? 0 : setup.halfmove_clock + 1;
  next.fullmove = setup.fullmove + index(us);
  next.side = !us;
  next.en_passant = no_square;
  if (move.kind() == MoveKind::double_push &&
      en_passant_is_legal(next.squares, !us, forward(us, move.from()), variant))
    next.en_passant = forward(us, move.from());
  return next;
}

std::vector<Move> pseudo_legal_moves(const Setup& setup, const Variant& variant) {
  Collector collector{setup, variant};
  for (int s = a1; s <= h8; ++s) {
    const auto from = static_cast<Square>(s);
    if (setup.squares[from] == no_piece || color_of(setup.squares[from]) != setup.side) continue;
    type_of(setup.squares[from]) == pawn ? collector.pawn_moves(from) : collector.piece_moves(from);
  }
  collector.castle(CastlingSide::queenside);
  collector.castle(CastlingSide::kingside);
  return collector.moves;
}

std::vector<Move> legal_moves(const Setup& setup, const Variant& variant) {
  std::vector<Move> moves = pseudo_legal_moves(setup, variant);
  std::erase_if(moves, [&](Move move) {
    return in_check(after(setup, move, variant).squares, setup.side, variant);
  });
  std::sort(moves.begin(), moves.end());
  return moves;
}

}  // namespace plylab::chess
