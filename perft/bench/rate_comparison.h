// Perft rates compared: generators and engines take turns on the same positions, round by round, so
// that other load on the machine affects all of them equally.
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
#include "perft/games/countable_game.h"
#include "reports/game_options.h"

namespace plylab::perft::bench {

/// One position of a comparison, with the depth for our own generators and the one for engines.
struct BenchPosition {
  /// What is asked, and what the suite states, if there is one.
  struct Goal {
    int depth = 1;
    std::optional<Count> leaves = {};
  };

  std::string name;
  AnyStart start;
  Goal ours, engines;
};

/// The position of a suite's record, named by the last word of its id. Throws InputError if the
/// record states no count for one of the depths.
BenchPosition make_bench_position(const epd::Record& record, int our_depth, int engine_depth);

/// A position without a stated count.
BenchPosition make_bench_position(const reports::NamedPosition& position, int depth);

/// The result of one count.
struct Timing {
  Count leaves;
  double seconds = 0;
};

/// Who takes part.
struct Contestant {
  std::string name;          ///< "bitboard/pext", "mailbox --stats", "Stockfish 15.1"
  std::string command = {};  ///< of an engine; empty for our own
  std::string failure = {};  ///< why it is out of the comparison; empty while it is in
  /// May throw EngineFault.
  std::function<Timing(const AnyStart& position, int depth)> count = {};

  bool is_engine() const { return !command.empty(); }
  const BenchPosition::Goal& goal(const BenchPosition& position) const {
    return is_engine() ? position.engines : position.ours;
  }
};

/// The generators as contestants, one for each of the kernels that it has; with no kernels given,
/// by the one that this machine takes. The job says how they count; with statistics each takes part
/// a second time, counting moves by kind. Throws InputError for kernels that do not exist or that
/// this CPU cannot run, and if the game has no statistics.
std::vector<Contestant> our_contestants(const CountableGame& game,
                                        const std::vector<std::string>& generators,
                                        const std::vector<std::string>& kernels,
                                        const perft::Job& job, bool with_statistics);

/// A UCI engine that knows go perft, started. One that cannot be started is a contestant that has
/// failed.
Contestant engine_contestant(const std::string& command, engines::Seconds timeout,
                             const std::atomic<bool>& stop);

/// One contestant on one position in one round.
struct Measurement {
  std::size_t round, position, contestant;
  Timing timing;

  double rate() const { return static_cast<double>(timing.leaves) / timing.seconds; }
};

/// A contestant's figures on a position: medians over the rounds. The ratios are to the reference's
/// rate of the same round.
struct Score {
  double rate = 0;
  std::optional<double> ratio, least_ratio, greatest_ratio;
};

/// A comparison as far as it has been run.
class RateComparison {
 public:
  explicit RateComparison(std::vector<BenchPosition> positions)
      : positions_(std::move(positions)) {}

  /// Adds a contestant, under a name that no other contestant has.
  void add(Contestant contestant);

  /// Lets a contestant count; if it fails, it is out. Returns whether there is one measurement
  /// more: one that ends with `stop` up is not kept.
  bool run(std::size_t round, std::size_t position, std::size_t contestant,
           const std::atomic<bool>& stop);

  const std::vector<BenchPosition>& positions() const { return positions_; }
  const std::vector<Contestant>& contestants() const { return contestants_; }
  const std::vector<Measurement>& measurements() const { return measurements_; }

  /// Whether the count is the one that the suite states, or else that of the position's first
  /// measurement with the same depth.
  bool right(const Measurement& measurement) const;

  /// A contestant's measurement with a wrong count, if it has one: on this position or, without, on
  /// any.
  const Measurement* wrong_count(std::size_t contestant,
                                 std::optional<std::size_t> position = {}) const;

  /// Whom the others are compared with: the first engine that neither failed nor miscounted, else
  /// the first contestant of that kind.
  std::size_t reference() const;

  /// The figures; none for a wrong count or without a measurement.
  std::optional<Score> score(std::size_t position, std::size_t contestant) const;

  /// The ratios of all positions that have one; none for a contestant that miscounted anywhere.
  std::vector<double> ratios(std::size_t contestant) const;

 private:
  const Measurement* find(std::size_t round, std::size_t position, std::size_t contestant) const;

  std::vector<BenchPosition> positions_;
  std::vector<Contestant> contestants_;
  std::vector<Measurement> measurements_;
};

}  // namespace plylab::perft::bench
