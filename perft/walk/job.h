// What to count, by which generator, with which resources: used by all counting functions.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace plylab::perft {

/// No count is deeper: nobody has counted that far, and a deeper one would only be a slip.
inline constexpr int max_depth = 60;

/// How the last ply is counted.
enum class Mode : std::uint8_t { bulk, unbulked, statistics };

/// A perft. Larger jobs contain one: FrontierJob and UnitJob in perft/frontier, CountJob in
/// perft/cluster, JobOptions on the command line. The result never depends on threads or table.
struct Job {
  std::string generator = {};  ///< of the game; empty for its default
  std::string kernel = {};     ///< of the generator; empty for the fastest here
  int depth = 1;               ///< plies, at most max_depth
  Mode mode = Mode::bulk;
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;  ///< set by the caller to end early
  /// Called occasionally, by one thread at a time, with the share of the work done, and the leaves
  /// so far; for a frontier, the positions so far.
  std::function<void(double share, double done)> progress = {};
  /// The size of a transposition table, 0 for none. Without a table the walk follows every path;
  /// with one it skips subtrees that it has counted, and equal positions are merged down to about
  /// a million (perft/walk/divide.h).
  std::size_t hash_mib = 0;
  /// Whether early leaves count: paths that end before the depth because the game is over. Empty
  /// for the game's default.
  std::optional<bool> early_leaves = {};
  bool exact = false;  ///< the table identifies positions by their packed form, not by their key

  std::size_t hash_bytes() const { return hash_mib << 20; }
  bool is_stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
  /// The stop flag, or one that is never set if `stop` is null.
  const std::atomic<bool>& stop_flag() const {
    static constexpr std::atomic<bool> never = false;
    return stop != nullptr ? *stop : never;
  }
};

/// Throws InputError if the depth is not one from 0 to max_depth, the number of threads is below 1,
/// or the table exceeds the address space.
void validate(const Job& job);

}  // namespace plylab::perft
