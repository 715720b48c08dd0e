// Compares perft rates: generators and engines take turns on the same positions, round by round, so
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
#include "reports/cli/game_options.h"

namespace plylab::perft::bench {

/// A position of a comparison, with one depth for our own generators and one for engines.
struct BenchPosition {
  /// The depth, and the suite's count for it, if any.
  struct Goal {
    int depth = 1;
    std::optional<Count> leaves = {};
  };

  std::string name;
  AnyStart start;
  Goal ours, engines;
};

/// The position of a suite's record, named after what follows the last ": " of its id. Throws
/// InputError if the record states no count for one of the depths.
BenchPosition make_bench_position(const epd::Record& record, int our_depth, int engine_depth);

/// A position without an expected count.
BenchPosition make_bench_position(const cli::NamedPosition& position, int depth);

/// The result of one count.
struct Timing {
  Count leaves;
  double seconds = 0;
};

/// A generator or engine in the comparison.
struct Contestant {
  std::string name;          ///< "bitboard/pext", "mailbox --stats", "Stockfish 15.1"
  std::string command = {};  ///< an engine's command; empty for our own
  std::string failure = {};  ///< why it dropped out; empty while it takes part
  /// May throw EngineFault.
  std::function<Timing(const AnyStart& position, int depth)> count = {};

  bool is_engine() const { return !command.empty(); }
  /// Counts that take less time are too short to measure: an engine's answer comes through a pipe.
  double min_seconds() const { return is_engine() ? 0.01 : 0.001; }
  const BenchPosition::Goal& goal(const BenchPosition& position) const {
    return is_engine() ? position.engines : position.ours;
  }
};

/// The generators as contestants: one for each given kernel that the generator has, or with the
/// CPU's default kernel if none is given. The job says how they count; with statistics, each also
/// takes part a second time, counting moves by kind. Throws InputError for kernels that do not
/// exist or that this CPU cannot run, and if the game has no statistics.
std::vector<Contestant> our_contestants(const CountableGame& game,
                                        const std::vector<std::string>& generators,
                                        const std::vector<std::string>& kernels,
                                        const perft::Job& job, bool with_statistics);

/// Starts a UCI engine that knows "go perft". If it cannot be started, the contestant has a
/// failure.
Contestant engine_contestant(const std::string& command, engines::Seconds timeout,
                             const std::atomic<bool>& stop);

/// One contestant on one position in one round.
struct Measurement {
  std::size_t round, position, contestant;
  Timing timing;

  double rate() const { return static_cast<double>(timing.leaves) / timing.seconds; }
};

/// A contestant's figures on a position, as medians over the rounds. Each ratio is to the
/// reference's rate in the same round.
struct Score {
  double rate = 0;
  std::optional<double> ratio, min_ratio, greatest_ratio;
};

/// The measurements of a comparison so far.
class RateComparison {
 public:
  explicit RateComparison(std::vector<BenchPosition> positions)
      : positions_(std::move(positions)) {}

  /// Adds a contestant, renaming it if its name is taken.
  void add(Contestant contestant);

  /// Runs one count by a contestant, which drops out if it fails. Returns whether a measurement was
  /// added: none is if `stop` is set during the count.
  bool run(std::size_t round, std::size_t position, std::size_t contestant,
           const std::atomic<bool>& stop);

  const std::vector<BenchPosition>& positions() const { return positions_; }
  const std::vector<Contestant>& contestants() const { return contestants_; }
  const std::vector<Measurement>& measurements() const { return measurements_; }

  /// Whether the count equals the suite's, or, if the suite has none, that of the position's first
  /// measurement at the same depth.
  bool right(const Measurement& measurement) const;

  /// A contestant's first measurement with a wrong count, if any: on this position, or on any if
  /// none is given.
  const Measurement* wrong_count(std::size_t contestant,
                                 std::optional<std::size_t> position = {}) const;

  /// The contestant to which rates are compared: the first engine that neither failed nor
  /// miscounted, or else the first such generator.
  std::size_t reference() const;

  /// The figures; none if a count is wrong or there is no measurement.
  std::optional<Score> score(std::size_t position, std::size_t contestant) const;

  /// Whether a count on the position took too little time to measure a rate.
  bool is_too_short(std::size_t position, std::size_t contestant) const;

  /// The ratios on all positions that have one and where neither the contestant's counts nor the
  /// reference's are too short; empty if the contestant miscounted on any position.
  std::vector<double> ratios(std::size_t contestant) const;

 private:
  const Measurement* find(std::size_t round, std::size_t position, std::size_t contestant) const;

  std::vector<BenchPosition> positions_;
  std::vector<Contestant> contestants_;
  std::vector<Measurement> measurements_;
};

}  // namespace plylab::perft::bench
