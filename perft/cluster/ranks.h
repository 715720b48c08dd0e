// The processes that count together, started by mpirun or a batch system.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

namespace plylab::perft::cluster {

/// All processes of a job. Rank 0 has the work, and the others ask it. What they say are texts.
class Ranks {
 public:
  /// The processes that have been started together with this one; none if it was started alone.
  /// Throws InputError if there are others but plylab was built without MPI.
  static std::unique_ptr<Ranks> join();

  virtual ~Ranks() = default;

  /// From 0 to size() − 1.
  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// How many there are on this machine, this one included, and which is the first of these.
  virtual int neighbours() const = 0;
  virtual int first_neighbour() const = 0;

  /// How many processors those on this machine may use, all together; at least 1.
  virtual int processors() const = 0;

  /// So many that each thread has a processor, where there are enough for all ranks.
  int threads_each() const { return std::max(1, processors() / neighbours()); }

  /// Rank 0's text, in all ranks. All must call it.
  virtual std::string broadcast(const std::string& text) = 0;

  static constexpr const char* last_question = "end";

  /// Rank 0's answer to a question of another rank. Any thread may ask.
  virtual std::string ask(const std::string& question) = 0;

  /// Rank 0: answers the questions of all others, by their ranks, until each has asked its last.
  virtual void serve(
      const std::function<std::string(int rank, const std::string& question)>& answer) = 0;
};

}  // namespace plylab::perft::cluster
