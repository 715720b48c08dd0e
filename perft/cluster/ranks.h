// The processes that count together, started by mpirun or a batch system.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>

#include "perft/frontier/record.h"

namespace plylab::perft::cluster {

/// All processes of a job. Rank 0 has the work, and the others ask it for some. Messages are bytes.
class Ranks {
 public:
  /// The processes that have been started together with this one; none if it was started alone.
  /// Throws InputError if there are others but plylab was built without MPI.
  static std::unique_ptr<Ranks> join();

  virtual ~Ranks() = default;

  /// From 0 to size() − 1.
  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// How many there are on this machine, this one included.
  virtual int neighbours() const = 0;

  /// How many processors those on this machine may use, all together; at least 1.
  virtual int processors() const = 0;

  /// How many threads give each thread a processor, where there are enough for all ranks.
  int threads_each() const { return std::max(1, processors() / neighbours()); }

  /// Rank 0's message, in all ranks. All must call it.
  virtual Bytes broadcast(const Bytes& message) = 0;

  /// The last question of a rank.
  static inline const Bytes last_question = {};

  /// Rank 0's answer to a question of another rank. Any thread may ask.
  virtual Bytes ask(const Bytes& question) = 0;

  /// Rank 0: answers the questions of all others, by their ranks, until each has asked its last.
  virtual void serve(const std::function<Bytes(int rank, const Bytes& question)>& answer) = 0;
};

}  // namespace plylab::perft::cluster
