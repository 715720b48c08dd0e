#include "perft/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "gen/chess/board/notation.h"
#include "gen/chess/text.h"
#include "gen/engines/process.h"
#include "perft/verify/consistency.h"
#include "perft/verify/random_positions.h"

namespace plylab::perft::verify {
namespace {

/// What one generator is asked about a task. Remembers the question before.
class ChessQuestions : public Questions {
 public:
  ChessQuestions(WatchedGenerator& generator, const Task& task, std::optional<Task>& previous,
                 Outcome& outcome)
      : generator_(generator), task_(task), previous_(previous), outcome_(outcome) {}

  bool remembers() const override { return generator_.abilities().remembers; }

  Count right(int depth) override {
    reference_ = reference_divide(task_.setup, depth);
    return total_of(reference_);
  }

  Answer ask(int depth) override {
    answer_ = generator_.ask({task_.setup, {}, depth});
    comparison_ = compare(task_.setup, answer_, reference_);
    before_ = std::exchange(previous_, Task{task_.name, task_.setup, depth});
    if (comparison_.agrees())
      outcome_.right_depths.push_back(depth);
    else
      outcome_.miscounts = comparison_.miscounts;
    return {answer_.total, answer_.seconds, comparison_.agrees()};
  }

  void explain() override {
    const std::vector<engines::PerftQuestion> asked = generator_.asked();
    outcome_.miscounts.clear();
    if (comparison_.is_half_read()) {
      std::vector<std::string> missing;
      for (const chess::Move move : comparison_.missing)
        missing.push_back(move_text(task_.setup, move));
      outcome_.remark = remark_on_half_read(missing, comparison_.unread);
      return;
    }
    outcome_.remark = answers_for(before_, task_.setup, outcome_.depth, answer_);
    if (!outcome_.remark.empty()) return;
    outcome_.miscounts = comparison_.miscounts;
    outcome_.diagnosis = diagnose(generator_, asked, comparison_);
    if (const auto& obstacle = outcome_.diagnosis->obstacle) take(outcome_, *obstacle);
  }

 private:
  /// The other question for which the answer is right, if any. A generator that does not answer
  /// more questions, which may be deeper, is not asked about it.
  std::string answers_for(const std::optional<Task>& previous, const chess::Setup& asked,
                          int asked_depth, const engines::PerftAnswer& answer) try {
    const auto fits = [&](const chess::Setup& setup, int depth) {
      return (setup != asked || depth != asked_depth) && answer.total &&
             is_right_for(setup, depth, answer);
    };
    // A constant answer is bound to be right for some other question.
    if (answers_always(asked, asked_depth, answer))
      return fmt::format("it answers {} whatever it is asked", *answer.total);
    const bool same_position = previous && previous->setup == asked;
    if (previous && fits(previous->setup, previous->depth) &&
        (!same_position || is_a_question_late(*previous)))
      return fmt::format("its answer is the right one to the previous question: perft({}) of {}",
                         previous->depth, to_string(previous->setup));
    if (previous && fits(previous->setup, asked_depth))
      return fmt::format("its answer is the right one for the previous position: {}",
                         to_string(previous->setup));
    if (fits(chess::parse_fen("startpos"), asked_depth))
      return "its answer is the right one for the initial position: it ignores the FEN";
    return "";
  } catch (const engines::EngineFault& fault) {
    if (fault.kind() == engines::FaultKind::stopped) throw;
    return "";
  }

  /// Whether a generator gives the same answer for a larger depth and for another position, where
  /// it is wrong.
  bool answers_always(const chess::Setup& asked, int depth, const engines::PerftAnswer& answer) {
    if (!answer.total) return false;
    const auto moves = reference_divide(asked, 1);
    if (moves.empty()) return false;
    const chess::Setup next = play(asked, {moves.front().move});
    generator_.restart();
    for (const auto& [setup, plies] :
         {std::pair(asked, depth + 1), std::pair(next, 1), std::pair(next, 2)}) {
      const Count right = total_of(reference_divide(setup, plies));
      if (right == *answer.total) continue;
      const engines::PerftAnswer other = generator_.ask({setup, {}, plies});
      if (other.total != answer.total || !std::ranges::equal(other.branches, answer.branches))
        return false;
    }
    return true;
  }

  /// Whether the generator answers a question about another position with the answer to this one.
  /// (For the same position, it may have used the count of a smaller depth.)
  bool is_a_question_late(const Task& question) {
    const Count right = total_of(reference_divide(question.setup, question.depth));
    for (const CountedMove& counted : reference_divide(question.setup, 2)) {
      if (counted.leaves == right || counted.leaves == 0) continue;
      generator_.restart();
      generator_.ask({question.setup, {}, question.depth});
      const chess::Setup next = play(question.setup, {counted.move});
      return generator_.ask({next, {}, 1}).total == right;
    }
    return false;
  }

