// A count in one file that proves itself: all sums, and hashes of what was counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "perft/cluster/count_run.h"

namespace plylab::perft::cluster {

/// A unit as it is certified.
struct CertifiedUnit {
  std::string records;                  ///< SHA-256 of its records of the frontier
  std::vector<std::string> generators;  ///< that have counted it, each the same
  std::vector<BranchCounts> branches;   ///< what was counted
  std::string positions;                ///< below each of its positions, by append_counts()
};

/// A finished count. Its text is
///
///     plylab certificate 1
///     depth=10                  the plan, a line a field, by name
///     …
///     leaves=69352859712417
///     unit=<records> <generators> <counts> | <positions>     all units in order
///     root=<hash>
///
/// The root is the SHA-256 of the hash of all lines before the units and the top of a hash tree
/// (Merkle 1979) over the hashes of the units' lines: a node is the hash of its two children, one
/// without a sibling goes up as it is.
struct Certificate {
  Plan plan = {};
  Count leaves = {};
  std::vector<CertifiedUnit> units = {};

  /// All that have counted some of it.
  std::set<std::string> generators() const;
  /// How many units more than one generator has counted.
  std::size_t counted_twice() const;
};

/// Makes the certificate of a manifest, which must be complete: its frontier is found once more,
/// and all sums are checked. Throws InputError as find_frontier() does, for a game whose positions
/// are files, and for what is not right, and Stopped.
Certificate certify(const CountableGame& game, Manifest& manifest, const CountJob& job);

std::string to_text(const Certificate& certificate);

/// The hash of it all, the last line of its text.
std::string root_of(const Certificate& certificate);

/// Reads a certificate, and checks its hashes and sums: whatever has been changed in the text is
/// found. Throws InputError, which `where` begins.
Certificate parse_certificate(std::string_view text, const std::string& where);

/// What is certified, summed up.
Known known_from(const Certificate& certificate);

/// What an audit has found.
struct Audit {
  std::uint64_t counted = 0;          ///< positions that were counted again
  std::uint64_t wrong_positions = 0;  ///< of these
  std::vector<std::string> wrong;     ///< what is not as certified, a sentence each
  bool complete = true;               ///< false: stopped early
};

/// Finds the frontier again, which must have the records that are certified, adds up all positions,
/// and counts so many of them again, drawn by the seed without repetition.
Audit audit(const CountableGame& game, const Certificate& certificate, const CountJob& job,
            std::uint64_t sample, std::uint64_t seed);

/// The probability that a sample of so many of all has one of so many wrong ones.
double detection(std::uint64_t all, std::uint64_t wrong, std::uint64_t sample);

}  // namespace plylab::perft::cluster
