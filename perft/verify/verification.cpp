#include "perft/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <utility>

#include "gen/base/parallel.h"
#include "gen/chess/text.h"
#include "gen/engines/process.h"
#include "perft/verify/consistency.h"
#include "perft/verify/random_positions.h"

namespace plylab::perft::verify {
namespace {

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
      if (chess::needs_chess960(task.setup) && !watched_->abilities().chess960) {
        outcome.verdict = Verdict::unsupported;
        outcome.remark = "cannot set up Chess960 castling rights";
        return outcome;
      }
      ask_and_judge(task, outcome);
    } catch (const engines::EngineFault& error) {
      if (outcome.verdict == Verdict::differs) {
        outcome.remark = remark_on(error);
      } else if (error.kind() != engines::FaultKind::stopped) {
        outcome.verdict = Verdict::failed;
        outcome.error = error;
      }
    }
    if (watched_) outcome.answers = watched_->take_answers();
    if (!outcome.diagnosis) outcome.answers.clear();
    return outcome;
  }

 private:
  void ask_and_judge(const Task& task, Outcome& outcome) {
    // Asks from depth 1 upwards without a restart, because some tables of counts confuse depths. A
    // program that is started for each question keeps no table: a right answer at the largest depth
    // is enough.
    std::optional<Comparison> at_once;
    if (!watched_->abilities().remembers) at_once = compare_at_once(task, outcome);
    const bool is_right = at_once && at_once->agrees();
    for (int depth = 1; depth <= task.depth; ++depth) {
      const auto reference = reference_divide(task.setup, depth);
      outcome.right = total_of(reference);
      outcome.right_at.push_back(outcome.right);
      outcome.depth = depth;
      if (is_right) continue;
      outcome.reported.reset();
      const engines::PerftAnswer answer = ask(task.setup, outcome);
      const Comparison comparison = compare(task.setup, answer, reference);
      outcome.reported = answer.total;
      const auto previous = std::exchange(previous_, Task{task.name, task.setup, depth});
      if (comparison.agrees()) continue;
      outcome.verdict = Verdict::differs;
      const std::vector<engines::PerftQuestion> asked = watched_->asked();
      outcome.remark = answers_for(previous, task.setup, depth, answer);
      if (!outcome.remark.empty()) return;
      outcome.miscounts = comparison.miscounts;
      outcome.diagnosis = diagnose(*watched_, asked, comparison);
      if (const auto& obstacle = outcome.diagnosis->obstacle) outcome.remark = remark_on(*obstacle);
      return;
    }
    outcome.verdict = Verdict::agrees;
    if (!at_once || is_right) return;
    outcome.verdict = Verdict::differs;
    outcome.reported = at_once->answer.total;
    outcome.miscounts = at_once->miscounts;
    outcome.remark = "chance: when asked the same question again, it is right";
  }

  /// Why the search for the cause of a wrong answer ended early.
  static std::string remark_on(const engines::EngineFault& fault) {
    if (fault.kind() == engines::FaultKind::stopped)
      return "the search for the cause was interrupted";
    return fmt::format("during the search for the cause it {}{}", fault.what(),
                       fault.kind() == engines::FaultKind::no_answer
                           ? ": a longer --timeout may find the cause"
                           : "");
  }

  /// The generator's answer to the task's deepest question when asked first. None if it crashes,
  /// which may have a simpler reason at a smaller depth. After a timeout it does not wait again.
  std::optional<Comparison> compare_at_once(const Task& task, Outcome& outcome) {
    const auto reference = reference_divide(task.setup, task.depth);
    outcome.right = total_of(reference);
    outcome.depth = task.depth;
    try {
      const engines::PerftAnswer answer = ask(task.setup, outcome);
      outcome.reported = answer.total;
      return compare(task.setup, answer, reference);
    } catch (const engines::EngineFault& fault) {
      if (fault.kind() != engines::FaultKind::died) throw;
      return std::nullopt;
    }
  }

  /// Asks at the outcome's depth. Adds the time even if there is no answer.
  engines::PerftAnswer ask(const chess::Setup& setup, Outcome& outcome) {
    const auto asked = std::chrono::steady_clock::now();
    try {
      engines::PerftAnswer answer = watched_->ask({setup, {}, outcome.depth});
      outcome.seconds += answer.seconds;
      return answer;
    } catch (const engines::EngineFault&) {
      outcome.seconds += engines::Seconds(std::chrono::steady_clock::now() - asked).count();
      throw;
    }
  }

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
      return "its answer is the right one for the normal array: it ignores the FEN";
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
    watched_->restart();
    for (const auto& [setup, plies] :
         {std::pair(asked, depth + 1), std::pair(next, 1), std::pair(next, 2)}) {
      const Count right = total_of(reference_divide(setup, plies));
      if (right == *answer.total) continue;
      const engines::PerftAnswer other = watched_->ask({setup, {}, plies});
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
      watched_->restart();
      watched_->ask({question.setup, {}, question.depth});
      const chess::Setup next = play(question.setup, {counted.move});
      return watched_->ask({next, {}, 1}).total == right;
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

  std::unique_ptr<engines::GeneratorUnderTest> generator_;
  std::optional<WatchedGenerator> watched_;
  std::optional<Task> previous_;
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

std::string_view name_of(Verdict verdict) {
  constexpr std::string_view names[] = {"unasked", "agrees", "differs", "failed", "unsupported"};
  return names[static_cast<std::size_t>(verdict)];
}

std::vector<Outcome> verify(const std::vector<Task>& tasks, const VerificationOptions& options) {
  std::vector<Outcome> outcomes(tasks.size());
  std::vector<Worker> workers(static_cast<std::size_t>(std::max(options.jobs, 1)));
  if (!tasks.empty()) workers.front().start(options);
  std::mutex mutex;  // guards the variables below
  std::size_t done = 0, faults = 0;
  const auto enough = [&] {
    const std::lock_guard lock(mutex);
    return options.most_faults > 0 && faults >= options.most_faults;
  };
  in_parallel(tasks.size(), options.jobs, options.stop, [&](std::size_t i, std::size_t number) {
    if (enough()) return;
    Outcome outcome = workers[number].run(tasks[i], options);
    const std::lock_guard lock(mutex);
    faults += outcome.verdict == Verdict::differs || outcome.verdict == Verdict::failed;
    outcomes[i] = std::move(outcome);
    if (options.progress)
      options.progress(static_cast<double>(++done) / static_cast<double>(tasks.size()));
  });
  settle(tasks, outcomes);
  return outcomes;
}

}  // namespace plylab::perft::verify