  /// Whether the answer is right for that question. Counts grow with depth, so it stops once a
  /// smaller depth exceeds the answer.
  static bool is_right_for(const chess::Setup& setup, int depth,
                           const engines::PerftAnswer& answer) {
    for (int less = 1; less < depth; ++less)
      if (total_of(reference_divide(setup, less)) > *answer.total) return false;
    return compare(setup, answer, reference_divide(setup, depth)).agrees();
  }

  WatchedGenerator& generator_;
  const Task& task_;
  std::optional<Task>& previous_;
  Outcome& outcome_;
  std::vector<CountedMove> reference_;
  engines::PerftAnswer answer_;
  Comparison comparison_;
  std::optional<Task> before_;  ///< the question before the last one
};

/// One generator, started by its first task at the latest, and its tasks.
class Worker {
 public:
  void start(const VerificationOptions& options) {
    if (generator_) return;
    generator_ = options.start();
    watched_.emplace(*generator_);
  }

  Outcome run(const Task& task, const VerificationOptions& options) {
    Outcome outcome;
    try {
      start(options);
    } catch (const engines::EngineFault& fault) {
      take(outcome, fault);
      return outcome;
    }
    if (chess::needs_chess960(task.setup) && !watched_->abilities().chess960) {
      outcome.verdict = Verdict::unsupported;
      outcome.remark = "cannot set up Chess960 castling rights";
      return outcome;
    }
    ChessQuestions questions(*watched_, task, previous_, outcome);
    judge(questions, task.depth, pace_, outcome);
    outcome.answers = watched_->take_answers();
    if (!outcome.diagnosis) outcome.answers.clear();
    return outcome;
  }

 private:
  std::unique_ptr<engines::GeneratorUnderTest> generator_;
  std::optional<WatchedGenerator> watched_;
  std::optional<Task> previous_;
  Pace pace_;
};

}  // namespace

Depths chosen_depths(int depth, bool are_random) {
  if (depth > 0) return {depth, depth, std::numeric_limits<std::uint64_t>::max()};
  return {.otherwise = are_random ? 2 : 3};
}

std::vector<epd::Record> random_records(std::size_t number, std::uint64_t seed, bool chess960,
                                        const std::function<bool(std::size_t drawn)>& goes_on) {
  std::vector<epd::Record> records;
  for (const chess::Setup& setup : random_positions(number, seed, chess960, goes_on))
    records.push_back({setup, {{"id", {{fmt::format("random {}", records.size() + 1), true}}}}});
  return records;
}

std::vector<Task> tasks_of(const std::vector<epd::Record>& records, Depths depths) {
  std::vector<Task> tasks;
  for (const epd::Record& record : records) {
    Task task{record.id().value_or(fmt::format("line {}", record.line)),
              record.setup,
              depths.otherwise,
              {},
              record.file,
              record.file.empty() ? 0 : record.line};
    for (const epd::PerftCount& count : epd::perft_counts(record)) {
      const int depth = static_cast<int>(count.depth);
      if (depth > depths.most || count.paths > depths.most_leaves) continue;
      task.depth = task.stated.empty() ? depth : std::max(task.depth, depth);
      task.stated.push_back(count);
    }
    tasks.push_back(std::move(task));
  }
  return tasks;
}

std::vector<WrongStatement> wrong_statements(const Task& task, const Outcome& outcome) {
  std::vector<WrongStatement> wrong;
  for (const epd::PerftCount& stated : task.stated)
    if (stated.depth > 0 && stated.depth <= outcome.right_at.size())
      if (const Count right = outcome.right_at[stated.depth - 1]; right != stated.paths)
        wrong.push_back({stated, right});
  return wrong;
}

std::vector<Outcome> verify(const std::vector<Task>& tasks, const VerificationOptions& options) {
  std::vector<Outcome> outcomes(tasks.size());
  std::vector<Worker> workers(static_cast<std::size_t>(std::max(options.jobs, 1)));
  if (!tasks.empty()) workers.front().start(options);
  run_through(tasks.size(), options, [&](std::size_t i, std::size_t job) {
    outcomes[i] = workers[job].run(tasks[i], options);
    return outcomes[i].is_fault();
  });
  settle(tasks, outcomes);
  return outcomes;
}

}  // namespace plylab::perft::verify
