// Rank 0 and those who help it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "perft/cluster/plan.h"
#include "perft/cluster/ranks.h"
#include "perft/cluster/shared_memory.h"
#include "perft/frontier/units.h"

namespace plylab::perft::cluster {

using Next = std::function<std::optional<UnitWork>()>;
using Take = std::function<void(const Unit&, const Worker&)>;

/// A table that ranks of one machine can have together if theirs are the same: of which positions,
/// by which program, and its size.
struct TableKind {
  std::string name;
  std::size_t bytes = 0;  ///< 0: none
};

/// What rank 0 sees of the other ranks. They wait for a plan, and are sent home in the end in any
/// case.
class Crew {
 public:
  /// `ranks` may be none: then nobody helps.
  explicit Crew(std::unique_ptr<Ranks> ranks) : ranks_(std::move(ranks)) {}
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Tells the plan; once.
  void start(const Plan& plan);

  /// How many ranks there are, rank 0 included.
  std::size_t size() const;

  /// How many of them are on this machine.
  int neighbours() const;

  /// Memory for a table that others on this machine use, too; none if there are none. To be called
  /// before serve(). Throws InputError if it is not to be had.
  std::optional<SharedMemory> share(const TableKind& table);

  /// Hands out units and takes what comes back, until all others have come to their end. `next`
  /// gives a unit for a rank, or none if there is no more.
  void serve(const std::function<std::optional<UnitWork>(std::size_t rank)>& next,
             const Take& take);

 private:
  std::unique_ptr<Ranks> ranks_;
  bool started_ = false;
  std::map<std::string, std::string> tables_;  // by machine and kind, where they are
};

/// What another rank sees of rank 0. A thread of its own asks for units before they are needed, so
/// that nobody waits for a message.
class Helper {
 public:
  /// Waits for the plan.
  explicit Helper(Ranks& ranks);
  ~Helper();
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;

  /// None if there is nothing to do.
  const std::optional<Plan>& plan() const { return plan_; }

  /// As Crew's.
  std::optional<SharedMemory> share(const TableKind& table);

  /// Both may be called by any thread. Once next() is called share() is not.
  std::optional<UnitWork> next();
  void take(const Unit& unit, const Worker& worker);

 private:
  void ask_for_units();
  std::size_t wanted() const;

  Ranks& ranks_;
  std::optional<Plan> plan_;
  std::mutex mutex_;            // guards what follows
  std::deque<UnitWork> units_;  // to be counted
  std::condition_variable few_left_, arrived_;
  std::size_t waiting_ = 0;  // threads, for units
  std::string finished_;     // units that rank 0 does not know yet, as it is told
  std::size_t taken_ = 0;    // all that were finished
  std::chrono::steady_clock::time_point begin_;
  bool is_over_ = false;  // there are no more units
  bool leaves_ = false;
  std::exception_ptr failure_;
  std::jthread messenger_;  // the first call of next() starts it
};

}  // namespace plylab::perft::cluster
