#include "perft/verify/usual_causes.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>

#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"
#include "perft/verify/fault_models.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

std::string types_on(const Squares& squares, const std::vector<Square>& list) {
  std::string types;
  for (const Square square : list) types += name(type_of(squares[square]));
  std::ranges::sort(types);
  return types;
}

/// The enemy's pieces that attack the king after the move.
std::vector<Square> attackers_of_king(const PlacedMove& placed) {
  const Squares squares = after(placed.position, placed.move).squares;
  return attackers(squares, find_king(squares, placed.position.side), !placed.position.side);
}

Likeness all_alike(const PlacedMove&) { return ""; }
Likeness none_alike(const PlacedMove& placed) { return std::to_string(placed.move.bits()); }

Likeness by_side_to_move(const PlacedMove& placed) {
  return std::string(name(placed.position.side));
}

/// For a pawn's double step over a man to an empty square.
Likeness by_jump(const PlacedMove& placed) {
  const bool is_jump = placed.move.kind() == MoveKind::double_push &&
                       placed.position.squares[placed.move.to()] == no_piece;
  return is_jump ? Likeness("") : std::nullopt;
}

Likeness but_jumps(const PlacedMove& placed) {
  return by_jump(placed) ? std::nullopt : Likeness("");
}

/// For a move that answers one of two checks: whether the piece that gives it stands on the lower
/// square, counted from a1 to h8, where a generator finds it first.
Likeness by_answered_checker(const PlacedMove& placed) {
  const Setup& position = placed.position;
  const Square king_square = find_king(position.squares, position.side);
  const auto checkers = attackers(position.squares, king_square, !position.side);
  const auto answered = without(checkers, attackers_of_king(placed));
  if (answered.size() != 1) return std::nullopt;
  return answered.front() == *std::ranges::min_element(checkers) ? "lower" : "higher";
}
Likeness by_answer_to_one_check(const PlacedMove& placed) {
  return by_answered_checker(placed) ? Likeness("") : std::nullopt;
}

/// Piece, and whether it captures, promotes, takes a double step or captures e.p.
Likeness by_kind_of_move(const PlacedMove& placed) {
  const auto kind = static_cast<unsigned>(placed.move.kind()) & ~3U;
  const bool is_special =
      placed.move.kind() == MoveKind::double_push || placed.move.is_en_passant();
  return std::string(name(type_of(placed.position.squares[placed.move.from()]))) +
         std::to_string(kind) + (is_special ? "special" : "");
}

Likeness by_attackers(const PlacedMove& placed) {
  return types_on(placed.position.squares, attackers_of_king(placed));
}

/// For castling: the only kind of piece that attacks the king's way, both ends included.
Likeness by_kind_attacking_way(const PlacedMove& placed) {
  const Setup& position = placed.position;
  const Move move = placed.move;
  std::set<PieceType> kinds;
  const auto add = [&](const std::vector<Square>& squares) {
    for (const Square square : squares) kinds.insert(type_of(position.squares[square]));
  };
  add(attackers(position.squares, move.from(), !position.side));
  for (const Square square : way(move.from(), castled_king(position.side, move.castling_side())))
    add(attackers(position.squares, square, !position.side));
  add(attackers_of_king(placed));
  return kinds.size() == 1 ? Likeness(name(*kinds.begin())) : std::nullopt;
}

/// Whether all that attacks the king's target square is pinned to its own king.
Likeness by_pinned_attackers(const PlacedMove& placed) {
  const Color enemy = !placed.position.side;
  const Squares squares = after(placed.position, placed.move).squares;
  const Square enemy_king = find_king(squares, enemy);
  const auto before = attackers(squares, enemy_king, !enemy);
  for (const Square square : attackers_of_king(placed)) {
    Squares lifted = squares;
    lifted[square] = no_piece;
    if (square == enemy_king || without(attackers(lifted, enemy_king, !enemy), before).empty())
      return std::nullopt;
  }
  return "";
}

