#include "perft/verify/usual_causes.h"

namespace plylab::perft::verify {
namespace {

using chess::Rule;

/// Why a move is listed that breaks the rule, or is not listed that rests on it.
std::string_view cause_of(Rule rule) {
  switch (rule) {
    case Rule::no_move:
    case Rule::null_move:
      return "an entry of the move list is never filled, or the list is read past its end";
    case Rule::off_board:
      return "a square comes from arithmetic and is not tested against the board's edge";

    case Rule::no_piece_there:
      return "a list or set of pieces still has one that was captured or has moved away";
    case Rule::wrong_side:
      return "a loop runs over all pieces, or over those of the side that does not move";
    case Rule::piece_does_not_move_so:
      return "a table of attacks or of steps has a wrong entry, or belongs to another piece";
    case Rule::wraps_round_edge:
      return "a shift without the mask of the file that it must not reach, or no test for the edge";
    case Rule::own_piece_on_target:
      return "the targets are not masked by the own pieces";
    case Rule::way_blocked:
      return "the ray does not end at the first piece";
    case Rule::pawn_blocked:
      return "a double step is tested for its target alone, or advances against own pieces alone";
    case Rule::pawn_captures_straight:
      return "advances are tested against the own pieces, where all pieces stop a pawn";
    case Rule::pawn_double_step:
      return "the double step is not limited to pawns on their second rank";
    case Rule::pawn_capture_needs_enemy:
      return "captures are not masked by the enemy's pieces";
    case Rule::en_passant_no_right:
      return "the e.p. square outlives the next move";
    case Rule::promotion_by_piece:
      return "the code for the last rank is reached by other pieces than pawns";
    case Rule::promotion_missing:
    case Rule::promotion_not_on_last_rank:
      return "the last rank is not told apart, or is that of the wrong side";
    case Rule::promotion_piece:
      return "the loop over the pieces to promote to has the wrong bounds";

    case Rule::king_into_check:
      return "the map of attacked squares lacks a kind of piece, or is that of the wrong side";
    case Rule::king_next_to_king:
      return "the map of attacked squares lacks the enemy's king";
    case Rule::king_stays_on_line:
      return "the king still stands in the occupancy when its flight squares are tested";
    case Rule::king_captures_protected:
      return "the map of attacked squares leaves out those where the enemy's own pieces stand";
    case Rule::double_check:
      return "of two checkers only one is answered, where the king alone may move";
    case Rule::in_check_not_answered:
      return "the mask of the squares that answer a check is not applied to this kind of move";
    case Rule::pinned:
      return "pins are not looked for on this line, or not applied to this kind of move";
    case Rule::en_passant_discovers:
      return "two pawns leave the rank at once, which no mask of pins foresees: make it, then test";

    case Rule::castling_no_right:
      return "the right outlives a move of its king or rook, or the rook's capture";
    case Rule::castling_way_blocked:
      return "only the king's way is tested, and not the rook's, such as b1";
    case Rule::castling_out_of_check:
    case Rule::castling_through_check:
    case Rule::castling_into_check:
      return "not every square from the king to its target is tested for attacks, both included";
    case Rule::castling_uncovers:
      return "the king's target is tested for attacks with the rook still on its old square";

    case Rule::castling_allowed:
      return "the right is lost, or a square is tested for attacks or pieces that does not matter";
    case Rule::castling_only_rook_attacked:
      return "the rook's squares are tested for attacks, where only the king's matter";
    case Rule::king_leaves_check:
    case Rule::king_steps:
      return "a square is taken for attacked past a blocker, or straight before a pawn";
    case Rule::king_captures_checker:
    case Rule::king_captures_unprotected:
      return "the king's targets are masked by empty squares, or by those that block a check";
    case Rule::captures_checker:
      return "the mask of the squares that answer a check lacks the checker's own";
    case Rule::blocks_check:
      return "the mask of the squares that answer a check lacks those between";
    case Rule::en_passant_captures_checker:
      return "the checker stands beside the capture's target, where no mask of targets finds it";
    case Rule::en_passant_blocks_check:
      return "in check, captures e.p. are only tried where they capture the checker";
    case Rule::captures_pinner:
    case Rule::moves_along_pin:
      return "a pinned piece is left out, where it may stay on its line";
    case Rule::en_passant_allowed:
      return "the e.p. square is not set, or sought on the wrong rank or side";
    case Rule::underpromotion:
      return "the pieces to promote to lack one or more, at least for this kind of promotion";
    case Rule::promotion:
      return "a pawn before its last rank is left out by all loops, or by one that never comes";
    case Rule::double_step:
      return "the wrong rank is taken for the one where pawns begin";
    case Rule::pawn_steps:
      return "the direction or the rank is that of the other side";
    case Rule::pawn_captures:
      return "a mask cuts off a file too many, or the wrong one";
    case Rule::piece_moves:
      return "a direction is missing, or a table of attacks has a hole";
    case Rule::piece_captures:
      return "the ray ends before the piece that it meets, or a table of attacks has a hole";
  }
  return "";
}

/// Why making moves leaves the part of the state wrong.
std::string_view cause_in_make(StatePart part) {
  switch (part) {
    case StatePart::castling:
      return "rights go by both squares of a move: a king or rook leaves, or a rook is captured";
    case StatePart::en_passant:
      return "every move clears the e.p. square, and only a double step sets it afterwards";
    case StatePart::side:
      return "one kind of move returns before the side to move is changed";
    case StatePart::pieces:
      return "one of several boards (by square, piece or colour) is not updated for this move";
  }
  return "";
}

/// Why taking them back does.
std::string_view cause_in_unmake(StatePart part) {
  switch (part) {
    case StatePart::castling:
    case StatePart::en_passant:
      return "the state before is not saved with the move, or is saved after it was changed";
    case StatePart::side:
      return "one kind of move returns before the side to move is changed back";
    case StatePart::pieces:
      return "unmake does not do all that make did for this kind of move, in the reverse order";
  }
  return "";
}

std::string_view cause_in_table(TablePart part) {
  switch (part) {
    case TablePart::castling:
    case TablePart::moved_rook:
      return "the key must change with every right: its old state out, the new one in";
    case TablePart::en_passant:
      return "the key must have the e.p. file where a capture is possible: old out, new in";
    case TablePart::side:
      return "the number of the side to move is not in the key, or is not changed by every move";
    case TablePart::color:
      return "the table of numbers is looked up by kind and square alone, or by too small an index";
    case TablePart::captured:
    case TablePart::en_passant_victim:
    case TablePart::promoted:
    case TablePart::castled_rook:
      return "the board changes on several squares, and the key not for each of them";
    case TablePart::not_restored:
      return "unmake neither reverses the key nor takes it from where make saved it";
    case TablePart::depth:
    case TablePart::greater_depth:
      return "the look-up is that of a search, where deeper is better: a count is of one depth";
  }
  return "";
}

}  // namespace

std::string_view usual_cause(Wrong wrong, Rule rule) {
  if (wrong != Wrong::repeated) return cause_of(rule);
  return "two loops make the same move, as for a queen in those of rooks and of bishops";
}

std::string_view usual_cause(const Diagnosis& diagnosis) {
  switch (diagnosis.fault) {
    case Fault::generation:
      if (diagnosis.hypothesis && diagnosis.hypothesis->part != StatePart::pieces)
        return "a field of the FEN is not read, or is undone by what follows";
      if (diagnosis.moves.empty() || diagnosis.readings > 1) return "";
      return usual_cause(diagnosis.moves.front().wrong, diagnosis.moves.front().reason.rule);
    case Fault::make:
      return diagnosis.hypothesis ? cause_in_make(diagnosis.hypothesis->part)
                                  : "what make() keeps up to date differs from what a FEN sets up";
    case Fault::draw:
      return "the moves are asked of what plays games, or a search's test for draws was kept";
    case Fault::unmake:
      return cause_in_unmake(diagnosis.hypothesis->part);
    case Fault::table:
      return cause_in_table(diagnosis.table->part);
    case Fault::walk:
      return "unmake does not restore all: compare position and key with those before make";
    case Fault::sum:
      if (const auto& comparison = diagnosis.counterexample.comparison;
          comparison.answer.total == comparison.right)
        return "the lines are counted apart from the total, or printed before all is counted";
      return "a counter is too narrow, not reset, or counted by several threads";
    case Fault::history:
      return "setting a position up does not reset all that the last one has left";
    case Fault::nondeterministic:
      return "memory is never initialised, or threads share a table or a counter";
  }
  return "";
}

}  // namespace plylab::perft::verify
