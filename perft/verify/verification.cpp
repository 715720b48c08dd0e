#include "perft/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/text.h"
#include "gen/engines/engine_fault.h"
#include "perft/verify/consistency.h"
#include "perft/verify/fault_groups.h"
#include "perft/verify/other_question.h"
#include "perft/verify/random_positions.h"

namespace plylab::perft::verify {
namespace {

/// The causes that may explain answers of the run so far, for several threads.
class KnownCauses {
 public:
  /// See VerificationOptions::presume_after.
  explicit KnownCauses(double patience) : patience_(patience) {}

  void add(const Diagnosis& diagnosis) {
    const std::lock_guard lock(mutex_);
    for (Hypothesis& cause : causes_of(diagnosis)) {
      const auto same = std::ranges::find_if(causes_, [&](const auto& known) {
        return known.first.model == cause.model && known.first.fault == cause.fault;
      });
      if (same == causes_.end())
        causes_.emplace_back(std::move(cause), 1);
      else
        ++same->second;
    }
  }

  /// Those that were found so often that no other is sought where they explain all; none until the
  /// run has taken a while.
  std::vector<Hypothesis> often() {
    const std::lock_guard lock(mutex_);
    std::vector<Hypothesis> found;
    if (engines::Seconds(std::chrono::steady_clock::now() - began_).count() < patience_)
      return found;
    for (const auto& [cause, times] : causes_)
      if (times >= FaultLimit::positions_per_fault) found.push_back(cause);
    return found;
  }

 private:
  const double patience_;  ///< seconds
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::vector<std::pair<Hypothesis, std::size_t>> causes_;
};

/// What one generator is asked about a task. Remembers the question before.
class ChessQuestions : public Questions {
 public:
  ChessQuestions(WatchedGenerator& generator, const Task& task,
                 std::optional<engines::PerftQuestion>& previous, std::set<std::string>& deaths,
                 KnownCauses& known, Outcome& outcome)
      : generator_(generator),
        task_(task),
        previous_(previous),
        deaths_(deaths),
        known_(known),
        outcome_(outcome) {}

  bool remembers() const override { return generator_.abilities().remembers; }

  Count right(int depth) override {
    reference_ = reference_divide(task_.setup, depth);
    return total_of(reference_);
  }

  Answer ask(int depth) override {
    const engines::PerftQuestion question{task_.setup, {}, depth};
    answer_ = generator_.ask(question);
    comparison_ = compare(task_.setup, answer_, reference_);
    before_ = std::exchange(previous_, question);
    if (comparison_.agrees())
      outcome_.right_depths.push_back(depth);
    else
      outcome_.miscounts = comparison_.miscounts;
    return {answer_.total, answer_.seconds, comparison_.agrees()};
  }

  void explain() override {
    const Timed timed(*this);
    search_cause();
  }

  /// Asks about the position after the task's moves, if the generator has been right so far and its
  /// answers have shown that it makes them rightly itself. Depth and counts of the outcome stay
  /// those of the position before the moves.
  void ask_after_moves() {
    if (outcome_.verdict != Verdict::agrees || task_.moves.empty() ||
        task_.depth <= static_cast<int>(task_.moves.size()) || outcome_.is_cut_short ||
        !generator_.abilities().plays_moves || generator_.contradiction())
      return;
    const Timed timed(*this);
    const ReachedPosition reached{task_.setup, task_.moves};
    try {
      Comparison comparison = verify::ask(generator_, reached, 1);
      if (comparison.agrees() || ignores_moves(generator_, task_.setup)) return;
      outcome_.verdict = Verdict::differs;
      outcome_.remark =
          fmt::format("after {}: {}, right is {}", uci_line(reached),
                      comparison.answer.total ? to_string(*comparison.answer.total) : "no total",
                      comparison.right);
      generator_.restart();
      comparison = verify::ask(generator_, reached, 1);
      if (comparison.agrees()) {
        outcome_.oddity = "chance";
        outcome_.remark += "; chance: when asked again after a restart, it is right";
        return;
      }
      outcome_.diagnosis = diagnose_after_moves(generator_, reached, comparison);
      if (const auto& obstacle = outcome_.diagnosis->obstacle) take(outcome_, *obstacle);
    } catch (const engines::EngineFault& fault) {
      take(outcome_, fault);
      if (outcome_.verdict == Verdict::failed) outcome_.death = {reached, 1};
    }
  }

