// Judges a generator's answers about one position of any game: questions of growing depth, and the
// verdict. What the right counts are, how to ask, and what to say of a wrong answer is each game's.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/count.h"
#include "gen/engines/engine_fault.h"

namespace plylab::perft::verify {

/// The result of a generator on a position.
enum class Verdict : std::uint8_t {
  unasked,  ///< stopped by the user, or after enough faults
  agrees,
  differs,
  failed,      ///< no usable answer
  unsupported  ///< the generator does not support Chess960
};

/// "unasked", "agrees", "differs", "failed", "unsupported".
std::string_view name_of(Verdict verdict);

/// What Judgement::seconds are, for tables.
inline constexpr std::string_view meaning_of_seconds =
    "sum of the times until the engine answered or failed, also in the search for a cause";

/// The verdict on a position, and what was asked.
struct Judgement {
  Verdict verdict = Verdict::unasked;
  int depth = 0;  ///< of the last question, from 1; 0 if the generator did not start
  Count right = 0;
  std::vector<Count> right_at = {};  ///< right counts at depths 1, 2, … up to `depth`
  std::optional<Count> reported = {};
  double seconds = 0;         ///< sum of the times of its answers and failures
  bool is_cut_short = false;  ///< right, but not asked to the full depth: see Pace::patience
  /// "its answer is the one for …", or why the search for the cause ended early.
  std::string remark = {};
  /// Oddity::kind or "chance", if the answer is no fault of a move generator; the remark says more.
  std::string_view oddity = {};
  std::optional<engines::EngineFault> error = {};  ///< for a failure

  /// A difference or a failure.
  bool is_fault() const { return verdict == Verdict::differs || verdict == Verdict::failed; }
  /// The greatest depth up to which a generator that differs or fails has been right.
  int agreed_depth() const { return depth > 0 ? depth - 1 : 0; }
};

/// Enters a fault of the generator. A difference found before stays one: the fault only ends the
/// search for its cause. The user's stop is not a fault.
void take(Judgement& judgement, const engines::EngineFault& fault);

/// A position with a generator to be asked about it. All functions may throw EngineFault.
class Questions {
 public:
  virtual ~Questions() = default;

  /// An answer's total, and whether all of the answer is right.
  struct Answer {
    std::optional<Count> total;
    double seconds;
    bool agrees;
  };

  /// Whether the generator keeps its process from question to question.
  virtual bool remembers() const = 0;
  /// The right count at a depth, which is the depth of the next question.
  virtual Count right(int depth) = 0;
  virtual Answer ask(int depth) = 0;
  /// Looks for the cause of the last answer, which was wrong.
  virtual void explain() = 0;
  /// Looks for the smallest case in which the generator dies, as it did when asked last; the depth
  /// is at least 1.
  virtual void explain_death() {}
};

/// How fast a generator has answered so far.
struct Pace {
  bool is_quick = false;  ///< its last answer at full depth took less than a second
  /// Questions that would take more seconds than this are not asked, but for perft(1).
  double patience = std::numeric_limits<double>::infinity();
  double leaves_per_second = 0;  ///< the most in an answer; 0: not known

  void add(Count leaves, double seconds);
  bool has_time_for(Count leaves) const;
};

/// Asks from depth 1 upwards without a restart, because some tables of counts confuse depths, and
/// ends with the first wrong answer, or where a question would take too long. A quick program that
/// is started for each question keeps no table: it is asked at the largest depth first, and a right
/// answer there is enough.
void judge(Questions& questions, int depth, Pace& pace, Judgement& judgement);

/// How to run through many positions.
struct RunOptions {
  int jobs = 1;  ///< how many generators run at once
  /// Ends after this many different faults; if the run takes long, also after positions_per_fault
  /// times as many positions with a fault that has no known cause; 0: never.
  std::size_t max_faults = 10;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(double share)> progress = {};  ///< called by one thread at a time
  /// How many faults there are in the positions so far, of which several may look different. Asked
  /// when max_faults look different; none: all that do.
  std::function<std::size_t()> count_faults = {};
};

/// Calls judge_one(i, job) for each position, in `jobs` threads, until there are enough faults. It
/// returns a name for the fault that the position shows, which is empty if it shows none, or one
/// with a known cause.
void run_through(std::size_t positions, const RunOptions& options,
                 const std::function<std::string(std::size_t i, std::size_t job)>& judge_one);

/// Whether a run ends: one fault may show in many positions, each of which takes a search for the
/// cause, unless a known cause explains it. A quick engine is asked about all, since behind that
/// fault there may be others.
struct FaultLimit {
  static constexpr std::size_t positions_per_fault = 5;
  static constexpr double long_run = 30;  ///< seconds

  std::size_t max_faults;
  std::set<std::string> names = {};
  std::size_t positions = 0;
  std::size_t same = 0;  ///< how many of the names are known to mean a fault with another name

  void add(std::string name);
  /// Whether max_faults look different, but for those that are known to be the same.
  bool has_enough_names() const;
  /// Whether so many positions have a fault that a long run ends.
  bool are_many() const;
  /// `seconds`: of the run so far.
  bool is_reached(double seconds) const;
};

}  // namespace plylab::perft::verify
