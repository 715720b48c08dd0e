#include "perft/verify/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "gen/chess/explain/pieces.h"
#include "gen/chess/notation.h"
#include "gen/chess/reference/reference_attacks.h"
#include "gen/chess/reference/reference_movegen.h"
#include "perft/verify/candidate_moves.h"
#include "perft/verify/shrink.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// A move that the generator should not have listed, in UCI where it can be told what it means.
std::string as_uci(const Setup& position, const std::string& text) {
  Moves pseudo_legal;
  for (const Move move : pseudo_legal_moves(position)) pseudo_legal.add(move);
  try {
    return to_uci(find_move(position.squares, pseudo_legal, text));
  } catch (const MoveError&) {
    return text;
  }
}

std::vector<WrongMove> wrong_moves(const Setup& position, const Comparison& comparison) {
  std::vector<WrongMove> moves;
  for (const std::string& text : comparison.extra)
    moves.push_back({Wrong::extra, text, why_illegal(position, as_uci(position, text))});
  for (const Move move : comparison.missing)
    moves.push_back({Wrong::missing, move_text(position, move), why_legal(position, move)});
  for (const Move move : comparison.repeated)
    moves.push_back({Wrong::repeated, move_text(position, move), why_legal(position, move)});
  return moves;
}

/// Whether the generator errs at a position in the same way: with the same first wrong move, or
/// with a count that is wrong in the same direction.
bool errs_alike(external::GeneratorUnderTest& generator, const Setup& position,
                const Comparison& before, const std::vector<WrongMove>& wrong) {
  const Comparison now = ask(generator, {position}, 1);
  if (now.agrees()) return false;
  if (wrong.empty())
    return !now.answer.total ||
           (*now.answer.total > now.right) == (*before.answer.total > before.right);
  const auto moves = wrong_moves(position, now);
  return std::any_of(moves.begin(), moves.end(), [&](const WrongMove& move) {
    return move.wrong == wrong.front().wrong && move.text == wrong.front().text &&
           move.reason.rule == wrong.front().reason.rule;
  });
}

/// How many moves too many the generator counts. One that only says yes or no is asked whether it
/// agrees with this number or that; 0 if it agrees with none that is near.
long difference_at(external::GeneratorUnderTest& generator, const Setup& position) {
  const auto truth = reference_divide(position, 1);
  const auto right = static_cast<long>(truth.size());
  const auto reported = [&](long expected) -> std::optional<long> {
    const external::PerftAnswer answer =
        generator.ask({position, {}, 1, Count(static_cast<std::uint64_t>(expected))});
    if (!answer.total) return std::nullopt;
    return static_cast<long>(answer.total->value());
  };
  if (const auto count = reported(right)) return *count - right;
  constexpr long near = 40;
  for (long distance = 1; distance <= near; ++distance)
    for (const long expected : {right + distance, right - distance})
      if (expected >= 0 && reported(expected)) return expected - right;
  return 0;
}

/// Whether the pieces of a position as poor as can be are just those that the hypothesis is about:
/// king and rook for castling, the two pawns for an e.p. square. One more shows another reason.
bool is_about_all_pieces(const StateHypothesis& hypothesis, const Setup& fewest) {
  const auto pieces = 64 - std::count(fewest.squares.begin(), fewest.squares.end(), no_piece);
  return pieces == (hypothesis.part == StatePart::castling ? 3 : 4);
}

/// The smallest case of a fault that shows when the position is set by FEN.
void examine_generation(external::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
  const Counterexample& counterexample = diagnosis.counterexample;
  const Setup position = counterexample.reached.position();
  const bool only_counts = counterexample.comparison.answer.branches.empty();
  diagnosis.moves = wrong_moves(position, counterexample.comparison);
  const Setup fewest = shrink(position, [&](const Setup& setup) {
    return errs_alike(generator, setup, counterexample.comparison, diagnosis.moves);
  });
  if (fewest != position) diagnosis.fewest = fewest;
  if (only_counts) {
    diagnosis.deduced = true;
    const long difference = difference_at(generator, fewest);
    std::vector<CandidateMoves> groups = candidate_moves(fewest, difference);
    diagnosis.readings = groups.size();
    for (CandidateMoves& group : groups)
      for (auto& [text, reason] : group)
        diagnosis.moves.push_back(
            {difference > 0 ? Wrong::extra : Wrong::missing, text, std::move(reason)});
    return;
  }
  diagnosis.hypothesis = explaining_state({fewest, {}}, ask(generator, {fewest, {}}, 1));
  if (diagnosis.hypothesis && !is_about_all_pieces(*diagnosis.hypothesis, fewest))
    diagnosis.hypothesis.reset();
}

/// The last moves of the path that are enough to lead to the wrong state.
void shorten(external::GeneratorUnderTest& generator, Counterexample& counterexample) {
  const auto& path = counterexample.reached.path;
  for (std::size_t kept = 1; kept < path.size(); ++kept) {
    const auto cut = path.end() - static_cast<std::ptrdiff_t>(kept);
    const ReachedPosition shorter{play(counterexample.reached.start, {path.begin(), cut}),
                                  {cut, path.end()}};
    Comparison comparison = ask(generator, shorter, 1);
    if (comparison.agrees()) continue;
    counterexample.reached = shorter;
    counterexample.comparison = std::move(comparison);
    return;
  }
}

/// Whether a draw by rule that is taken for the end explains it all.
bool take_for_draw(external::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
  diagnosis.draw = draw_fault(generator, diagnosis.counterexample);
  if (diagnosis.draw) diagnosis.fault = Fault::draw;
  return diagnosis.draw.has_value();
}