/// The line between the king and the piece to which the move opens it.
Likeness by_line(const PlacedMove& placed) {
  const Square king_square = find_king(placed.position.squares, placed.position.side);
  const auto before = attackers(placed.position.squares, king_square, !placed.position.side);
  const auto opened = without(attackers_of_king(placed), before);
  if (opened.empty()) return std::nullopt;
  const int files = file_of(opened.front()) - file_of(king_square);
  const int ranks = rank_of(opened.front()) - rank_of(king_square);
  return files == 0 ? "file" : ranks == 0 ? "rank" : files * ranks > 0 ? "rising" : "falling";
}

/// A likeness without captures e.p., whose legality many generators test separately.
template <Likeness (*likeness)(const PlacedMove&)>
Likeness but_en_passant(const PlacedMove& placed) {
  return placed.move.is_en_passant() ? std::nullopt : likeness(placed);
}

Likeness by_opened_rank(const PlacedMove& placed) {
  return by_line(placed) == "rank" ? Likeness("") : std::nullopt;
}

Likeness by_pinner(const PlacedMove& placed) {
  const Square king_square = find_king(placed.position.squares, placed.position.side);
  const auto before = attackers(placed.position.squares, king_square, !placed.position.side);
  return types_on(placed.position.squares, without(attackers_of_king(placed), before));
}

/// For a piece pinned from afar: it does not stand beside its king.
Likeness by_distance_of_pinned(const PlacedMove& placed) {
  const Square king_square = find_king(placed.position.squares, placed.position.side);
  const Square from = placed.move.from();
  const bool is_beside = std::abs(file_of(from) - file_of(king_square)) <= 1 &&
                         std::abs(rank_of(from) - rank_of(king_square)) <= 1;
  return is_beside ? std::nullopt : Likeness("");
}

/// For castling past pieces that stand in the rook's way and not in the king's: on which files.
Likeness by_rooks_way_only(const PlacedMove& placed) {
  const Setup& position = placed.position;
  const Move move = placed.move;
  const auto blocked = [&](const std::vector<Square>& squares) {
    std::string files;
    for (const Square square : squares)
      if (square != move.to() && square != move.from() && position.squares[square] != no_piece)
        files += static_cast<char>('a' + file_of(square));
    return files;
  };
  if (!blocked(way(move.from(), castled_king(position.side, move.castling_side()))).empty())
    return std::nullopt;
  return blocked(way(move.to(), castled_rook(position.side, move.castling_side())));
}

/// For castling past pieces of one colour alone: of which side.
Likeness by_side_of_blockers(const PlacedMove& placed) {
  const auto& [position, move] = placed;
  std::set<std::string> sides;
  for (const Square square : between(move.from(), move.to()))
    if (const Piece piece = position.squares[square]; piece != no_piece)
      sides.insert(color_of(piece) == position.side ? "own" : "enemy");
  return sides.size() == 1 ? Likeness(*sides.begin()) : std::nullopt;
}

Likeness by_wing(const PlacedMove& placed) {
  return std::string(name(placed.position.side)) +
         (placed.move.to() < placed.move.from() ? 'q' : 'k');
}

/// For a king's target square that would be attacked if one other piece were not there, or stands
/// right ahead of a pawn.
Likeness by_target_behind_blocker(const PlacedMove& placed) {
  const auto& [position, move] = placed;
  const Color enemy = !position.side;
  const Square to = move.to();
  const int pawns_rank = rank_of(to) + (enemy == white ? -1 : 1);
  if (pawns_rank >= 0 && pawns_rank <= 7 &&
      position.squares[make_square(file_of(to), pawns_rank)] == make_piece(enemy, pawn))
    return "";
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    if (position.squares[square] == no_piece || square == to || square == move.from()) continue;
    Squares lifted = after(position, move).squares;
    lifted[square] = no_piece;
    if (attacked(lifted, to, enemy)) return "";
  }
  return std::nullopt;
}

/// For a step of the king to a square where castling could take it, if the way of that castling is
/// attacked.
Likeness by_castling_target(const PlacedMove& placed) {
  const Setup& position = placed.position;
  const Square to = placed.move.to();
  const int home = position.side == white ? 0 : 7, file = file_of(to);
  if (rank_of(to) != home || (file != 2 && file != 6)) return std::nullopt;
  const auto is_attacked = [&](int other) {
    return attacked(position.squares, make_square(other, home), !position.side);
  };
  return is_attacked(4) || is_attacked(file == 2 ? 3 : 5) ? Likeness("") : std::nullopt;
}

