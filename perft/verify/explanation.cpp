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

/// The moves that are illegal only because the king is in check. Leaves out e.p. captures, which
/// many generators test separately.
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
  constexpr std::string_view cause =
      "the state that make() updates differs from the state that the FEN sets up";
  if (const auto unseen = unseen_check(diagnosis); unseen && unseen->moves > 1)
    return {"making moves: " + unseen->sentence, cause};
  return {"making moves: the same position set by FEN is right", cause};
}

Explanation explain_sum(const Comparison& comparison) {
  return {"adding up: " + contradiction(comparison),
          comparison.answer.total == comparison.right
              ? "branches are counted separately from the total, or printed before counting ends"
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
  return {sentence, "setting up a position does not reset all state of the previous one"};
}

/// The explanation of a fault by a hypothesis.
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
          "the check to the king on {} by {} is missed", to_string(king_square),
          named(position.squares, attackers(position.squares, king_square, !position.side)))};
}

std::string contradiction(const Comparison& comparison) {
  const Count total = *comparison.answer.total, sum = *comparison.branches_sum;
  if (total == comparison.right)
    return fmt::format("its total {} is right, but its branches add up to {}", total, sum);
  return fmt::format("its total is {}, but its branches add up to {}", total, sum);
}

std::string_view usual_cause(Wrong wrong, Rule rule) {
  if (wrong != Wrong::repeated) return rule_info(rule).usual_cause;
  return "two loops generate the same move, such as a queen's in the loops of rooks and "
         "bishops";
}

Explanation explain(const UnseenCheck& check) {
  return {"the move generation: " + check.sentence,
          "the search for checkers misses a kind of piece or a direction"};
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
          "unmake does not restore everything: compare position and key with those before make"};
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
