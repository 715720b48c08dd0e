// The processes of a distributed count, started by mpirun or a batch system.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>

#include "perft/frontier/record.h"

namespace plylab::perft::cluster {

/// All processes of a job. Rank 0 owns the work, and the others request it. Messages are bytes.
class Ranks {
 public:
  /// The processes started together with this one; null if it was started alone. Throws InputError
  /// if there are others but plylab was built without MPI.
  static std::unique_ptr<Ranks> join();

  virtual ~Ranks() = default;

  /// This process's rank, from 0 to size() − 1.
  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// The number of ranks on this machine, including this one.
  virtual int neighbours() const = 0;

  /// The number of processors that all ranks on this machine together may use; at least 1.
  virtual int processors() const = 0;

  /// The number of threads for each rank, so that each thread has a processor; at least 1.
  int threads_each() const { return std::max(1, processors() / neighbours()); }

  /// Sends rank 0's message to all ranks, and returns it. All ranks must call it.
  virtual Bytes broadcast(const Bytes& message) = 0;

  /// The message that ends a rank's questions.
  static inline const Bytes last_question = {};

  /// Sends a question to rank 0, and returns the answer. Any thread may call it.
  virtual Bytes ask(const Bytes& question) = 0;

  /// On rank 0: answers the questions of all others until each has sent last_question.
  virtual void serve(const std::function<Bytes(int rank, const Bytes& question)>& answer) = 0;
};

}  // namespace plylab::perft::cluster
