// A finished count in one file that anyone can check: all sums, and hashes of the positions
// counted.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "perft/cluster/partial_count.h"

namespace plylab::perft::cluster {

/// A unit of a certificate.
struct CertifiedUnit {
  Unit unit;                            ///< its seconds are not certified
  std::vector<std::string> generators;  ///< that have counted it with equal results, sorted
};

/// A finished count: the rows of a manifest, without machines and times. CERTIFICATE.md specifies
/// its text.
struct Certificate {
  Plan plan = {};
  Count leaves = {};
  std::vector<CertifiedUnit> units = {};

  /// All generators that have counted at least one unit.
  std::set<std::string> generators() const;
  /// The number of units that two or more generators have counted.
  std::size_t counted_twice() const;
};

/// Makes a certificate from a complete manifest. Throws InputError for an incomplete manifest, and
/// for a game whose positions are files.
Certificate certify(const CountableGame& game, Manifest& manifest);

std::string to_text(const Certificate& certificate);

/// The hash of the whole certificate, which is the last line of its text.
std::string root_of(const Certificate& certificate);

/// Reads a certificate, and checks its plan, hashes and sums, so that it detects any change to the
/// text. Throws InputError, whose message begins with `where`.
Certificate parse_certificate(std::string_view text, const std::string& where);

/// Also checks what depends on the game: the position, the generators, and how many numbers a total
/// has. Throws InputError, whose message begins with `where`.
void validate(const Certificate& certificate, const CountableGame& game, const std::string& where);

/// The sums of all units. The certificate must outlive them.
PartialCount sum_of(const Certificate& certificate);

}  // namespace plylab::perft::cluster
