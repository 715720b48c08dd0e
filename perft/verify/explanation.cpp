#include "perft/verify/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// The moves that would be legal if the king were not in check: nothing else stands against them.
/// Captures e.p. are left out, which many generators test apart.
std::vector<Move> moves_but_for_check(const Setup& position) {
  const Square king_square = find_king(position.squares, position.side);
  const auto checkers = attackers(position.squares, king_square, !position.side);
  std::vector<Move> moves;
  for (const Move move : pseudo_legal_moves(position)) {
    if (move.from() == king_square || move.is_en_passant()) continue;
    const auto found = attackers(after(position, move).squares, king_square, !position.side);
    if (!found.empty() && without(found, checkers).empty()) moves.push_back(move);
  }
  return moves;
}

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
      return "the targets are not masked by the side's own pieces";
    case Rule::way_blocked:
      return "the ray does not end at the first piece";
    case Rule::pawn_blocked:
      return "only the target of a double step is tested, or advances only against own pieces";
    case Rule::pawn_captures_straight:
      return "advances are tested against own pieces only, but any piece stops a pawn";
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
      return "the last rank is not treated specially, or is that of the wrong side";
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
      return "only one of two checkers is answered; in double check only the king may move";
    case Rule::in_check_not_answered:
      return "the mask of the squares that answer a check is not applied to this kind of move";
    case Rule::pinned:
      return "pins are not looked for on this line, or not applied to this kind of move";
    case Rule::en_passant_discovers:
      return "two pawns leave the rank at once, which no pin mask covers: make the move, then test";

    case Rule::castling_no_right:
      return "the right outlives a move of its king or rook, or the rook's capture";
    case Rule::castling_way_blocked:
      return "only the king's path is tested and not the rook's, such as b1";
    case Rule::castling_out_of_check:
    case Rule::castling_through_check:
    case Rule::castling_into_check:
      return "not every square from the king to its target is tested for attacks, both included";
    case Rule::castling_uncovers:
      return "the king's target is tested for attacks with the rook still on its old square";

    case Rule::castling_allowed:
      return "the right is lost, or a square that does not matter is tested for attacks or pieces";
    case Rule::castling_only_rook_attacked:
      return "the rook's squares are tested for attacks, but only the king's matter";
    case Rule::king_leaves_check:
    case Rule::king_steps:
      return "a square behind a blocker or straight ahead of a pawn is taken to be attacked";
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
      return "pinned pieces are left out, but they may move along the line of the pin";
    case Rule::en_passant_allowed:
      return "the e.p. square is not set, or is looked for on the wrong rank or from one side only";
    case Rule::underpromotion:
      return "the pieces to promote to lack one or more, at least for this kind of promotion";
    case Rule::promotion:
      return "a pawn that is about to promote is skipped by every loop";
    case Rule::double_step:
      return "the wrong rank is taken for the one where pawns start";
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

std::string_view suggests(bool is_guess) { return is_guess ? ", as its count suggests" : ""; }

Explanation explain_generation(const Diagnosis& diagnosis) {
  if (diagnosis.hypothesis)
    return {"the move generation, or the reading of the FEN: " + diagnosis.hypothesis->sentence,
            diagnosis.hypothesis->cause};
  // A single move may have another reason.
  if (const auto unseen = unseen_check(diagnosis); unseen && unseen->moves > 1)
    return explain(*unseen);
  if (diagnosis.moves.empty() || diagnosis.readings > 1) return {"the move generation"};
  const WrongMove& first = diagnosis.moves.front();
  const std::string sentence = first.wrong == Wrong::repeated
                                   ? fmt::format("{} is listed more than once", first.text)
                                   : first.reason.sentence;
  return {fmt::format("the move generation{}: {}", suggests(diagnosis.deduced), sentence),
          usual_cause(first.wrong, first.reason.rule)};
}

Explanation explain_make(const Diagnosis& diagnosis) {
  if (const auto& hypothesis = diagnosis.hypothesis) {
    const bool only_counts = diagnosis.counterexample.depth > 1;
    return {fmt::format("making moves{}: {}",
                        hypothesis->is_guess && !only_counts ? ", perhaps" : suggests(only_counts),
                        hypothesis->sentence),
            hypothesis->cause};
  }
  constexpr std::string_view cause = "what make() keeps up to date differs from what a FEN sets up";
  if (const auto unseen = unseen_check(diagnosis); unseen && unseen->moves > 1)
    return {"making moves: " + unseen->sentence, cause};
  return {"making moves: the same position set by FEN is right", cause};
}