/// For a move to the square that the pawn which gives check has just passed.
Likeness by_passed_square(const PlacedMove& placed) {
  const Setup& position = placed.position;
  if (placed.move.to() != position.en_passant || placed.move.is_en_passant()) return std::nullopt;
  const Square king_square = find_king(position.squares, position.side);
  return contains(attackers(position.squares, king_square, !position.side),
                  forward(!position.side, position.en_passant))
             ? Likeness("")
             : std::nullopt;
}

/// For a pawn's capture in a corner, whose number may stand for "no square".
Likeness by_corner(const PlacedMove& placed) {
  const Square to = placed.move.to();
  if (type_of(placed.position.squares[placed.move.from()]) != pawn) return std::nullopt;
  return to == a1 || to == h1 || to == a8 || to == h8 ? Likeness(to_string(to)) : std::nullopt;
}

/// For castling where rights and free squares allow it on both wings, whatever attacks them: on
/// which.
Likeness by_wing_of_two(const PlacedMove& placed) {
  const Setup& position = placed.position;
  const Square king_square = find_king(position.squares, position.side);
  const auto is_free = [&](Square rook_square) {
    return rook_square != no_square &&
           std::ranges::all_of(between(king_square, rook_square),
                               [&](Square s) { return position.squares[s] == no_piece; });
  };
  return std::ranges::all_of(position.castling[index(position.side)], is_free)
             ? Likeness(placed.move.to() < placed.move.from() ? "q" : "k")
             : std::nullopt;
}

Likeness by_wing_of_two_and_color(const PlacedMove& placed) {
  const Likeness wing = by_wing_of_two(placed);
  return wing ? Likeness(*wing + std::string(name(placed.position.side))) : std::nullopt;
}

/// For castling on one wing while no own rook stands in the corner of the other: on which.
Likeness by_wing_without_other_rook(const PlacedMove& placed) {
  const Setup& position = placed.position;
  const bool is_long = placed.move.to() < placed.move.from();
  const Square other = make_square(is_long ? 7 : 0, position.side == white ? 0 : 7);
  if (position.squares[other] == make_piece(position.side, rook)) return std::nullopt;
  return by_wing(placed);
}

/// The squares on the king's way to the other wing than that of castling in orthodox chess.
std::array<Square, 2> way_to_other_wing(const PlacedMove& placed) {
  const int home = placed.position.side == white ? 0 : 7;
  const int step = placed.move.to() < placed.move.from() ? 1 : -1;
  return {make_square(4 + step, home), make_square(4 + 2 * step, home)};
}

/// For castling while the enemy attacks a square that the rook passes, and the king does not.
Likeness by_attack_on_rooks_way(const PlacedMove& placed) {
  const Setup& position = placed.position;
  const Move move = placed.move;
  const std::vector<Square> kings =
      way(move.from(), castled_king(position.side, move.castling_side()));
  const std::vector<Square> rooks =
      way(move.to(), castled_rook(position.side, move.castling_side()));
  const bool is_attacked = std::ranges::any_of(rooks, [&](Square square) {
    return square != move.from() && square != move.to() && !contains(kings, square) &&
           attacked(position.squares, square, !position.side);
  });
  return is_attacked ? Likeness("") : std::nullopt;
}

/// For castling while the enemy attacks the square that the king would pass on the other wing.
Likeness by_attacked_other_way(const PlacedMove& placed) {
  const Square passed = way_to_other_wing(placed)[0];
  return attacked(placed.position.squares, passed, !placed.position.side) ? Likeness("")
                                                                          : std::nullopt;
}

/// For castling while a piece stands on the king's way to the other wing: on which.
Likeness by_occupied_other_way(const PlacedMove& placed) {
  const auto is_occupied = [&](Square square) {
    return placed.position.squares[square] != no_piece;
  };
  return std::ranges::any_of(way_to_other_wing(placed), is_occupied) ? by_wing(placed)
                                                                     : std::nullopt;
}

