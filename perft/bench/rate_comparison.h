// A race at perft: generators and engines in turns on the same positions, round by round, so that
// whatever else the machine does meets all of them alike.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/engines/engine.h"
#include "gen/epd/epd.h"
#include "perft/countable_game.h"
#include "reports/game_options.h"

namespace plylab::perft::bench {

/// One position of a race, with the depth for our own generators and the one for engines.
struct Leg {
  /// What is asked, and what the suite states, if there is one.
  struct Goal {
    int depth = 1;
    std::optional<std::uint64_t> leaves = {};
  };

  std::string name;
  std::string position;  ///< in the game's notation
  Goal ours, engines;
};

/// A leg on a suite's record, named by the last word of its id. Throws InputError if the record
/// states no count for one of the depths.
Leg make_leg(const epd::Record& record, int our_depth, int engine_depth);

/// A leg on a position for which nobody states a count.
Leg make_leg(const reports::NamedPosition& position, int depth);

/// What came out of one turn.
struct Timing {
  perft::Count leaves;
  double seconds = 0;
};

/// Who takes part.
struct Contestant {
  std::string name;          ///< "bitboard/pext", "Stockfish 15.1"
  std::string command = {};  ///< of an engine; empty for our own
  std::string failure = {};  ///< why it is out of the race; empty while it is in
  std::function<Timing(const std::string& position, int depth)> count = {};  ///< may throw SubjectError

  bool is_engine() const { return !command.empty(); }
  const Leg::Goal& goal(const Leg& leg) const { return is_engine() ? leg.engines : leg.ours; }
};

/// The generators as contestants, one for each of the kernels that it has; with no kernels given,
/// by the one that this machine takes. The job says how they count. Throws InputError for kernels
/// that do not exist or that this CPU cannot run.
std::vector<Contestant> our_contestants(const CountableGame& game,
                                        const std::vector<std::string>& generators,
                                        const std::vector<std::string>& kernels,
                                        const perft::Job& job);

/// A UCI engine that knows go perft, started. One that cannot be started is a contestant that has
/// failed.
Contestant engine_contestant(const std::string& command, engines::Seconds patience,
                             const std::atomic<bool>& stop);

/// One contestant on one leg in one round.
struct Turn {
  std::size_t round, leg, contestant;
  Timing timing;

  double rate() const { return static_cast<double>(timing.leaves) / timing.seconds; }
};

/// A contestant's figures on a leg: medians over the rounds. The ratios are to the reference's
/// rate of the same round.
struct Score {
  double rate = 0;
  std::optional<double> ratio, least_ratio, greatest_ratio;
};

/// A race as far as it has been run.
class Race {
 public:
  explicit Race(std::vector<Leg> legs) : legs_(std::move(legs)) {}

  /// Admits a contestant, under a name that nobody else has.
  void add(Contestant contestant);

  /// Lets a contestant run a leg; if it fails, it is out. Returns whether there is one turn more: a
  /// turn that ends with `stop` up is not kept.
  bool run(std::size_t round, std::size_t leg, std::size_t contestant,
           const std::atomic<bool>& stop);

  const std::vector<Leg>& legs() const { return legs_; }
  const std::vector<Contestant>& contestants() const { return contestants_; }
  const std::vector<Turn>& turns() const { return turns_; }

  /// Whether the count is the one that the suite states, or else that of the leg's first turn with
  /// the same depth.
  bool right(const Turn& turn) const;

  /// A contestant's turn with a wrong count, if it has one: on this leg or, without, on any.
  const Turn* wrong_turn(std::size_t contestant, std::optional<std::size_t> leg = {}) const;

  /// Whom the others are compared with: the first engine that neither failed nor miscounted, else
  /// the first contestant of that kind.
  std::size_t reference() const;

  /// The figures; none for a wrong count or without a turn.
  std::optional<Score> score(std::size_t leg, std::size_t contestant) const;

  /// The ratios of all legs that have one; none for a contestant that miscounted anywhere.
  std::vector<double> ratios(std::size_t contestant) const;

 private:
  const Turn* find(std::size_t round, std::size_t leg, std::size_t contestant) const;

  std::vector<Leg> legs_;
  std::vector<Contestant> contestants_;
  std::vector<Turn> turns_;
};

}  // namespace plylab::perft::bench
