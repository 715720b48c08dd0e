#include "perft/verify/diagnosis.h"

#include <algorithm>
#include <iterator>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"
#include "perft/verify/candidate_moves.h"
#include "perft/verify/explanation.h"
#include "perft/verify/history.h"
#include "perft/verify/reference_divide.h"
#include "perft/verify/shrink.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// Whether the generator errs at a position in the same way: with the same first wrong move, or
/// with a count that is wrong in the same direction.
bool errs_alike(engines::GeneratorUnderTest& generator, const Setup& position,
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
long difference_at(engines::GeneratorUnderTest& generator, const Setup& position) {
  const auto truth = reference_divide(position, 1);
  const auto right = static_cast<long>(truth.size());
  const auto reported = [&](long expected) -> std::optional<long> {
    const engines::PerftAnswer answer =
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
void examine_generation(engines::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
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
void shorten(engines::GeneratorUnderTest& generator, Counterexample& counterexample) {
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
bool take_for_draw(engines::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
  diagnosis.draw = draw_fault(generator, diagnosis.counterexample);
  if (diagnosis.draw) diagnosis.fault = Fault::draw;
  return diagnosis.draw.has_value();
}

void examine_moves(engines::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
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

void examine_walk(engines::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
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
  diagnosis.table = table_fault(generator, walk);
  diagnosis.fault = diagnosis.table ? Fault::table : Fault::walk;
}

/// Goes on from the counterexample to the cause.
void examine(WatchedGenerator& generator, Diagnosis& diagnosis) {
  switch (diagnosis.counterexample.kind) {
    case CounterexampleKind::moves:
      return examine_moves(generator, diagnosis);
    case CounterexampleKind::walk:
      return examine_walk(generator, diagnosis);
    case CounterexampleKind::sum:
      diagnosis.fault = Fault::sum;
      return;
    case CounterexampleKind::right_afresh:
      break;
  }
}

/// The diagnosis of a generator that has contradicted itself: nothing else is worth saying.
Diagnosis nondeterministic(const Contradiction& contradiction) {
  const auto& [question, first, second] = contradiction;
  Diagnosis diagnosis{
      Fault::nondeterministic,
      {CounterexampleKind::right_afresh, {question.start, question.moves}, question.depth, {}},
      {}};
  Comparison& comparison = diagnosis.counterexample.comparison;
  comparison.answer.total = first;
  comparison.right =
      total_of(reference_divide(diagnosis.counterexample.reached.position(), question.depth));
  diagnosis.second_answer = second;
  return diagnosis;
}

}  // namespace

std::string_view name_of(Fault fault) {
  constexpr std::string_view names[] = {
      "move_generation", "make", "draw",    "unmake",          "table",
      "unmake_or_table", "sum",  "history", "nondeterministic"};
  return names[static_cast<std::size_t>(fault)];
}

std::string_view part_of(const Diagnosis& diagnosis) {
  if (diagnosis.hypothesis) return name_of(diagnosis.hypothesis->part);
  if (diagnosis.draw) return name_of(diagnosis.draw->rule);
  if (diagnosis.table) return name_of(diagnosis.table->part);
  return "";
}

Diagnosis diagnose(WatchedGenerator& generator, const std::vector<engines::PerftQuestion>& asked) {
  Diagnosis diagnosis{Fault::history, {}, {}};
  try {
    diagnosis.counterexample =
        find_counterexample(generator, asked.back().start, asked.back().depth);
    repeat(generator, diagnosis.counterexample);
    if (diagnosis.counterexample.kind == CounterexampleKind::right_afresh)
      diagnosis.questions_before = questions_needed(generator, asked);
    if (!generator.contradiction()) examine(generator, diagnosis);
  } catch (const engines::EngineFault&) {
    if (!generator.contradiction()) throw;
  }
  if (generator.contradiction()) diagnosis = nondeterministic(*generator.contradiction());
  diagnosis.explanation = explain(diagnosis);
  return diagnosis;
}

Diagnosis diagnose(engines::GeneratorUnderTest& generator, const Setup& start, int depth) {
  WatchedGenerator watched(generator);
  return diagnose(watched, {{.start = start, .depth = depth}});
}

}  // namespace plylab::perft::verify
