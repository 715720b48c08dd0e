// How the pieces go: what is illegal about a move before anybody looks at the king's safety.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "gen/chess/board/reference_attacks.h"
#include "gen/chess/explain/fault.h"
#include "gen/chess/explain/pieces.h"
#include "gen/chess/reference/reference_movegen.h"

namespace plylab::chess {
namespace {

bool slides(PieceType type) { return type == bishop || type == rook || type == queen; }

/// Whether the piece, on an empty board, goes so many files and ranks from some square or captures
/// so; ranks are counted from White's side.
bool moves_so(Piece piece, int files, int ranks) {
  const int f = std::abs(files), r = std::abs(ranks);
  const int ahead = color_of(piece) == white ? ranks : -ranks;
  switch (type_of(piece)) {
    case pawn:
      return (ahead == 1 && f <= 1) || (ahead == 2 && f == 0);
    case knight:
      return f * r == 2;
    case king:
      return std::max(f, r) == 1;
    case bishop:
      return f == r && f > 0;
    case rook:
      return (f == 0) != (r == 0);
    case queen:
      return (f == r || f == 0 || r == 0) && f + r > 0;
    case no_type:
      break;
  }
  return false;
}

/// Whether a generator that counts squares from 0 to 63 and forgets the edges would get to the
/// square, which the piece cannot reach on an empty board.
bool goes_round_edge(const Setup& setup, const ParsedMove& parsed) {
  const Piece piece = setup.squares[parsed.from];
  const int steps = slides(type_of(piece)) ? 7 : 1;
  const int reach = type_of(piece) == knight ? 2 : 1;
  for (int files = -reach; files <= reach; ++files)
    for (int ranks = -reach; ranks <= reach; ++ranks) {
      if (!moves_so(piece, files, ranks)) continue;
      int square = parsed.from;
      for (int step = 1; step <= steps; ++step) {
        square += 8 * ranks + files;
        if (square == parsed.to) return true;
        if (square < a1 || square > h8 || setup.squares[static_cast<Square>(square)] != no_piece)
          break;
      }
    }
  return false;
}

MaybeFault geometry(const Setup& setup, const ParsedMove& parsed) {
  const Piece piece = setup.squares[parsed.from];
  const int files = file_of(parsed.to) - file_of(parsed.from);
  const int ranks = rank_of(parsed.to) - rank_of(parsed.from);
  if (moves_so(piece, files, ranks)) return std::nullopt;
  const std::string from = to_string(parsed.from), to = to_string(parsed.to);
  if (parsed.from == parsed.to)
    return Fault{Rule::piece_does_not_move_so, named(setup.squares, parsed.from) + " would stay"};
  if (goes_round_edge(setup, parsed))
    return Fault{Rule::wraps_round_edge,
                 fmt::format("from {} to {} the {} wraps round the edge of the board", from, to,
                             name(type_of(piece)))};
  if (type_of(piece) == pawn && rank_for(setup.side, parsed.to) < rank_for(setup.side, parsed.from))
    return Fault{Rule::piece_does_not_move_so, "a pawn does not go backwards"};
  if (type_of(piece) == pawn && ranks == 0)
    return Fault{Rule::piece_does_not_move_so, "a pawn does not go sideways"};
  return Fault{Rule::piece_does_not_move_so,
               fmt::format("a {} does not go from {} to {}", name(type_of(piece)), from, to)};
}

MaybeFault pawn_ahead(const Setup& setup, const ParsedMove& parsed) {
  const auto squares = way(parsed.from, parsed.to);
  if (squares.size() == 2 && rank_for(setup.side, parsed.from) != 1)
    return Fault{Rule::pawn_double_step,
                 fmt::format("a pawn goes two squares only from the {} rank",
                             rank_name(setup.side == white ? 1 : 6))};
  for (Square square : squares) {
    if (setup.squares[square] == no_piece) continue;
    if (square == parsed.to && color_of(setup.squares[square]) != setup.side)
      return Fault{Rule::pawn_captures_straight,
                   fmt::format("a pawn captures only diagonally, and {} stands straight ahead",
                               named(setup.squares, square))};
    return Fault{Rule::pawn_blocked, named(setup.squares, square) + " blocks the pawn"};
  }
  return std::nullopt;
}

/// Whether the e.p. square may be missing because no capture on it is legal, as a ValidSetup has
/// it.
bool right_may_be_hidden(const Setup& setup, const ParsedMove& parsed) {
  return setup.en_passant == no_square &&
         setup.squares[forward(setup.side, parsed.to)] == no_piece &&
         in_check(after(setup, as_move(setup, parsed)).squares, setup.side);
}

MaybeFault pawn_capture(const Setup& setup, const ParsedMove& parsed) {
  const Square to = parsed.to;
  if (setup.squares[to] != no_piece || to == setup.en_passant) return std::nullopt;
  if (!looks_en_passant(setup.squares, parsed.from, to))
    return Fault{Rule::pawn_capture_needs_enemy,
                 fmt::format("there is nothing to capture on {}", to_string(to))};
  if (right_may_be_hidden(setup, parsed)) return std::nullopt;
  const Square passed = make_square(file_of(to), rank_of(parsed.from));
  return Fault{Rule::en_passant_no_right,
               fmt::format("{} has not just made a double step (the e.p. square is {})",
                           named(setup.squares, passed), to_string(setup.en_passant))};
}

MaybeFault obstacles(const Setup& setup, const ParsedMove& parsed) {
  const bool is_pawn = type_of(setup.squares[parsed.from]) == pawn;
  if (is_pawn && file_of(parsed.from) == file_of(parsed.to)) return pawn_ahead(setup, parsed);
  const Piece target = setup.squares[parsed.to];
  if (target != no_piece && color_of(target) == setup.side)
    return Fault{
        Rule::own_piece_on_target,
        fmt::format("{} belongs to {} as well", named(setup.squares, parsed.to), name(setup.side))};
  if (is_pawn) return pawn_capture(setup, parsed);
  // A knight's jump follows no line, so that nothing lies between.
  for (Square square : between(parsed.from, parsed.to))
    if (setup.squares[square] != no_piece)
      return Fault{Rule::way_blocked,
                   fmt::format("{} blocks the way to {}", named(setup.squares, square),
                               to_string(parsed.to))};
  return std::nullopt;
}

MaybeFault promotion(const Setup& setup, const ParsedMove& parsed) {
  if (type_of(setup.squares[parsed.from]) != pawn) return std::nullopt;
  const auto last_rank = rank_name(setup.side == white ? 7 : 0);
  if (rank_for(setup.side, parsed.to) != 7) {
    if (parsed.promotion == no_type) return std::nullopt;
    return Fault{Rule::promotion_not_on_last_rank,
                 fmt::format("a pawn promotes only on the {} rank", last_rank)};
  }
  if (parsed.promotion == no_type)
    return Fault{
        Rule::promotion_missing,
        fmt::format("a pawn that reaches the {} rank must become another piece", last_rank)};
  if (parsed.promotion == king || parsed.promotion == pawn)
    return Fault{Rule::promotion_piece,
                 fmt::format("a pawn becomes a queen, rook, bishop or knight, not a {}",
                             name(parsed.promotion))};
  return std::nullopt;
}

}  // namespace

MaybeFault movement_fault(const Setup& setup, const ParsedMove& parsed) {
  for (const auto check : {geometry, obstacles, promotion})
    if (auto fault = check(setup, parsed)) return fault;
  return std::nullopt;
}

}  // namespace plylab::chess
