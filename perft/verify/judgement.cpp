#include "perft/verify/judgement.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "gen/base/parallel.h"

namespace plylab::perft::verify {
namespace {

using engines::EngineFault;
using engines::FaultKind;

constexpr double quick = 1;                         // seconds
constexpr std::uint64_t min_measured_leaves = 100;  // leaves
constexpr double min_measured_seconds = 1e-3;       // seconds

/// Asks at a depth. Adds the time even if there is no answer.
Questions::Answer ask(Questions& questions, int depth, Pace& pace, Judgement& judgement) {
  judgement.right = questions.right(depth);
  judgement.depth = depth;
  judgement.reported.reset();
  const auto asked = std::chrono::steady_clock::now();
  try {
    const Questions::Answer answer = questions.ask(depth);
    judgement.seconds += answer.seconds;
    judgement.reported = answer.total;
    if (depth > 1) pace.add(judgement.right, answer.seconds);  // moves may be counted unplayed
    return answer;
  } catch (const EngineFault&) {
    judgement.seconds += engines::Seconds(std::chrono::steady_clock::now() - asked).count();
    throw;
  }
}

void judge_by_depth(Questions& questions, int depth, Pace& pace, Judgement& judgement) {
  std::optional<Questions::Answer> at_once;
  std::optional<EngineFault> too_slow;
  if (!questions.remembers() && pace.is_quick && pace.has_time_for(questions.right(depth))) try {
      at_once = ask(questions, depth, pace, judgement);
      pace.is_quick = at_once->seconds < quick;
    } catch (const EngineFault& fault) {
      if (fault.kind() == FaultKind::stopped) throw;
      // There may be a simpler reason at a smaller depth; but it does not wait twice.
      if (fault.kind() == FaultKind::no_answer) too_slow = fault;
    }
  for (int now = 1; now <= depth; ++now) {
    if ((at_once && at_once->agrees) || (too_slow && now == depth)) {
      judgement.right = questions.right(now);
      judgement.depth = now;
      judgement.right_at.push_back(judgement.right);
      continue;
    }
    if (now > 1 && !pace.has_time_for(questions.right(now))) {
      judgement.is_cut_short = true;
      break;
    }
    const Questions::Answer answer = ask(questions, now, pace, judgement);
    judgement.right_at.push_back(judgement.right);
    if (now == depth) pace.is_quick = answer.seconds < quick;
    if (answer.agrees) continue;
    judgement.verdict = Verdict::differs;
    return questions.explain();
  }
  if (too_slow) throw EngineFault(*too_slow);
  judgement.verdict = Verdict::agrees;
  if (!at_once || at_once->agrees) return;
  judgement.verdict = Verdict::differs;
  judgement.reported = at_once->total;
  judgement.oddity = "chance";
  judgement.remark = "chance: when asked the same question again, it is right";
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  constexpr std::string_view names[] = {"unasked", "agrees", "differs", "failed", "unsupported"};
  return names[static_cast<std::size_t>(verdict)];
}

// The fastest answer counts: the first ones may be slow, as a program warms up.
void Pace::add(Count leaves, double seconds) {
  if (leaves.value() < min_measured_leaves) return;
  leaves_per_second = std::max(leaves_per_second, static_cast<double>(leaves.value()) /
                                                      std::max(seconds, min_measured_seconds));
}

bool Pace::has_time_for(Count leaves) const {
  return leaves_per_second == 0 ||
         static_cast<double>(leaves.value()) <= patience * leaves_per_second;
}

void take(Judgement& judgement, const EngineFault& fault) {
  const bool is_stop = fault.kind() == FaultKind::stopped;
  if (judgement.verdict == Verdict::differs) {
    judgement.remark = is_stop
                           ? "the search for the cause was interrupted"
                           : fmt::format("during the search for the cause it {}{}", fault.what(),
                                         fault.kind() == FaultKind::no_answer
                                             ? ": a longer --timeout may find the cause"
                                             : "");
  } else if (!is_stop) {
    judgement.verdict = Verdict::failed;
    judgement.error = fault;
  }
}

void judge(Questions& questions, int depth, Pace& pace, Judgement& judgement) {
  try {
    judge_by_depth(questions, depth, pace, judgement);
  } catch (const EngineFault& fault) {
    if (fault.kind() == FaultKind::no_answer) pace.is_quick = false;
    take(judgement, fault);
    if (judgement.verdict == Verdict::failed && fault.kind() == FaultKind::died &&
        judgement.depth > 0)
      questions.explain_death();
  }
}

void FaultLimit::add(std::string name) {
  if (name.empty()) return;
  names.insert(std::move(name));
  ++positions;
}

bool FaultLimit::has_enough_names() const { return names.size() >= max_faults + same; }

bool FaultLimit::are_many() const { return positions >= positions_per_fault * max_faults; }

bool FaultLimit::is_reached(double seconds) const {
  return max_faults > 0 && (has_enough_names() || (seconds > long_run && are_many()));
}

void run_through(std::size_t positions, const RunOptions& options,
                 const std::function<std::string(std::size_t i, std::size_t job)>& judge_one) {
  std::mutex mutex;  // guards the variables below
  std::size_t done = 0;
  FaultLimit limit{options.max_faults};
  bool is_ended = false;
  const auto began = std::chrono::steady_clock::now();
  const auto enough = [&] {
    const std::lock_guard lock(mutex);
    const auto is_reached = [&] {
      return limit.is_reached(engines::Seconds(std::chrono::steady_clock::now() - began).count());
    };
    if (is_ended || !is_reached()) return is_ended;
    if (options.count_faults && limit.has_enough_names())
      limit.same = limit.names.size() - std::min(limit.names.size(), options.count_faults());
    return is_ended = is_reached();
  };
  in_parallel(positions, options.jobs, options.stop, [&](std::size_t i, std::size_t job) {
    if (enough()) return;
    std::string fault = judge_one(i, job);
    const std::lock_guard lock(mutex);
    limit.add(std::move(fault));
    if (options.progress)
      options.progress(static_cast<double>(++done) / static_cast<double>(positions));
  });
}

}  // namespace plylab::perft::verify
