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

/// The same if there is enough to say so: a single move may have another reason.
std::optional<std::string> surely_unseen_check(const Diagnosis& diagnosis) {
  const auto unseen = unseen_check(diagnosis);
  return unseen && unseen->moves > 1 ? std::optional(unseen->sentence) : std::nullopt;
}

std::string explain_generation(const Diagnosis& diagnosis) {
  if (diagnosis.hypothesis)
    return "the move generation, or the reading of the FEN: " + diagnosis.hypothesis->sentence;
  if (const auto unseen = surely_unseen_check(diagnosis)) return "the move generation: " + *unseen;
  if (diagnosis.moves.empty() || diagnosis.readings > 1) return "the move generation";
  const WrongMove& first = diagnosis.moves.front();
  if (diagnosis.deduced)
    return "the move generation, as its count suggests: " + first.reason.sentence;
  if (first.wrong == Wrong::repeated)
    return fmt::format("the move generation: {} is listed more than once", first.text);
  return "the move generation: " + first.reason.sentence;
}

std::string explain_make(const Diagnosis& diagnosis) {
  const bool only_counts = diagnosis.counterexample.depth > 1;
  if (diagnosis.hypothesis)
    return fmt::format("making moves{}: {}", only_counts ? ", as its count suggests" : "",
                       diagnosis.hypothesis->sentence);
  if (const auto unseen = surely_unseen_check(diagnosis)) return "making moves: " + *unseen;
  return "making moves: the same position set by FEN is right";
}

std::string explain_history(const Diagnosis& diagnosis) {
  const auto& questions = diagnosis.questions_before;
  if (questions.empty()) return "what it remembers, or chance: asked afresh it is right";
  if (questions.size() > 1)
    return fmt::format(
        "what it remembers: asked afresh it is right, but not after the {} questions before",
        questions.size());
  const engines::PerftQuestion& before = questions.front();
  return fmt::format("what it remembers: asked afresh it is right, but not after perft({}) of {}",
                     before.depth, to_string(before.start));
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

std::string explain(const Diagnosis& diagnosis) {
  const Comparison& comparison = diagnosis.counterexample.comparison;
  switch (diagnosis.fault) {
    case Fault::generation:
      return explain_generation(diagnosis);
    case Fault::make:
      return explain_make(diagnosis);
    case Fault::draw:
      return "draws: " + diagnosis.draw->sentence;
    case Fault::unmake:
      return "taking moves back: " + diagnosis.hypothesis->sentence;
    case Fault::table:
      return "a table of counts: " + diagnosis.table->sentence;
    case Fault::walk:
      return "taking moves back, or a table of counts: each branch is right when asked on its own";
    case Fault::sum:
      return "adding up: " + contradiction(comparison);
    case Fault::history:
      return explain_history(diagnosis);
    case Fault::nondeterministic:
      break;
  }
  return "chance: asked the same again after a fresh start, it answers otherwise";
}

}  // namespace plylab::perft::verify