/// For a capture e.p. where two pawns stand beside the one that has passed: on which side.
Likeness by_captor_of_two(const PlacedMove& placed) {
  const auto& [position, move] = placed;
  const Square victim = forward(!position.side, position.en_passant);
  for (const int step : {-1, 1}) {
    const int file = file_of(victim) + step;
    if (file < 0 || file > 7 ||
        position.squares[make_square(file, rank_of(victim))] != make_piece(position.side, pawn))
      return std::nullopt;
  }
  return file_of(move.to()) > file_of(move.from()) ? "l" : "r";
}

/// For a capture e.p. where the other pawn that stands beside the one that has passed may not
/// capture it: on which side.
Likeness by_captor_beside_illegal_one(const PlacedMove& placed) {
  const Likeness side = by_captor_of_two(placed);
  const std::vector<Move> legal = legal_moves(placed.position);
  return std::ranges::count_if(legal, &Move::is_en_passant) == 1 ? side : std::nullopt;
}

/// For a capture e.p. on the rank of the own king: each alone, since what else stands there may
/// matter.
Likeness by_position_on_kings_rank(const PlacedMove& placed) {
  const auto& [position, move] = placed;
  return rank_of(find_king(position.squares, position.side)) == rank_of(move.from())
             ? Likeness(to_string(position))
             : std::nullopt;
}

/// For a move by a pinned piece that leaves a check by another one.
Likeness by_pinned_mover(const PlacedMove& placed) {
  const Setup& position = placed.position;
  const Square king_square = find_king(position.squares, position.side);
  if (placed.move.from() == king_square) return std::nullopt;
  Squares lifted = position.squares;
  lifted[placed.move.from()] = no_piece;
  const auto before = attackers(position.squares, king_square, !position.side);
  return without(attackers(lifted, king_square, !position.side), before).empty() ? std::nullopt
                                                                                 : Likeness("");
}

/// For a move of the king in double check.
Likeness by_double_check(const PlacedMove& placed) {
  const Setup& position = placed.position;
  const Square king_square = find_king(position.squares, position.side);
  return attackers(position.squares, king_square, !position.side).size() == 2 ? Likeness("")
                                                                              : std::nullopt;
}

Likeness by_en_passant(const PlacedMove& placed) {
  return placed.move.is_en_passant() ? Likeness("") : std::nullopt;
}

Likeness by_capture(const PlacedMove& placed) {
  return placed.move.is_capture() ? Likeness("") : std::nullopt;
}

/// From which side a pawn captures, of which colour.
Likeness by_side_of_capture(const PlacedMove& placed) {
  const bool to_right = file_of(placed.move.to()) > file_of(placed.move.from());
  return std::string(name(placed.position.side)) + (to_right ? 'r' : 'l');
}

Likeness by_promotion(const PlacedMove& placed) {
  return std::to_string(static_cast<unsigned>(placed.move.kind()));
}
Likeness by_way_of_promotion(const PlacedMove& placed) {
  return std::string(name(placed.position.side)) + (placed.move.is_capture() ? 'x' : '-');
}

constexpr std::string_view pinned_attacker =
    "pinned pieces are left out of the map of attacked squares, but they attack all the same";
constexpr std::string_view hole = "a direction is missing, or a table of attacks has a hole";
constexpr std::string_view attacks_on_other_wing =
    "the square that the king would pass on the other wing is tested for attacks";
constexpr std::string_view way_of_castling =
    "the test whether castling's way is attacked is made for ordinary steps to c1, g1, c8 and g8, "
    "too";
constexpr std::string_view other_wing_first =
    "castling on one wing is tried only if it is not possible on the other: else for if";
constexpr std::string_view rook_of_other_wing =
    "the rook is looked for in the corner of the other wing";
constexpr std::string_view kind_of_pinned =
    "this kind of move of a pinned piece is left out, but it may stay on the line of the pin";
constexpr std::string_view pins_on_line = "pins are not looked for on this line";
constexpr std::string_view kind_of_pinner = "the search for pinning pieces lacks a kind of piece";
constexpr std::string_view kind_of_attacker =
    "the test of the king's way lacks the attacks of one kind of piece";

