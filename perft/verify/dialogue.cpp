#include "perft/verify/dialogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "gen/chess/board/notation.h"
#include "gen/chess/text.h"
#include "perft/verify/consistency.h"
#include "perft/verify/other_question.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;
using engines::PerftAnswer;
using engines::PerftQuestion;

/// A question that has no answer yet. No EngineFault: nothing that asks goes on without the answer.
struct Unanswered {
  PerftQuestion question;
};

/// A generator that is known by its answers alone.
class AnsweredGenerator : public engines::GeneratorUnderTest {
 public:
  explicit AnsweredGenerator(const std::vector<Answered>& answers) : answers_(answers) {}

  std::string name() const override { return "the program"; }
  engines::Abilities abilities() const override {
    const bool divides = std::ranges::any_of(
        answers_, [](const Answered& known) { return !known.answer.branches.empty(); });
    return {.divides = divides, .patient = false};
  }
  void restart() override {}

  PerftAnswer ask(const PerftQuestion& question) override {
    const Answered* deeper = nullptr;
    for (const Answered& known : answers_) {
      if (known.question.start != question.start || known.question.moves != question.moves)
        continue;
      if (known.question.depth == question.depth) return known.answer;
      if (known.question.depth > question.depth && !known.answer.branches.empty()) deeper = &known;
    }
    if (deeper && question.depth == 1) return moves_of(*deeper);
    const bool is_first =
        question.start == answers_.front().question.start && question.moves.empty();
    if (deeper && !is_first) return right_answer(question);
    throw Unanswered{question};
  }

 private:
  static PerftAnswer moves_of(const Answered& known) {
    const Setup position = play(known.question.start, known.question.moves);
    return as_move_list(position, known.answer, reference_divide(position, known.question.depth));
  }

  static PerftAnswer right_answer(const PerftQuestion& question) {
    const Setup position = play(question.start, question.moves);
    PerftAnswer answer{Count()};
    for (const auto& [move, leaves] : reference_divide(position, question.depth)) {
      answer.branches.push_back({move_text(position, move), leaves});
      *answer.total += leaves;
    }
    return answer;
  }

  const std::vector<Answered>& answers_;
};

Comparison compared(const Answered& known) {
  const Setup position = play(known.question.start, known.question.moves);
  return compare(position, known.answer, reference_divide(position, known.question.depth));
}

/// An answer that is the first one again, although to another question, for which it is wrong.
const Answered* repetition_in(const std::vector<Answered>& answers) {
  const PerftAnswer& first = answers.front().answer;
  const auto found = std::find_if(answers.begin() + 1, answers.end(), [&](const Answered& known) {
    return known.answer.total == first.total &&
           std::ranges::equal(known.answer.branches, first.branches) && !compared(known).agrees();
  });
  return found == answers.end() ? nullptr : &*found;
}

/// The explanation of a repetition. A generator that sees a mate rightly answers 0 at any depth.
std::optional<Oddity> explain(const Answered& first, const Answered& again,
                              WatchedGenerator& generator) {
  if (auto oddity = constant_answer(generator, first.question, first.answer)) return oddity;
  if (again.question.start != first.question.start || !again.question.moves.empty() ||
      !first.answer.total || *first.answer.total == Count())
    return std::nullopt;
  return Oddity{"ignores_depth",
                fmt::format("it answers {} to perft({}) and to perft({}) of the position, as if it "
                            "did not read the depth",
                            *first.answer.total, first.question.depth, again.question.depth)};
}

/// The wrong answers in which something odd may show: the first one, and that at the smallest depth
/// of the same position, whose explanation may be quicker to test.
std::vector<const Answered*> telling_answers(const std::vector<Answered>& answers) {
  const Answered* smallest = &answers.front();
  for (const Answered& known : answers)
    if (known.question.start == smallest->question.start && known.question.moves.empty() &&
        known.question.depth < smallest->question.depth && !compared(known).agrees())
      smallest = &known;
  if (smallest == &answers.front()) return {smallest};
  return {&answers.front(), smallest};
}

/// Throws Unanswered.
std::optional<Oddity> find_oddity(const std::vector<Answered>& answers,
                                  WatchedGenerator& generator) {
  if (const Answered* again = repetition_in(answers))
    if (auto oddity = explain(answers.front(), *again, generator)) return oddity;
  for (const Answered* known : telling_answers(answers))
    if (auto oddity =
            oddity_of(generator, known->question, known->answer, compared(*known), std::nullopt))
      return oddity;
  return std::nullopt;
}

/// A wrong count of moves that no wrong move explains: all that the generator lists are right, or
/// it lists none and nothing can be deduced.
std::optional<Oddity> unexplained_count(const std::vector<Answered>& answers,
                                        const Diagnosis& diagnosis) {
  if (diagnosis.fault != Fault::generation || (!diagnosis.moves.empty() && !diagnosis.deduced))
    return std::nullopt;
  const Comparison& comparison = diagnosis.counterexample.comparison;
  const Setup position = diagnosis.counterexample.reached.position();
  const bool lists_right_moves = std::ranges::any_of(answers, [&](const Answered& known) {
    return !known.answer.branches.empty() &&
           play(known.question.start, known.question.moves) == position &&
           compared(known).same_moves();
  });
  const bool is_explained =
      !diagnosis.moves.empty() || !diagnosis.candidates.empty() || diagnosis.hypothesis;
  if (is_explained && !lists_right_moves) return std::nullopt;
  return Oddity{
      "unexplained_count",
      fmt::format("its perft(1) of {} is {}, right is {}, {}", to_string(position),
                  comparison.answer.total ? to_string(*comparison.answer.total) : "missing",
                  comparison.right,
                  lists_right_moves
                      ? "although the moves that it lists are right"
                      : "and no usual fault explains the number: let it list its moves, too")};
}

/// Enters what is known of a wrong answer. Throws Unanswered.
void search_cause(const std::vector<Answered>& answers, const Comparison& comparison,
                  Outcome& outcome) {
  AnsweredGenerator generator(answers);
  WatchedGenerator watched(generator);
  std::optional<Oddity> oddity = find_oddity(answers, watched);
  if (!oddity) {
    outcome.diagnosis = diagnose(watched, {answers.front().question}, comparison);
    oddity = unexplained_count(answers, *outcome.diagnosis);
  }
  if (!oddity) return;
  outcome.diagnosis.reset();
  outcome.oddity = oddity->kind;
  outcome.remark = std::move(oddity->sentence);
  outcome.evidence = std::move(oddity->evidence);
}

}  // namespace

DialogueState next_step(const std::vector<Answered>& answers) {
  DialogueState state;
  const PerftQuestion& question = answers.front().question;
  const Comparison comparison = compared(answers.front());
  Outcome& outcome = state.outcome;
  outcome.depth = question.depth;
  outcome.right = comparison.right;
  outcome.reported = comparison.answer.total;
  outcome.verdict = comparison.agrees() ? Verdict::agrees : Verdict::differs;
  outcome.miscounts = comparison.miscounts;
  if (comparison.agrees()) return state;
  try {
    search_cause(answers, comparison, outcome);
  } catch (const Unanswered& unanswered) {
    state.question = unanswered.question;
    return state;
  }
  outcome.answers = answers;
  std::vector<Outcome> outcomes{std::move(outcome)};
  settle({{.name = "", .setup = question.start, .depth = question.depth}}, outcomes);
  state.outcome = std::move(outcomes.front());
  return state;
}

}  // namespace plylab::perft::verify
