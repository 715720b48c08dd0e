#include "perft/verify/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "gen/parallel.h"

namespace plylab::perft::verify {
namespace {

/// One subject and the tasks that it has been given.
class Worker {
 public:
  explicit Worker(std::unique_ptr<engines::Subject> subject) : subject_(std::move(subject)) {}

  Outcome run(const Task& task) {
    Outcome outcome;
    if (chess::needs_chess960(task.fen) && !subject_->abilities().chess960) {
      outcome.verdict = Verdict::unfit;
      outcome.remark = "cannot set up Chess960 castling rights";
      return outcome;
    }
    try {
      ask_and_judge(task, outcome);
    } catch (const engines::EngineFault& error) {
      if (outcome.verdict == Verdict::unasked) {
        outcome.verdict = Verdict::failed;
        outcome.error = error;
      } else {
        outcome.remark = fmt::format("while the cause was looked for, it {}", error.what());
      }
      if (error.kind() == engines::FaultKind::stopped) outcome.verdict = Verdict::unasked;
    }
    return outcome;
  }

 private:
  void ask_and_judge(const Task& task, Outcome& outcome) {
    // From depth 1 on, without a fresh start: some tables of counts mix up the depths.
    for (int depth = 1; depth <= task.depth; ++depth) {
      const auto truth = true_divide(task.fen, depth);
      outcome.right = total_of(truth);
      const engines::PerftAnswer answer = subject_->ask({task.fen, {}, depth, outcome.right});
      const Comparison comparison = compare(task.fen, answer, truth);
      outcome.depth = depth;
      outcome.told = answer.total;
      outcome.seconds += answer.seconds;
      const auto previous = std::exchange(previous_, Task{task.name, task.fen, depth});
      if (comparison.agrees()) continue;
      outcome.verdict = Verdict::differs;
      outcome.remark = answers_for(previous, task.fen, depth, answer);
      if (outcome.remark.empty()) outcome.diagnosis = diagnose(*subject_, task.fen, depth);
      return;
    }
    outcome.verdict = Verdict::agrees;
  }

  /// Whether the answer is right for another question that the subject may have answered.
  static std::string answers_for(const std::optional<Task>& previous, const chess::Setup& asked,
                                 int asked_depth, const engines::PerftAnswer& answer) {
    const auto fits = [&](const chess::Setup& fen, int depth) {
      return (fen != asked || depth != asked_depth) && answer.total &&
             compare(fen, answer, true_divide(fen, depth)).agrees();
    };
    if (previous && fits(previous->fen, previous->depth))
      return fmt::format("its answer is the right one to the question before: perft({}) of {}",
                         previous->depth, to_string(previous->fen));
    if (previous && fits(previous->fen, asked_depth))
      return fmt::format("its answer is the right one for the position asked before: {}",
                         to_string(previous->fen));
    if (fits(chess::parse_fen("startpos"), asked_depth))
      return "its answer is the right one for the normal array: it ignores the FEN";
    return "";
  }

  std::unique_ptr<engines::Subject> subject_;
  std::optional<Task> previous_;
};

}  // namespace

std::string_view name_of(Verdict verdict) {
  constexpr std::string_view names[] = {"unasked", "agrees", "differs", "failed", "unfit"};
  return names[static_cast<std::size_t>(verdict)];
}

std::vector<Outcome> verify(const std::vector<Task>& tasks, const Verification& verification) {
  std::vector<Outcome> outcomes(tasks.size());
  std::vector<std::unique_ptr<Worker>> workers(
      static_cast<std::size_t>(std::max(verification.jobs, 1)));
  std::mutex mutex;  // of what follows
  std::size_t done = 0, faults = 0;
  const auto enough = [&] {
    const std::lock_guard lock(mutex);
    return verification.most_faults > 0 && faults >= verification.most_faults;
  };
  in_parallel(
      tasks.size(), verification.jobs, verification.stop, [&](std::size_t i, std::size_t number) {
        if (enough()) return;
        auto& worker = workers[number];
        if (!worker) worker = std::make_unique<Worker>(verification.start());
        Outcome outcome = worker->run(tasks[i]);
        const std::lock_guard lock(mutex);
        faults += outcome.verdict == Verdict::differs || outcome.verdict == Verdict::failed;
        outcomes[i] = std::move(outcome);
        if (verification.progress)
          verification.progress(static_cast<double>(++done) / static_cast<double>(tasks.size()));
      });
  return outcomes;
}

}  // namespace plylab::perft::verify