/// A text that is empty is that of the rule.
constexpr UsualCause causes[] = {
    {Rule::king_into_check, {}, by_attackers},
    {Rule::king_into_check, pinned_attacker, by_pinned_attackers},
    {Rule::king_next_to_king, {}, all_alike},
    {Rule::king_stays_on_line, {}, all_alike},
    {Rule::king_captures_protected, {}, all_alike},
    {Rule::king_captures_protected, pinned_attacker, by_pinned_attackers},
    {Rule::king_captures_protected,
     "the map of attacked squares lacks a kind of piece, or is that of the wrong side",
     by_attackers},
    {Rule::double_check, {}, all_alike},
    {Rule::double_check, {}, by_answer_to_one_check},
    {Rule::double_check, {}, by_answered_checker, true},
    {Rule::in_check_not_answered,
     "the e.p. square is among the answers to the pawn's check for every piece", by_passed_square},
    {Rule::in_check_not_answered, {}, all_alike},
    {Rule::in_check_not_answered, {}, by_kind_of_move},
    {Rule::in_check_not_answered,
     "the moves of pinned pieces are listed apart, without the mask of answers to checks",
     by_pinned_mover},
    {Rule::pinned, "pins are not applied to captures e.p.", by_en_passant},
    {Rule::pinned, {}, all_alike},
    {Rule::pinned, {}, but_en_passant<all_alike>},
    {Rule::pinned, pins_on_line, by_line},
    {Rule::pinned, pins_on_line, but_en_passant<by_line>},
    {Rule::pinned, "pins are not applied to this kind of move", by_kind_of_move},
    {Rule::pinned, kind_of_pinner, by_pinner, true},
    {Rule::pinned, kind_of_pinner, but_en_passant<by_pinner>, true},
    {Rule::pinned, "a pin is only looked for beside the king",
     but_en_passant<by_distance_of_pinned>},
    {Rule::en_passant_discovers, {}, by_opened_rank},
    {Rule::en_passant_discovers,
     "the captured pawn may have been the king's shield: make the move, then test", by_line},
    {Rule::pawn_blocked, "only the target of a double step is tested", by_jump},
    {Rule::pawn_blocked, {}, but_jumps},
    {Rule::pawn_blocked, {}, all_alike},
    {Rule::pawn_capture_needs_enemy, cause::corner, by_corner, true},
    {Rule::pawn_capture_needs_enemy, {}, all_alike},
    {Rule::own_piece_on_target, cause::corner, by_corner, true},
    {Rule::own_piece_on_target, {}, all_alike},
    {Rule::castling_way_blocked, {}, by_rooks_way_only},
    {Rule::castling_way_blocked, "whether squares are free is asked of the men of one side alone",
     by_side_of_blockers, true},
    {Rule::castling_way_blocked, "the squares that must be empty are not tested, or the wrong ones",
     by_wing},
    {Rule::castling_out_of_check, {}, all_alike},
    {Rule::castling_out_of_check, kind_of_attacker, by_kind_attacking_way, true},
    {Rule::castling_out_of_check, {}, by_wing},
    {Rule::castling_through_check, {}, all_alike},
    {Rule::castling_through_check, kind_of_attacker, by_kind_attacking_way, true},
    {Rule::castling_through_check, {}, by_wing},
    {Rule::castling_into_check, {}, all_alike},
    {Rule::castling_into_check, kind_of_attacker, by_kind_attacking_way, true},
    {Rule::castling_into_check, {}, by_wing},
    {Rule::castling_uncovers, {}, all_alike},
    {Rule::castling_allowed, other_wing_first, by_wing_of_two, true},
    {Rule::castling_allowed, other_wing_first, by_wing_of_two_and_color, true},
    {Rule::castling_allowed, rook_of_other_wing, by_wing_without_other_rook, true},
    {Rule::castling_allowed, attacks_on_other_wing, by_attacked_other_way},
    {Rule::castling_allowed, "the squares that must be empty are those of the other wing",
     by_occupied_other_way, true},
    {Rule::castling_allowed, {}, none_alike},
    {Rule::castling_only_rook_attacked, {}, all_alike},
    {Rule::castling_only_rook_attacked, other_wing_first, by_wing_of_two, true},
    {Rule::castling_only_rook_attacked, other_wing_first, by_wing_of_two_and_color, true},
    {Rule::castling_only_rook_attacked,
     "the square that only the rook passes is tested for attacks, too", by_attack_on_rooks_way},
    {Rule::castling_only_rook_attacked, rook_of_other_wing, by_wing_without_other_rook, true},
    {Rule::castling_only_rook_attacked, attacks_on_other_wing, by_attacked_other_way},
    {Rule::king_leaves_check, "the code for double check lists only some of the king's moves",
     by_double_check},
    {Rule::king_leaves_check,
     "in check the king captures nothing but the checking piece: the mask of answers to a check is "
     "not for the king's moves",
     by_capture},
    {Rule::king_leaves_check, {}, by_target_behind_blocker},
    {Rule::king_leaves_check, way_of_castling, by_castling_target},
    {Rule::king_leaves_check, hole, none_alike},
    {Rule::king_steps, {}, by_target_behind_blocker},
    {Rule::king_steps, way_of_castling, by_castling_target},
    {Rule::king_steps, hole, none_alike},
    {Rule::king_captures_checker, {}, all_alike},
    {Rule::king_captures_checker, hole, none_alike},
    {Rule::king_captures_unprotected, {}, all_alike},
    {Rule::king_captures_unprotected, hole, none_alike},
    {Rule::captures_checker, {}, all_alike},
    {Rule::captures_checker, kind_in_check, by_kind_of_move},
    {Rule::blocks_check, {}, all_alike},
    {Rule::blocks_check, kind_in_check, by_kind_of_move},
    {Rule::en_passant_captures_checker, {}, all_alike},
    {Rule::en_passant_blocks_check, {}, all_alike},
    {Rule::captures_pinner, {}, all_alike},
    {Rule::captures_pinner, kind_of_pinned, by_kind_of_move},
    {Rule::moves_along_pin, {}, all_alike},
    {Rule::moves_along_pin, kind_of_pinned, by_kind_of_move},
    {Rule::en_passant_allowed,
     "where two pawns may capture, the search for captors ends with the first", by_captor_of_two,
     true},
    {Rule::en_passant_allowed,
     "the search for captors ends with the first one, though its capture is illegal: break for "
     "continue",
     by_captor_beside_illegal_one},
    {Rule::en_passant_allowed, {}, by_side_of_capture},
    {Rule::en_passant_allowed,
     "the test whether the capture opens the king's rank: only a rook or queen beyond both pawns "
     "matters",
     by_position_on_kings_rank},
    {Rule::en_passant_allowed, "a mask cuts off a file too many, or the wrong one", none_alike},
    {Rule::underpromotion, {}, by_promotion},
    {Rule::promotion, {}, by_way_of_promotion},
    {Rule::double_step, {}, by_side_to_move},
    {Rule::pawn_steps, {}, by_side_to_move},
};

}  // namespace

std::vector<UsualCause> usual_causes(Rule rule) {
  std::vector<UsualCause> found;
  for (const UsualCause& cause : causes)
    if (cause.rule == rule)
      found.push_back({rule, cause.text.empty() ? rule_info(rule).usual_cause : cause.text,
                       cause.likeness, cause.is_of_one});
  return found;
}

std::string_view consistent_cause(Rule rule, const std::vector<PlacedMove>& wrong,
                                  const std::vector<PlacedMove>& right) {
  const std::vector<UsualCause> possible = usual_causes(rule);
  if (possible.empty()) return rule_info(rule).usual_cause;
  for (const UsualCause& cause : possible) {
    std::set<Likeness> likenesses;
    for (const PlacedMove& placed : wrong) likenesses.insert(cause.likeness(placed));
    const bool is_refuted = likenesses.contains(std::nullopt) ||
                            (cause.is_of_one && likenesses.size() > 1) ||
                            std::ranges::any_of(right, [&](const PlacedMove& placed) {
                              const Likeness likeness = cause.likeness(placed);
                              return likeness && likenesses.contains(likeness);
                            });
    if (!is_refuted) return cause.text;
  }
  return "";
}

}  // namespace plylab::perft::verify
