// A count by units: the plan, what is missing, and what is known.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "perft/cluster/manifest.h"
#include "perft/countable_game.h"

namespace plylab::perft::cluster {

/// Every so manieth unit, for several processes that know nothing of each other.
struct Part {
  std::size_t number = 1;  ///< from 1 to `of`
  std::size_t of = 1;
  bool has(std::size_t unit) const { return unit % of + 1 == number; }
};

/// How to count.
struct CountJob {
  std::string generator = {};  ///< of the game; empty: its default one
  std::string kernel = {};     ///< of a generator that has several; empty: the fastest here
  int threads = 1;
  std::size_t hash_mib = 0;  ///< of a table that all threads share; 0: none
  bool exact = false;        ///< the table tells positions apart by their packed form
  std::size_t memory = std::size_t{1} << 30;  ///< bytes, to find the frontier
  std::string folder = {};                    ///< of temporary files; empty: the system's own
  Part part = {};
  std::string program = {};                 ///< that counts, for the manifest
  const std::atomic<bool>* stop = nullptr;  ///< raised from outside to end early
  /// Called while the frontier is being found: the share of its last ply, or below 0.
  std::function<void(double share, double positions)> finding = {};
  std::function<void()> found = {};  ///< called before the first unit
  /// Called after each unit: the share of this call's work done, and the leaves.
  std::function<void(double share, double leaves)> progress = {};
};

/// Counts what the manifest lacks of the part; each unit is there as soon as it is finished. `plan`
/// is the manifest's, or for a new one what is to be counted and the ply of the frontier, 0 for one
/// that makes enough units; the rest of it is found. Throws InputError if that is not what the
/// manifest says, and as find_frontier(), count_units() and Manifest do; Stopped if job.stop goes
/// up before there is a frontier.
void count_missing(const CountableGame& game, const Plan& plan, Manifest& manifest,
                   const CountJob& job);

/// What a worker has done.
struct WorkDone {
  std::size_t units = 0;
  Count leaves;
  double seconds = 0;  ///< of all threads together
};

/// What is known.
struct Known {
  Result result;  ///< of all finished units; complete if that is all; seconds of all threads
  std::size_t units = 0;
  std::map<Worker, WorkDone> workers = {};
};

/// Sums up a manifest, which must have a plan.
Known known_from(Manifest& manifest);

}  // namespace plylab::perft::cluster
