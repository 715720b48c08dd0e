#include "perft/count/run.h"

#include <fmt/format.h>

#include "gen/base/input_error.h"

namespace plylab::perft {

void require_sense(const Job& job) {
  if (job.depth < 1) throw InputError(fmt::format("depth: {} is less than 1", job.depth));
  if (job.threads < 1) throw InputError(fmt::format("threads: {} are less than 1", job.threads));
  constexpr std::size_t most_mib = SIZE_MAX >> 20;
  if (job.hash_mib > most_mib)
    throw InputError(fmt::format("hash: {} MiB are more than any memory", job.hash_mib));
}

}  // namespace plylab::perft
