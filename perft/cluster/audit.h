// A certificate checked by counting again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "perft/cluster/certificate.h"
#include "perft/cluster/count.h"

namespace plylab::perft::cluster {

/// What an audit has found.
struct Audit {
  std::uint64_t counted = 0;          ///< positions that were counted again
  std::uint64_t wrong_positions = 0;  ///< of these
  std::vector<std::string> wrong;     ///< how it differs from the certificate, a sentence each
  bool complete = true;               ///< false: stopped early
};

/// Finds the frontier again, compares it with the certificate, adds up the counts of all positions,
/// and counts `sample` positions again, drawn by the seed without repetition. The result is
/// incomplete if the audit was stopped.
Audit audit(const CountableGame& game, const Certificate& certificate, const CountJob& job,
            std::uint64_t sample, std::uint64_t seed);

/// The probability that `sample` of `all` positions, drawn at random, contain at least one of
/// `wrong` wrong ones.
double detection(std::uint64_t all, std::uint64_t wrong, std::uint64_t sample);

}  // namespace plylab::perft::cluster
