#include "perft/walk/job.h"

#include <fmt/format.h>

#include "gen/base/input_error.h"

namespace plylab::perft {

void validate(const Job& job) {
  if (job.depth < 0 || job.depth > max_depth)
    throw InputError(fmt::format("depth: {} is not from 0 to {}", job.depth, max_depth));
  if (job.threads < 1) throw InputError(fmt::format("threads: {} is less than 1", job.threads));
  constexpr std::size_t max_mib = SIZE_MAX >> 20;
  if (job.hash_mib > max_mib)
    throw InputError(fmt::format("hash: {} MiB exceeds the address space", job.hash_mib));
}

}  // namespace plylab::perft