  void explain_death() override try {
    const Timed timed(*this);
    if (outcome_.depth > 1) search_death();
    if (deaths_.insert(outcome_.error->what()).second) reduce_death();
  } catch (const engines::EngineFault&) {
    // That it died is known already.
  }

 private:
  /// While it exists, the time of answers and failures is added to the outcome's.
  class Timed {
   public:
    explicit Timed(ChessQuestions& questions) : questions_(questions) {}
    ~Timed() { questions_.outcome_.seconds += questions_.generator_.all_seconds() - before_; }
    Timed(const Timed&) = delete;
    Timed& operator=(const Timed&) = delete;

   private:
    ChessQuestions& questions_;
    const double before_ = questions_.generator_.all_seconds();
  };

  void search_death() {
    try {
      Diagnosis diagnosis = diagnose(generator_, {{task_.setup, {}, outcome_.depth}}, {});
      if (diagnosis.fault == Fault::history || diagnosis.fault == Fault::nondeterministic)
        outcome_.remark = "after a restart it answers the same questions";
      else
        outcome_.diagnosis = std::move(diagnosis);
    } catch (const Death& death) {
      const ReachedPosition& reached = death.reached;
      outcome_.death = {reached.path.empty() ? ReachedPosition{task_.setup, death.path} : reached,
                        death.depth};
      if (!reached.path.empty())
        outcome_.death->is_right_by_fen = is_right_by_fen(reached.position(), death.depth);
    }
  }

  /// Leaves men out while the generator, freshly started, still dies in the position by FEN.
  void reduce_death() {
    constexpr int max_restarts = 60;
    constexpr engines::Seconds max_time{5};
    const auto& death = outcome_.death;
    if (outcome_.diagnosis || !generator_.abilities().patient || (outcome_.depth > 1 && !death) ||
        (death && death->is_right_by_fen == true))
      return;
    const chess::Setup position = death ? death->way.position() : task_.setup;
    const auto began = std::chrono::steady_clock::now();
    const auto dies = [&](const chess::Setup& setup) {
      if (std::chrono::steady_clock::now() - began > max_time) return false;
      try {
        generator_.restart();
        verify::ask(generator_, {setup}, death ? death->depth : 1);
        return false;
      } catch (const engines::EngineFault& fault) {
        if (fault.kind() == engines::FaultKind::stopped) throw;
        return fault.kind() == engines::FaultKind::died;
      }
    };
    if (!dies(position)) return;
    const chess::Setup fewest = shrink(position, dies, max_restarts);
    if (fewest != position) outcome_.dies_with_fewest = fewest;
  }

  bool is_right_by_fen(const chess::Setup& setup, int depth) try {
    return verify::ask(generator_, {setup}, depth).agrees();
  } catch (const engines::EngineFault& fault) {
    if (fault.kind() == engines::FaultKind::stopped) throw;
    return false;
  }

  void search_cause() {
    if (const auto& contradiction = generator_.contradiction()) {
      outcome_.diagnosis = nondeterministic(*contradiction);
      return;
    }
    const std::vector<engines::PerftQuestion> asked = generator_.asked();
    const std::vector<Hypothesis> known = known_.often();
    if (asked.back().depth == 1)
      outcome_.diagnosis =
          presume({CounterexampleKind::moves, {task_.setup}, 1, comparison_}, known);
    if (outcome_.diagnosis) return;
    if (auto oddity = oddity_of(generator_, asked.back(), answer_, comparison_, before_)) {
      if (!oddity->is_of_moves) outcome_.miscounts.clear();
      outcome_.oddity = oddity->kind;
      outcome_.remark = std::move(oddity->sentence);
      outcome_.evidence = std::move(oddity->evidence);
      return;
    }
    outcome_.diagnosis = diagnose(generator_, asked, comparison_, known);
    known_.add(*outcome_.diagnosis);
    if (const auto& obstacle = outcome_.diagnosis->obstacle) take(outcome_, *obstacle);
  }

  WatchedGenerator& generator_;
  const Task& task_;
  std::optional<engines::PerftQuestion>& previous_;
  std::set<std::string>& deaths_;  ///< of all tasks so far, in words
  KnownCauses& known_;
  Outcome& outcome_;
  std::vector<CountedMove> reference_;
  engines::PerftAnswer answer_;
  Comparison comparison_;
  std::optional<engines::PerftQuestion> before_;  ///< the question before the last one
};

/// One generator, started by its first task at the latest, and its tasks.
class Worker {
 public:
  void start(const VerificationOptions& options) {
    if (generator_) return;
    generator_ = options.start();
    watched_.emplace(*generator_);
  }

