#include "perft/verify/diagnosis.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"
#include "perft/verify/explanation.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// A move, in UCI, that the generator may have counted although it is illegal, or omitted although
/// it is legal.
struct CandidateMove {
  std::string text;
  Reason reason;
};

/// Moves that one rule makes legal or illegal.
using CandidateMoves = std::vector<CandidateMove>;

/// Every illegal move in UCI, including promotions.
std::vector<std::string> illegal_texts(const Setup& position) {
  std::set<std::string> legal;
  for (const Move move : legal_moves(position))
    for (const CastlingText castling : {CastlingText::destination, CastlingText::takes_rook})
      legal.insert(to_uci(move, castling));
  std::vector<std::string> texts;
  for (int from = a1; from <= h8; ++from)
    for (int to = a1; to <= h8; ++to)
      for (const char* promotion : {"", "q", "r", "b", "n"}) {
        if (*promotion != 0 && rank_for(position.side, static_cast<Square>(to)) != 7) continue;
        const Piece taken = position.squares[static_cast<Square>(to)];
        // Castling is tried only by the king's destination.
        const bool takes_own_rook = taken == make_piece(position.side, rook);
        if (takes_own_rook && !needs_chess960(position)) continue;
        const std::string text =
            to_string(static_cast<Square>(from)) + to_string(static_cast<Square>(to)) + promotion;
        if (!legal.contains(text)) texts.push_back(text);
      }
  return texts;
}

/// Groups of moves of one kind of piece and one rule whose number equals the difference at depth 1:
/// illegal moves if the generator counts too many (difference above 0), legal ones if too few.
/// Prefers rules that generators easily miss; empty if no group fits.
std::vector<CandidateMoves> candidate_moves(const Setup& position, long difference) {
  // By rule, kind of piece and promotion, since one mistake usually concerns one of each; or all
  // promotions by a rule.
  constexpr const char* all_promotions = "*";
  std::map<std::tuple<Rule, PieceType, std::string>, CandidateMoves> groups;
  const auto add = [&](const std::string& text, const Reason& reason) {
    const Square from = parse_square(std::string_view(text).substr(0, 2));
    const PieceType type = type_of(position.squares[from]);
    const std::string promotion = text.substr(4);
    groups[{reason.rule, type, promotion}].push_back({text, reason});
    if (!promotion.empty()) groups[{reason.rule, type, all_promotions}].push_back({text, reason});
  };
  if (difference > 0) {
    for (const std::string& text : illegal_texts(position))
      if (const Reason reason = why_illegal(position, text);
          rule_info(reason.rule).plausibility != Plausibility::absurd)
        add(text, reason);
  } else {
    for (const Move move : legal_moves(position))
      add(move_text(position, move), why_legal(position, move));
  }
  std::erase_if(groups, [&](const auto& entry) {  // not twice
    const CandidateMoves& group = entry.second;
    return std::get<std::string>(entry.first) == all_promotions &&
           std::ranges::all_of(group, [&](const CandidateMove& move) {
             return move.text.back() == group.front().text.back();
           });
  });
  std::vector<CandidateMoves> likely, possible;
  for (auto& [kind, group] : groups)
    if (group.size() == static_cast<std::size_t>(std::labs(difference)))
      (rule_info(std::get<Rule>(kind)).plausibility == Plausibility::likely ? likely : possible)
          .push_back(std::move(group));
  return likely.empty() ? possible : likely;
}

/// Whether the generator is wrong in a position in the same way: with the same first wrong move, or
/// a count that is wrong in the same direction.
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

/// By how many moves the generator's count is too high.
long difference_at(engines::GeneratorUnderTest& generator, const Setup& position) {
  const Comparison now = ask(generator, {position}, 1);
  return static_cast<long>(now.answer.total.value_or(now.right).value()) -
         static_cast<long>(now.right.value());
}

/// Whether the smallest position has only the pieces that the hypothesis needs: king and rook for
/// castling, the two pawns for an e.p. square. Any other piece points to another reason.
bool is_about_all_pieces(const Hypothesis& hypothesis, const Setup& fewest) {
  const auto pieces = 64 - std::count(fewest.squares.begin(), fewest.squares.end(), no_piece);
  return pieces == (hypothesis.part == part::castling_rights ? 3 : 4);
}

