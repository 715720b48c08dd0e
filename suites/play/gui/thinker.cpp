#include "suites/play/gui/thinker.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/chess/registry.h"
#include "search/mate/solvers.h"

namespace plylab::suites::play::gui {
namespace {

using SearchInfo = search::SearchInfo<chess::Move>;

/// The node limit of the search that chooses a move if no mate was found and there is no other
/// limit.
constexpr std::uint64_t nodes_without_mate = 100'000;

bool is_unlimited(const search::Limits& limits) {
  const search::Limits none;
  return limits.depth == none.depth && limits.nodes == none.nodes && limits.seconds == none.seconds;
}

/// Thinks about one question.
class Thinking {
 public:
  Thinking(const Question& question, const Listener& listener, const std::atomic<bool>& stop,
           const Thinker::Tell& tell)
      : question_(question), listener_(listener), tell_(tell), job_(question.job) {
    job_.limits.stop = &stop;
  }

  void choose() {
    const chess::Moves legal = question_.game.board().generate();
    if (legal.empty()) {
      Thought over;
      if (question_.game.board().checkers() != 0) over.mate = 0;
      listener_.thought(over);
    } else {
      best_ = question_.root_moves.empty() ? legal[0] : question_.root_moves.front();
      try {
        find_move();
      } catch (const std::exception& error) {  // must not escape the thread
        listener_.remark(error.what());
      }
    }
    answer();
  }

 private:
  /// Allocation of the table can fail, although there was enough memory when the option was set.
  void find_move() {
    try {
      prove_or_search();
    } catch (const InputError& error) {
      listener_.remark(fmt::format("{}; the table gets 1 MiB", error.what()));
      job_.switches["table"] = 1;
      prove_or_search();
    }
  }

  void prove_or_search() {
    if (!question_.mate || !mate()) search();
  }

  void search() {
    search::Job job = job_;
    job.limits.seconds -= seconds_for_mate_;
    if (mate_failed_ && is_unlimited(job.limits)) job.limits.nodes = nodes_without_mate;
    search::RootContext<chess::Move> context{question_.game.moves(), question_.root_moves};
    context.observer.info = [&](const SearchInfo& info) { tell(info); };
    context.observer.ended = [&](const search::RootChange<chess::Move>* last) {
      // A search that ends within its first iteration has not reported a line.
      if (last != nullptr && (line_.empty() || last->move != *best_))
        tell({last->depth, last->value, {last->move}, last->nodes, last->seconds});
      answer();
    };
    search::run<chess::Chess>(question_.game.start(), job, context);
  }

  /// Looks for a proved mate; false if none was found.
  bool mate() {
    search::mate::MateProblem problem{question_.game.position(), *question_.mate};
    problem.limits = {job_.limits.nodes, job_.limits.seconds, job_.limits.stop};
    if (job_.switches["table"] > 0)
      problem.table_bytes = static_cast<std::size_t>(job_.switches["table"]) << 20;
    const search::mate::MateAnswer found =
        search::mate::find_mate_solver(question_.mate_solver).solve(problem);
    const bool proved = found.mates() && found.status >= search::mate::MateStatus::line_valid;
    if (proved && may_play(found.line.front())) {
      tell(Thought{.depth = static_cast<int>(found.line.size()),
                   .mate = found.moves,
                   .line = found.line,
                   .nodes = found.nodes,
                   .seconds = found.seconds});
      return true;
    }
    mate_failed_ = true;
    seconds_for_mate_ = found.seconds;
    const int moves = found.mates() ? found.moves : found.refuted;
    listener_.remark(fmt::format("mate {}: {}{}{}, {} nodes", problem.max_moves,
                                 name_of(found.status), moves > 0 ? fmt::format(" {}", moves) : "",
                                 proved ? ", but not by searchmoves" : "", found.nodes));
    return false;
  }

  bool may_play(chess::Move move) const {
    const auto& only = question_.root_moves;
    return only.empty() || std::find(only.begin(), only.end(), move) != only.end();
  }

  void tell(const SearchInfo& info) {
    if (info.line.empty()) return;
    Thought thought{.depth = info.depth,
                    .value = info.value,
                    .line = info.line,
                    .nodes = info.nodes,
                    .seconds = info.seconds};
    if (search::is_mate(info.value)) thought.mate = search::mate_in(info.value);
    tell(thought);
  }

  void tell(const Thought& thought) {
    best_ = thought.line.front();
    line_ = thought.line;
    listener_.thought(thought);
  }

  void answer() {
    if (answered_) return;
    answered_ = true;
    tell_({best_, line_.size() < 2 ? std::nullopt : std::optional(line_[1])});
  }

  const Question& question_;
  const Listener& listener_;
  const Thinker::Tell& tell_;
  search::Job job_;
  std::optional<chess::Move> best_;
  std::vector<chess::Move> line_;  // the last one reported
  bool answered_ = false;
  bool mate_failed_ = false;
  double seconds_for_mate_ = 0;
};

}  // namespace

void Thinker::begin(Question question, Listener listener) {
  if (!question.keeps_table) clear_table();  // what other questions have left
  begin([this, question = std::move(question), listener = std::move(listener)](
            const std::atomic<bool>& stop, const Tell& tell) mutable {
    question.job.kept_table = &table_;
    Thinking(question, listener, stop, tell).choose();
    if (!question.keeps_table) table_.clear();  // after the answer, not before the next one
  });
}

void Thinker::begin(Work work) {
  end();
  if (std::exchange(clears_table_, false)) table_.clear();
  stop_ = answered_ = false;
  busy_ = true;
  thread_ = std::jthread([this, work = std::move(work)]() mutable {
    work(stop_, [this](const Answer& answer) {
      answer_ = answer;
      answered_ = true;
      answered_.notify_all();
      wake_();
    });
  });
}

std::optional<Answer> Thinker::take() {
  if (!busy_ || !answered_) return std::nullopt;
  busy_ = false;
  deadline_.reset();
  return answer_;
}

Answer Thinker::wait() {
  answered_.wait(false);
  return *take();
}

void Thinker::wait_or(const std::atomic<bool>& stop) const {
  using namespace std::chrono_literals;
  while (busy_ && !answered_ && !stop) std::this_thread::sleep_for(1ms);
}

void Thinker::stop() {
  stop_ = true;
  deadline_.reset();
}

void Thinker::watch_clock() {
  if (deadline_ && Clock::now() >= *deadline_) stop();
}

Clock::duration Thinker::time_to_next_check() const {
  using namespace std::chrono_literals;
  constexpr Clock::duration glance = 50ms;  // between checks of Ctrl-C and of the output
  return deadline_ ? std::clamp<Clock::duration>(*deadline_ - Clock::now(), 0ms, glance) : glance;
}

void Thinker::prepare_table(search::Job job) {
  if (busy_) return;
  end();  // it may have answered, and not yet returned
  if (std::exchange(clears_table_, false)) table_.clear();
  job.kept_table = &table_;
  job.only_prepare = true;
  search::run<chess::Chess>(chess::ValidSetup(chess::startpos_fen), job);
}

void Thinker::end() {
  stop();
  if (thread_.joinable()) thread_.join();
  busy_ = false;
}

}  // namespace plylab::suites::play::gui
