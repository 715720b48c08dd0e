// Rank 0 and those who help it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "perft/cluster/plan.h"
#include "perft/cluster/ranks.h"
#include "perft/cluster/units.h"

namespace plylab::perft::cluster {

using Next = std::function<std::optional<UnitWork>()>;
using Take = std::function<void(const Unit&, const Worker&)>;

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

  /// Hands out units and takes what comes back, until all others have come to their end. `next`
  /// gives a unit for a rank, or none if there is no more.
  void serve(const std::function<std::optional<UnitWork>(std::size_t rank)>& next,
             const Take& take);

 private:
  std::unique_ptr<Ranks> ranks_;
  bool started_ = false;
};

/// What another rank sees of rank 0.
class Helper {
 public:
  /// Waits for the plan.
  explicit Helper(Ranks& ranks);
  ~Helper();
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;

  /// None if there is nothing to do.
  const std::optional<Plan>& plan() const { return plan_; }

  /// Both may be called by any thread.
  std::optional<UnitWork> next();
  void take(const Unit& unit, const Worker& worker);

 private:
  Ranks& ranks_;
  std::optional<Plan> plan_;
};

}  // namespace plylab::perft::cluster
