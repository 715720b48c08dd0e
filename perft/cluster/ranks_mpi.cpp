// Used in builds with MPI.
#define OMPI_SKIP_MPICXX 1  // skips obsolete C++ bindings, which cause warnings
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>

#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "perft/cluster/ranks.h"
#include "reports/text/terminal.h"

namespace plylab::perft::cluster {
namespace {

using namespace std::chrono_literals;

constexpr int question_tag = 1, answer_tag = 2, broadcast_tag = 3;

/// Pauses between checks for a message, and for the completion of a send. MPI's own waits do not
/// sleep: they would take a processor from counting threads.
constexpr std::chrono::microseconds nap = 2ms, short_nap = 100us;

void wait_for(MPI_Request request) {
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) break;
    std::this_thread::sleep_for(short_nap);
  }
}

/// Waits for a message and returns it.
Bytes receive(int source, int tag, int& from) {
  MPI_Status status;
  for (int there = 0;;) {
    MPI_Iprobe(source, tag, MPI_COMM_WORLD, &there, &status);
    if (there != 0) break;
    std::this_thread::sleep_for(nap);
  }
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  from = status.MPI_SOURCE;
  Bytes bytes(static_cast<std::size_t>(size));
  MPI_Request request;
  MPI_Irecv(bytes.data(), size, MPI_BYTE, from, tag, MPI_COMM_WORLD, &request);
  wait_for(request);
  return bytes;
}

void send(const Bytes& bytes, int to, int tag) {
  MPI_Request request;
  MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD,
            &request);
  wait_for(request);
}

/// The number of processors that the machine's ranks together may use: mpirun may bind each rank to
/// some.
int processors_of(MPI_Comm machine) {
  cpu_set_t set;
  CPU_ZERO(&set);
  ::sched_getaffinity(0, sizeof set, &set);  // stays empty with more than 1024 processors
  MPI_Allreduce(MPI_IN_PLACE, &set, sizeof set, MPI_BYTE, MPI_BOR, machine);
  return std::max(CPU_COUNT(&set), available_processors());
}

class MpiRanks : public Ranks {
 public:
  MpiRanks() {
    int threads = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &threads);
    if (threads < MPI_THREAD_SERIALIZED) {
      MPI_Finalize();
      throw InputError("this MPI library does not support calls from several threads");
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &neighbours_);
    processors_ = processors_of(machine);
    MPI_Comm_free(&machine);
  }
  ~MpiRanks() override { MPI_Finalize(); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int neighbours() const override { return neighbours_; }
  int processors() const override { return processors_; }

  Bytes broadcast(const Bytes& message) override {
    int from = 0;
    if (rank_ > 0) return receive(0, broadcast_tag, from);
    for (int to = 1; to < size_; ++to) send(message, to, broadcast_tag);
    return message;
  }

  Bytes ask(const Bytes& question) override {
    const std::lock_guard lock(mutex_);
    send(question, 0, question_tag);
    int from = 0;
    return receive(0, answer_tag, from);
  }

  void serve(const std::function<Bytes(int, const Bytes&)>& answer) override {
    for (int left = size_ - 1; left > 0;) {
      int from = 0;
      const Bytes question = receive(MPI_ANY_SOURCE, question_tag, from);
      if (question == last_question) --left;
      send(answer(from, question), from, answer_tag);
    }
  }

 private:
  int rank_ = 0, size_ = 1;
  int neighbours_ = 1, processors_ = 1;
  std::mutex mutex_;  // one question at a time
};

}  // namespace

std::unique_ptr<Ranks> Ranks::join() {
  if (!reports::is_launched()) return nullptr;
  return std::make_unique<MpiRanks>();
}

}  // namespace plylab::perft::cluster