void examine_moves(external::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
  if (take_for_draw(generator, diagnosis)) return;
  Counterexample& counterexample = diagnosis.counterexample;
  const ReachedPosition fresh{counterexample.reached.position(), {}};
  Comparison comparison =
      counterexample.reached.path.empty() ? counterexample.comparison : ask(generator, fresh, 1);
  if (!comparison.agrees()) {
    diagnosis.fault = Fault::generation;
    counterexample.comparison = std::move(comparison);
    counterexample.reached = fresh;
    return examine_generation(generator, diagnosis);
  }
  diagnosis.fault = Fault::make;
  shorten(generator, counterexample);
  diagnosis.moves = wrong_moves(counterexample.reached.position(), counterexample.comparison);
  diagnosis.hypothesis = explaining_state(counterexample.reached, counterexample.comparison);
}

void examine_walk(external::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
  const Counterexample& walk = diagnosis.counterexample;
  if (take_for_draw(generator, diagnosis)) return;
  diagnosis.fault = Fault::make;
  if (!generator.abilities().plays_moves)
    diagnosis.hypothesis = hypothesis_in_make(walk, [&](Count total) {
      if (generator.abilities().counts) return walk.comparison.answer.total == total;
      return generator.ask({walk.reached.start, {}, walk.depth, total}).total == total;
    });
  if (diagnosis.hypothesis) return;
  diagnosis.fault = Fault::unmake;
  diagnosis.hypothesis = hypothesis_in_walk(walk);
  if (diagnosis.hypothesis) return;
  diagnosis.table = table_fault(walk);
  diagnosis.fault = diagnosis.table ? Fault::table : Fault::walk;
}

/// "the check to the king on f1 is not seen", if that is what is wrong with all moves.
std::optional<std::string> unseen_check(const Diagnosis& diagnosis) {
  const auto is_no_answer = [](const WrongMove& move) {
    return move.wrong == Wrong::extra && (move.reason.rule == Rule::in_check_not_answered ||
                                          move.reason.rule == Rule::double_check);
  };
  if (diagnosis.moves.empty() ||
      !std::all_of(diagnosis.moves.begin(), diagnosis.moves.end(), is_no_answer))
    return std::nullopt;
  const Setup position = diagnosis.counterexample.reached.position();
  const Square king_square = find_king(position.squares, position.side);
  return fmt::format(
      "the check to the king on {} by {} is not seen", to_string(king_square),
      named(position.squares, attackers(position.squares, king_square, !position.side)));
}

std::string explain_generation(const Diagnosis& diagnosis) {
  if (diagnosis.hypothesis)
    return "the move generation, or the reading of the FEN: " + diagnosis.hypothesis->sentence;
  if (const auto unseen = unseen_check(diagnosis)) return "the move generation: " + *unseen;
  if (diagnosis.moves.empty() || diagnosis.readings > 1) return "the move generation";
  const WrongMove& first = diagnosis.moves.front();
  if (first.wrong == Wrong::repeated)
    return fmt::format("the move generation: {} is listed more than once", first.text);
  return "the move generation: " + first.reason.sentence;
}

std::string explain_make(const Diagnosis& diagnosis) {
  if (diagnosis.hypothesis) return "making moves: " + diagnosis.hypothesis->sentence;
  if (const auto unseen = unseen_check(diagnosis)) return "making moves: " + *unseen;
  return "making moves: the same position set by FEN is right";
}

std::string explain_walk(const Diagnosis& diagnosis) {
  if (diagnosis.hypothesis) return "taking moves back: " + diagnosis.hypothesis->sentence;
  if (diagnosis.table) return "a table of counts: " + diagnosis.table->sentence;
  return "taking moves back, or a table of counts: each branch is right when asked on its own";
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
    case Fault::table:
    case Fault::walk:
      return explain_walk(diagnosis);
    case Fault::sum:
      return fmt::format("adding up: its total {} is not the sum {} of its branches",
                         *comparison.answer.total, *comparison.branches_sum);
    case Fault::history:
      break;
  }
  return "what it remembers: asked afresh it is right";
}

}  // namespace

std::string_view name_of(Fault fault) {
  constexpr std::string_view names[] = {"move_generation", "make", "draw",   "unmake", "table",
                                        "unmake_or_table", "sum",  "history"};
  return names[static_cast<std::size_t>(fault)];
}

std::string_view name_of(Wrong wrong) {
  constexpr std::string_view names[] = {"missing", "extra", "repeated"};
  return names[static_cast<std::size_t>(wrong)];
}

std::string_view part_of(const Diagnosis& diagnosis) {
  if (diagnosis.hypothesis) return name_of(diagnosis.hypothesis->part);
  if (diagnosis.draw) return name_of(diagnosis.draw->rule);
  if (diagnosis.table) return name_of(diagnosis.table->part);
  return "";
}

Diagnosis diagnose(external::GeneratorUnderTest& generator, const Setup& start, int depth) {
  Diagnosis diagnosis{Fault::history, find_counterexample(generator, start, depth), {}};
  switch (diagnosis.counterexample.kind) {
    case CounterexampleKind::moves:
      examine_moves(generator, diagnosis);
      break;
    case CounterexampleKind::walk:
      examine_walk(generator, diagnosis);
      break;
    case CounterexampleKind::sum:
      diagnosis.fault = Fault::sum;
      break;
    case CounterexampleKind::nondeterministic:
      break;
  }
  diagnosis.explanation = explain(diagnosis);
  return diagnosis;
}

}  // namespace plylab::perft::verify