Explanation explain_sum(const Comparison& comparison) {
  return {"adding up: " + contradiction(comparison),
          comparison.answer.total == comparison.right
              ? "the branches are counted separately from the total, or printed before counting "
                "ends"
              : "a counter is too narrow, not reset, or counted by several threads"};
}

Explanation explain_history(const Diagnosis& diagnosis) {
  const auto& questions = diagnosis.questions_before;
  std::string sentence = "what it remembers, or chance: after a fresh start it is right";
  if (questions.size() > 1)
    sentence = fmt::format(
        "what it remembers: after a fresh start it is right, but not after the {} questions before",
        questions.size());
  if (questions.size() == 1)
    sentence = fmt::format(
        "what it remembers: after a fresh start it is right, but not after perft({}) of {}",
        questions.front().depth, to_string(questions.front().start));
  return {sentence,
          "setting up a position does not reset everything that the last one left behind"};
}

/// Of a fault that a hypothesis explains.
Explanation explain_by(const Hypothesis& hypothesis, std::string_view where) {
  return {fmt::format("{}{}: {}", where, suggests(hypothesis.is_guess), hypothesis.sentence),
          hypothesis.cause};
}

}  // namespace

std::optional<UnseenCheck> unseen_check(const Diagnosis& diagnosis) {
  const Setup position = diagnosis.counterexample.reached.position();
  std::set<std::string> extra;
  for (const WrongMove& move : diagnosis.moves) {
    const Rule rule = move.reason.rule;
    const bool is_no_answer = rule == Rule::in_check_not_answered || rule == Rule::double_check;
    if (move.wrong != Wrong::extra || !is_no_answer) return std::nullopt;
    extra.insert(move.text);
  }
  const std::vector<Move> expected = moves_but_for_check(position);
  const auto is_listed = [&](Move move) { return extra.contains(move_text(position, move)); };
  if (expected.empty() || !std::all_of(expected.begin(), expected.end(), is_listed))
    return std::nullopt;
  const Square king_square = find_king(position.squares, position.side);
  return UnseenCheck{
      expected.size(),
      fmt::format(
          "the check to the king on {} by {} is not seen", to_string(king_square),
          named(position.squares, attackers(position.squares, king_square, !position.side)))};
}

std::string contradiction(const Comparison& comparison) {
  const Count total = *comparison.answer.total, sum = *comparison.branches_sum;
  if (total == comparison.right)
    return fmt::format("its total {} is right, but its branches sum to {}", total, sum);
  return fmt::format("its total {} is not the sum {} of its branches", total, sum);
}

std::string_view usual_cause(Wrong wrong, Rule rule) {
  if (wrong != Wrong::repeated) return cause_of(rule);
  return "two loops make the same move, as for a queen in those of rooks and of bishops";
}

Explanation explain(const UnseenCheck& check) {
  return {"the move generation: " + check.sentence,
          "the search for checkers leaves out a kind of piece or a direction"};
}

Explanation explain(const Diagnosis& diagnosis) {
  switch (diagnosis.fault) {
    case Fault::generation:
      return explain_generation(diagnosis);
    case Fault::make:
      return explain_make(diagnosis);
    case Fault::draw:
      return explain_by(*diagnosis.hypothesis, "draws");
    case Fault::early_leaves:
      return explain_by(*diagnosis.hypothesis, "games that end early");
    case Fault::unmake:
      return explain_by(*diagnosis.hypothesis, "taking moves back");
    case Fault::table:
      return explain_by(*diagnosis.hypothesis, "a table of counts");
    case Fault::walk:
      return {
          "taking moves back, a table of counts, or counting: each branch is right when asked on "
          "its own",
          "unmake does not restore all: compare position and key with those before make"};
    case Fault::sum:
      return explain_sum(diagnosis.counterexample.comparison);
    case Fault::history:
      return explain_history(diagnosis);
    case Fault::nondeterministic:
      break;
  }
  return {"chance: after a fresh start it answers the same questions differently",
          "memory is never initialised, or threads share a table or a counter"};
}

}  // namespace plylab::perft::verify