/// Finds the smallest case of a fault that occurs in a position set up by FEN.
void examine_generation(engines::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
  const Counterexample& counterexample = diagnosis.counterexample;
  const Setup position = counterexample.reached.position();
  const bool lists_none = generator.abilities().divides && counterexample.comparison.answer.total &&
                          *counterexample.comparison.answer.total == Count();
  const bool only_counts = !lists_none && counterexample.comparison.answer.branches.empty();
  diagnosis.moves = wrong_moves(position, counterexample.comparison);
  for (const Move move : lists_none ? legal_moves(position) : std::vector<Move>())
    diagnosis.moves.push_back(
        {Wrong::missing, move_text(position, move), why_legal(position, move)});
  // An engine that dies or hangs in a smaller position has another fault there.
  const Setup fewest = shrink(position, [&](const Setup& setup) {
    try {
      return errs_alike(generator, setup, counterexample.comparison, diagnosis.moves);
    } catch (const engines::EngineFault& fault) {
      if (fault.kind() == engines::FaultKind::stopped) throw;
      generator.restart();
      return false;
    }
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
  diagnosis.hypothesis = believed_state({fewest, {}}, ask(generator, {fewest, {}}, 1));
  if (!diagnosis.hypothesis) return;
  // In check, an ignored e.p. square looks the same as a missing e.p. capture that answers the
  // check.
  const bool may_be_check = diagnosis.hypothesis->part == part::en_passant_square &&
                            in_check(fewest.squares, fewest.side);
  // The moves of the full position may contradict the hypothesis from the smaller one.
  const auto of_whole = believed_state(counterexample.reached, counterexample.comparison);
  const bool is_contradicted = !of_whole || of_whole->part != diagnosis.hypothesis->part;
  if (may_be_check || is_contradicted || !is_about_all_pieces(*diagnosis.hypothesis, fewest))
    diagnosis.hypothesis.reset();
  else
    diagnosis.hypothesis->cause = "a field of the FEN is not read, or is undone by what follows";
}

/// Shortens the path to its last moves that suffice for the wrong state.
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

/// Whether ends of games explain the whole error: draws treated as the end, or early leaves.
bool is_explained_by_ends(engines::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
  Hypotheses hypotheses(generator, diagnosis.counterexample);
  diagnosis.fault = Fault::draw;
  diagnosis.hypothesis = hypotheses.in_draws();
  if (diagnosis.hypothesis) return true;
  diagnosis.fault = Fault::early_leaves;
  diagnosis.hypothesis = hypotheses.in_early_leaves();
  return diagnosis.hypothesis.has_value();
}

void examine_moves(engines::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
  Counterexample& counterexample = diagnosis.counterexample;
  if (is_explained_by_ends(generator, diagnosis)) return;
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
  diagnosis.hypothesis = believed_state(counterexample.reached, counterexample.comparison);
}

void examine_walk(engines::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
  if (is_explained_by_ends(generator, diagnosis)) return;
  Hypotheses hypotheses(generator, diagnosis.counterexample);
  const auto explained_by = [&](Fault fault, std::optional<Hypothesis> hypothesis) {
    diagnosis.fault = fault;
    diagnosis.hypothesis = std::move(hypothesis);
    return diagnosis.hypothesis.has_value();
  };
  if (!explained_by(Fault::make, hypotheses.in_make()) &&
      !explained_by(Fault::unmake, hypotheses.in_unmake()) &&
      !explained_by(Fault::table, hypotheses.in_table()))
    diagnosis.fault = Fault::walk;
}

/// Finds the cause of the counterexample.
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

/// What the counterexample alone shows, for a generator that gives no answer to more questions.
Diagnosis as_answered(Counterexample counterexample) {
  switch (counterexample.kind) {
    case CounterexampleKind::moves: {
      auto moves = wrong_moves(counterexample.reached.position(), counterexample.comparison);
      return {Fault::generation, std::move(counterexample), std::move(moves)};
    }
    case CounterexampleKind::walk:
      return {Fault::walk, std::move(counterexample), {}};
    case CounterexampleKind::sum:
      return {Fault::sum, std::move(counterexample), {}};
    case CounterexampleKind::right_afresh:
      break;
  }
  return {Fault::history, std::move(counterexample), {}};
}

/// The diagnosis of a generator that has contradicted itself; other findings are meaningless then.
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

std::string_view part_of(const Diagnosis& diagnosis) {
  return diagnosis.hypothesis ? diagnosis.hypothesis->part : "";
}

Diagnosis diagnose(WatchedGenerator& generator, const std::vector<engines::PerftQuestion>& asked,
                   const Comparison& answered) {
  const engines::PerftQuestion& question = asked.back();
  Diagnosis diagnosis{
      Fault::history, {CounterexampleKind::moves, {question.start}, question.depth, answered}, {}};
  bool is_smallest = question.depth == 1;
  try {
    diagnosis.counterexample = find_counterexample(generator, question.start, question.depth);
    is_smallest = true;
    repeat(generator, diagnosis.counterexample);
    if (diagnosis.counterexample.kind == CounterexampleKind::right_afresh)
      diagnosis.questions_before = questions_needed(generator, asked);
    if (!generator.contradiction()) examine(generator, diagnosis);
  } catch (const engines::EngineFault& fault) {
    if (!generator.contradiction()) {
      if (!is_smallest) throw;
      diagnosis = as_answered(std::move(diagnosis.counterexample));
      diagnosis.obstacle = fault;
    }
  }
  if (generator.contradiction()) diagnosis = nondeterministic(*generator.contradiction());
  diagnosis.explanation = explain(diagnosis);
  return diagnosis;
}

}  // namespace plylab::perft::verify
