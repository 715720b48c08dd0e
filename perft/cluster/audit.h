// Checks a certificate by counting again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "perft/cluster/certificate.h"
#include "perft/cluster/count_units.h"

namespace plylab::perft::cluster {

/// The result of an audit.
struct Audit {
  std::uint64_t counted = 0;          ///< positions that were counted again
  std::uint64_t wrong_positions = 0;  ///< of those counted again
  std::vector<std::string> wrong;     ///< a sentence for each difference from the certificate
  bool complete = true;               ///< false: stopped early
};

/// Finds the frontier again, compares it with the certificate, adds up the counts of all positions,
/// and counts `sample` positions again, drawn without repetition by the seed. The result is
/// incomplete if the audit was stopped.
Audit audit(const CountableGame& game, const Certificate& certificate, const CountJob& job,
            std::uint64_t sample, std::uint64_t seed);

/// The probability that a random sample of `sample` of `all` positions contains at least one of the
/// `wrong` wrong ones.
double detection(std::uint64_t all, std::uint64_t wrong, std::uint64_t sample);

}  // namespace plylab::perft::cluster
