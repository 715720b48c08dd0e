// Why a move is illegal: checks the text, castling, the movement of the piece, and king safety, in
// this order.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "gen/chess/board/move_pattern.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"
#include "gen/chess/explain/terms.h"

namespace plylab::chess {
namespace {

/// A rule that a parsed move breaks, and the part of the sentence after "is illegal: ".
struct Fault {
  Rule rule;
  std::string why;
};

using MaybeFault = std::optional<Fault>;

// ---- castling by the rules of Chess960, of which standard chess is one case (FIDE 3.8, appendix
// II.3)

/// No right at all, or not with the rook that the text names.
MaybeFault missing_right(const Setup& setup, const ParsedMove& parsed) {
  const CastlingSide castling_side = *parsed.castle;
  const Square rook_square = setup.castling[index(setup.side)][index(castling_side)];
  const char* how = castling_side == CastlingSide::queenside ? "long" : "short";
  if (rook_square == no_square)
    return Fault{Rule::castling_no_right,
                 fmt::format("{} has no right to castle {}; the king on {} or its rook has moved",
                             name(setup.side), how, to_string(parsed.from))};
  if (parsed.rook != no_square && parsed.rook != rook_square)
    return Fault{Rule::castling_no_right,
                 fmt::format("{} may castle {} with {}, not with {}", name(setup.side), how,
                             named(setup.squares, rook_square), named(setup.squares, parsed.rook))};
  return std::nullopt;
}

MaybeFault blocked_way(const Setup& setup, Move move) {
  const auto blocker = [&](Square from, Square to) {
    for (Square square : way(from, to))
      if (square != move.from() && square != move.to() && setup.squares[square] != no_piece)
        return square;
    return no_square;
  };
  const auto fault = [&](Square square, const char* whose) {
    return Fault{Rule::castling_way_blocked,
                 fmt::format("{} stands in the {}'s way", named(setup.squares, square), whose)};
  };
  const Square in_kings_way = blocker(move.from(), castled_king(setup.side, move.castling_side()));
  if (in_kings_way != no_square) return fault(in_kings_way, "king");
  const Square in_rooks_way = blocker(move.to(), castled_rook(setup.side, move.castling_side()));
  if (in_rooks_way != no_square) return fault(in_rooks_way, "rook");
  return std::nullopt;
}

MaybeFault attacked_way(const Setup& setup, Move move) {
  const Square king_square = move.from();
  const Square goal = castled_king(setup.side, move.castling_side());
  if (const auto checkers = attackers(setup.squares, king_square, !setup.side); !checkers.empty())
    return Fault{Rule::castling_out_of_check,
                 fmt::format("the king on {} is in check by {}", to_string(king_square),
                             named(setup.squares, checkers))};
  for (Square square : way(king_square, goal))
    if (const auto found = attackers(setup.squares, square, !setup.side); !found.empty())
      return Fault{
          square == goal ? Rule::castling_into_check : Rule::castling_through_check,
          fmt::format("the king {} {}, attacked by {}", square == goal ? "comes to" : "passes",
                      to_string(square), named(setup.squares, found))};
  return std::nullopt;
}

/// The rook may have shielded the squares on its far side from a piece on the back rank.
MaybeFault uncovered_king(const Setup& setup, Move move) {
  const Square goal = castled_king(setup.side, move.castling_side());
  const auto found = attackers(after(setup, move).squares, goal, !setup.side);
  if (found.empty()) return std::nullopt;
  return Fault{
      Rule::castling_uncovers,
      fmt::format("{} shields the king from {}, which would attack it on {}",
                  named(setup.squares, move.to()), named(setup.squares, found), to_string(goal))};
}

/// The rule that a parsed castling move breaks, if any.
MaybeFault castling_fault(const Setup& setup, const ParsedMove& parsed) {
  if (auto fault = missing_right(setup, parsed)) return fault;
  const Move move = as_move(setup, parsed);
  for (const auto check : {blocked_way, attacked_way, uncovered_king})
    if (auto fault = check(setup, move)) return fault;
  return std::nullopt;
}

// ---- movement of the pieces, regardless of king safety

bool slides(PieceType type) { return type == bishop || type == rook || type == queen; }

/// Whether the piece can move or capture by so many files and ranks from some square of an empty
/// board; ranks are counted from White's side.
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

/// Whether a generator that numbers squares from 0 to 63, from a1 or from a8, and ignores the edges
/// would reach the square, although the piece cannot. Not if a queen could go there: then a rook or
/// bishop rather moves like another piece.
bool goes_round_edge(const Setup& setup, const ParsedMove& parsed) {
  const Piece piece = setup.squares[parsed.from];
  if (slides(type_of(piece)) &&
      moves_so(make_piece(color_of(piece), queen), file_of(parsed.to) - file_of(parsed.from),
               rank_of(parsed.to) - rank_of(parsed.from)))
    return false;
  const int reach = type_of(piece) == knight ? 2 : 1;
  const auto reaches = [&](int files, int ranks, int flip) {
    // By 7 squares a step, it is nine steps from a1 to h8; straight lines have seven.
    const int steps = !slides(type_of(piece)) ? 1 : files * ranks != 0 ? 9 : 7;
    int number = parsed.from ^ flip;
    for (int step = 1; step <= steps; ++step) {
      number += (flip == 0 ? 8 : -8) * ranks + files;
      if (number < 0 || number > 63) return false;
      const auto square = static_cast<Square>(number ^ flip);
      if (square == parsed.to) return true;
      if (setup.squares[square] != no_piece) return false;
    }
    return false;
  };
  for (int files = -reach; files <= reach; ++files)
    for (int ranks = -reach; ranks <= reach; ++ranks)
      if (moves_so(piece, files, ranks) &&
          (reaches(files, ranks, 0) || reaches(files, ranks, a8 ^ a1)))
        return true;
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

/// Whether the e.p. square may be missing only because no capture on it is legal, as in a
/// ValidSetup.
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
  // A knight's jump follows no line, so between() is empty.
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

/// The rule of movement or promotion that the move breaks, if any, regardless of king safety.
MaybeFault movement_fault(const Setup& setup, const ParsedMove& parsed) {
  for (const auto check : {geometry, obstacles, promotion})
    if (auto fault = check(setup, parsed)) return fault;
  return std::nullopt;
}

// ---- king safety: which pieces attack the king after an otherwise legal move, and why

MaybeFault kings_move(const Setup& setup, Move move) {
  const Color enemy = !setup.side;
  const std::string to = to_string(move.to());
  const auto found = attackers(after(setup, move).squares, move.to(), enemy);
  if (found.empty()) return std::nullopt;
  const auto through_king = without(found, attackers(setup.squares, move.to(), enemy));
  const auto direct = without(found, through_king);
  if (direct.empty())
    return Fault{Rule::king_stays_on_line,
                 fmt::format("{} attacks {} through the king", named(setup.squares, found), to)};
  if (move.is_capture())
    return Fault{Rule::king_captures_protected,
                 fmt::format("{} is protected by {}", named(setup.squares, move.to()),
                             named(setup.squares, direct))};
  const Square enemy_king = find_king(setup.squares, enemy);
  if (direct.size() == 1 && direct.front() == enemy_king)
    return Fault{Rule::king_next_to_king,
                 fmt::format("{} is next to {}", to, named(setup.squares, enemy_king))};
  return Fault{Rule::king_into_check,
               fmt::format("{} is attacked by {}", to, named(setup.squares, direct))};
}

/// The fault of a move that opens the line between the king and `opener`.
Fault opened_line(const Setup& setup, Move move, Square king_square, Square opener) {
  const auto line = between(king_square, opener);
  const std::string attacker = named(setup.squares, opener);
  if (move.is_en_passant() && contains(line, move.captured_on())) {
    if (contains(line, move.from()))
      return {Rule::en_passant_discovers,
              fmt::format("it opens the {} rank to {}", rank_name(rank_of(king_square)), attacker)};
    return {
        Rule::en_passant_discovers,
        fmt::format("taking {} opens the diagonal from {} to the king on {}",
                    named(setup.squares, move.captured_on()), attacker, to_string(king_square))};
  }
  return {Rule::pinned,
          fmt::format("the {} is pinned to the king on {} by {}",
                      name(type_of(setup.squares[move.from()])), to_string(king_square), attacker)};
}

MaybeFault other_move(const Setup& setup, Move move) {
  const Square king_square = find_king(setup.squares, setup.side);
  const auto found = attackers(after(setup, move).squares, king_square, !setup.side);
  if (found.empty()) return std::nullopt;
  const auto checkers = attackers(setup.squares, king_square, !setup.side);
  const std::string givers = named(setup.squares, checkers);
  if (checkers.size() > 1)
    return Fault{Rule::double_check,
                 fmt::format("the king on {} is in double check by {}, and only the king may move",
                             to_string(king_square), givers)};
  const auto opened = without(found, checkers);
  if (opened.empty())
    return Fault{Rule::in_check_not_answered,
                 fmt::format("it does not answer the check to the king on {} by {}",
                             to_string(king_square), givers)};
  Fault fault = opened_line(setup, move, king_square, opened.front());
  if (checkers.empty()) return fault;
  if (opened.size() < found.size())
    return Fault{Rule::in_check_not_answered,
                 fmt::format("it does not answer the check by {}, and {}", givers, fault.why)};
  const bool captures = contains(checkers, move.captured_on());
  fault.why +=
      fmt::format(", so that it may not {} {}", captures ? "capture" : "block the check by",
                  captures ? givers + ", which gives check" : givers);
  return fault;
}

/// How a parsed move leaves or puts its own king in check; movement_fault() must have found no
/// fault.
MaybeFault safety_fault(const Setup& setup, const ParsedMove& parsed) {
  const Move move = as_move(setup, parsed);
  return type_of(setup.squares[move.from()]) == king ? kings_move(setup, move)
                                                     : other_move(setup, move);
}

bool is_between(char c, char first, char last) { return c >= first && c <= last; }

// ---- the whole explanation

/// Why a text cannot be read as a move.
Fault no_move(const Setup& setup, std::string_view text) {
  if (text == "0000" || text == "(none)" || text == "null" || text == "--" || text == "@@@@")
    return {Rule::null_move, "no side may pass"};
  const bool has_form = (text.size() == 4 || text.size() == 5) && is_between(text[0], 'a', 'z') &&
                        is_between(text[1], '0', '9') && is_between(text[2], 'a', 'z') &&
                        is_between(text[3], '0', '9');
  if (has_form)
    for (const auto square : {text.substr(0, 2), text.substr(2, 2)})
      if (square[0] > 'h' || !is_between(square[1], '1', '8'))
        return {Rule::off_board, fmt::format("there is no square {}", square)};
  if (has_form) return {Rule::no_move, fmt::format("UCI has no piece '{}'", text[4])};
  const auto is_square = [&](std::size_t at) {
    return is_between(text[at], 'a', 'h') && is_between(text[at + 1], '1', '8');
  };
  if (text.size() > 5 && is_square(0) && is_square(2))
    return {Rule::no_move, fmt::format("'{}' is no piece that a pawn becomes", text.substr(4))};
  if (const auto pattern = read_pattern(text); pattern && pattern->piece != no_type) {
    const auto goes_there = [&](Move move) {
      return move.to() == pattern->to && type_of(setup.squares[move.from()]) == pattern->piece;
    };
    if (std::ranges::none_of(pseudo_legal_moves(setup), goes_there))
      return {Rule::no_move, fmt::format("no {} of {} can go to {}", name(pattern->piece),
                                         name(setup.side), to_string(pattern->to))};
    if (pattern->piece == pawn)
      return {Rule::no_move, "a pawn becomes another piece on the last rank, and only there"};
    return {Rule::no_move,
            fmt::format("another {} goes to {}", name(pattern->piece), to_string(pattern->to))};
  }
  return {Rule::no_move, "it does not name two squares"};
}

/// The fault if the side to move has no piece on the from-square, or not one that may promote as
/// written.
MaybeFault wrong_piece(const Setup& setup, const ParsedMove& parsed) {
  const Piece piece = setup.squares[parsed.from];
  if (piece == no_piece)
    return Fault{Rule::no_piece_there, fmt::format("{} is empty", to_string(parsed.from))};
  if (color_of(piece) != setup.side)
    return Fault{Rule::wrong_side, fmt::format("{} belongs to {}, and {} is to move",
                                               named(setup.squares, parsed.from),
                                               name(color_of(piece)), name(setup.side))};
  if (parsed.promotion != no_type && type_of(piece) != pawn)
    return Fault{Rule::promotion_by_piece,
                 fmt::format("only a pawn promotes, not {}", named(setup.squares, parsed.from))};
  return std::nullopt;
}

MaybeFault find_fault(const Setup& setup, const ParsedMove& parsed) {
  if (auto fault = wrong_piece(setup, parsed)) return fault;
  if (parsed.castle) return castling_fault(setup, parsed);
  if (auto fault = movement_fault(setup, parsed)) return fault;
  return safety_fault(setup, parsed);
}

}  // namespace

Reason why_illegal(const Setup& setup, std::string_view text) {
  const auto parsed = read_move(setup, text);
  if (!parsed) {
    const Fault fault = no_move(setup, text);
    return {fault.rule, fmt::format("'{}' is not a move: {}", text, fault.why)};
  }
  const std::string long_form = long_text(setup, *parsed);
  const auto fault = find_fault(setup, *parsed);
  if (!fault) throw std::invalid_argument(fmt::format("{} is legal", long_form));
  return {fault->rule, fmt::format("{} is illegal: {}", long_form, fault->why)};
}

}  // namespace plylab::chess