  Outcome run(const Task& task, const VerificationOptions& options, KnownCauses& known) {
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
    ChessQuestions questions(*watched_, task, previous_, deaths_, known, outcome);
    pace_.patience = options.patience;
    judge(questions, task.depth, pace_, outcome);
    questions.ask_after_moves();
    outcome.answers = watched_->take_answers();
    if (!outcome.diagnosis) outcome.answers.clear();
    return outcome;
  }

 private:
  std::unique_ptr<engines::GeneratorUnderTest> generator_;
  std::optional<WatchedGenerator> watched_;
  std::optional<engines::PerftQuestion> previous_;
  std::set<std::string> deaths_;
  Pace pace_;
};

/// The moves of a record's pv; none if one of them cannot be read or is not legal.
std::vector<chess::Move> line_of(const epd::Record& record) try {
  std::vector<chess::Move> line;
  const epd::Operation* const operation = record.find("pv");
  if (operation == nullptr) return line;
  chess::Mailbox board{chess::ValidSetup(record.setup)};
  for (const std::string& word : epd::move_words(*operation)) {
    const chess::Move move = chess::find_move(board.setup().squares, board.generate(), word);
    board.make(line.emplace_back(move));
  }
  return line;
} catch (const chess::MoveError&) {
  return {};
}

/// Indices of tasks: those first of which the suite says that they have the fewest leaves, those
/// last of which it does not say.
std::vector<std::size_t> cheapest_first(const std::vector<Task>& tasks) {
  const auto leaves = [&](std::size_t i) {
    for (const epd::PerftCount& count : tasks[i].stated)
      if (static_cast<int>(count.depth) == tasks[i].depth) return std::pair(false, count.paths);
    return std::pair(true, Count());
  };
  std::vector<std::size_t> order(tasks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, leaves);
  return order;
}

}  // namespace

Depths chosen_depths(int depth, bool are_random) {
  if (depth > 0) return {depth, depth, std::numeric_limits<std::uint64_t>::max()};
  return {.otherwise = are_random ? 2 : 3};
}

std::vector<epd::Record> random_records(std::size_t number, std::uint64_t seed, bool chess960,
                                        const std::function<bool(std::size_t drawn)>& goes_on) {
  std::vector<epd::Record> records;
  for (const chess::Setup& setup : random_positions(number, seed, chess960, goes_on))
    records.push_back(
        {.setup = setup, .operations = {}, .name = fmt::format("random {}", records.size() + 1)});
  return records;
}

std::vector<Task> tasks_of(const std::vector<epd::Record>& records, Depths depths) {
  std::vector<Task> tasks;
  for (const epd::Record& record : records) {
    Task task{.name = record.name,
              .setup = record.setup,
              .depth = depths.otherwise,
              .file = record.file,
              .line = record.file.empty() ? 0 : record.line};
    const auto counts = epd::perft_counts(record);
    for (const epd::PerftCount& count : counts) {
      const int depth = static_cast<int>(count.depth);
      if (depth > depths.most || count.paths > depths.max_leaves) continue;
      task.depth = task.stated.empty() ? depth : std::max(task.depth, depth);
      task.stated.push_back(count);
    }
    task.states_deeper = task.stated.empty() && !counts.empty();
    task.moves = line_of(record);
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
  const std::vector<std::size_t> order = cheapest_first(tasks);
  KnownCauses known(options.presume_after);
  std::mutex mutex;  // guards the outcomes
  RunOptions run = options;
  run.count_faults = [&] {
    const std::lock_guard lock(mutex);
    std::vector<Outcome> settled = outcomes;
    settle(tasks, settled);
    return number_of_faults(settled);
  };
  run_through(tasks.size(), run, [&](std::size_t turn, std::size_t job) {
    const std::size_t i = order[turn];
    Outcome outcome = workers[job].run(tasks[i], options, known);
    std::string name = fault_name(outcome, i);
    const std::lock_guard lock(mutex);
    outcomes[i] = std::move(outcome);
    return name;
  });
  settle(tasks, outcomes);
  return outcomes;
}

}  // namespace plylab::perft::verify
