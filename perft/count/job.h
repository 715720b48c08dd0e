// What to count, by which generator, with which resources: the one job for all counting.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace plylab::perft {

/// How the last ply is counted.
enum class Mode : std::uint8_t { bulk, unbulked, statistics };

/// A perft. Jobs with more fields hold one: FrontierJob and UnitJob in perft/frontier, CountJob in
/// perft/cluster, JobOptions on the command line. The result never depends on threads or table.
struct Job {
  std::string generator = {};  ///< of the game; empty: its default one
  std::string kernel = {};     ///< of a generator that has several; empty: the fastest here
  int depth = 1;               ///< plies, at least 1
  Mode mode = Mode::bulk;
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;  ///< raised from outside to end early
  /// Called now and then, by one thread at a time: the share of the work done, and the leaves so
  /// far; for a frontier its positions.
  std::function<void(double share, double done)> progress = {};
  /// The size of a transposition table, 0 for none. Without one every path is walked; with one a
  /// subtree met again is not, and positions near the root are merged.
  std::size_t hash_mib = 0;
  /// Whether early leaves count: paths that end before the depth because the game is over. Empty:
  /// the game's default.
  std::optional<bool> early_leaves = {};
  bool exact = false;  ///< the table identifies positions by their packed form, not by their key

  std::size_t hash_bytes() const { return hash_mib << 20; }
  bool is_stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
  /// The stop flag; without one, a flag that is never raised.
  const std::atomic<bool>& stop_flag() const {
    static constexpr std::atomic<bool> never = false;
    return stop != nullptr ? *stop : never;
  }
};

/// Throws InputError if the depth or the number of threads is below 1, or the table exceeds the
/// address space.
void validate(const Job& job);

}  // namespace plylab::perft
