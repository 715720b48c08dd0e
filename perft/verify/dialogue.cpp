#include "perft/verify/dialogue.h"

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
  /// The answer at depth 1 of a generator that lists these moves. Some leave out moves that mate.
  static PerftAnswer moves_of(const Answered& known) {
    const Setup position = play(known.question.start, known.question.moves);
    const auto reference = reference_divide(position, known.question.depth);
    const Comparison comparison = compare(position, known.answer, reference);
    PerftAnswer answer;
    for (const engines::ReportedBranch& branch : comparison.answer.branches)
      answer.branches.push_back({branch.move, 1});
    for (const auto& [move, leaves] : reference)
      if (leaves == Count() && std::ranges::find(comparison.order, move) == comparison.order.end())
        answer.branches.push_back({move_text(position, move), 1});
    answer.total = answer.branches.size();
    return answer;
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

/// Enters what is known of a wrong answer. Throws Unanswered.
void search_cause(const std::vector<Answered>& answers, const Comparison& comparison,
                  Outcome& outcome) {
  const auto& [question, answer] = answers.front();
  const auto call_odd = [&](Oddity oddity) {
    outcome.oddity = oddity.kind;
    outcome.remark = std::move(oddity.sentence);
  };
  if (comparison.is_half_read()) {
    std::vector<std::string> missing;
    for (const Move move : comparison.missing) missing.push_back(move_text(question.start, move));
    return call_odd({"half_read", remark_on_half_read(missing, comparison.unread)});
  }
  AnsweredGenerator generator(answers);
  WatchedGenerator watched(generator);
  if (auto oddity = other_question(watched, question, answer, std::nullopt))
    return call_odd(*std::move(oddity));
  if (auto oddity = castling_in_other_letters(watched, question.start, comparison))
    return call_odd(*std::move(oddity));
  outcome.diagnosis = diagnose(watched, {question}, comparison);
}

}  // namespace

DialogueState next_step(const std::vector<Answered>& answers) {
  DialogueState state;
  const auto& [question, answer] = answers.front();
  const auto reference = reference_divide(question.start, question.depth);
  const Comparison comparison = compare(question.start, answer, reference);
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
