// A finished count in one file that anybody can check: all sums, and hashes of what was counted.
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
  std::vector<std::string> generators;  ///< that have counted it, each the same, in ascending order
};

/// A finished count: the rows of a manifest, whoever counted them and when. CERTIFICATE.md
/// specifies its text.
struct Certificate {
  Plan plan = {};
  Count leaves = {};
  std::vector<CertifiedUnit> units = {};

  /// All that have counted a unit or more.
  std::set<std::string> generators() const;
  /// How many units several generators have counted.
  std::size_t counted_twice() const;
};

/// Makes a certificate from what a complete manifest has stored. Throws InputError for an
/// incomplete manifest, and for a game whose positions are files.
Certificate certify(const CountableGame& game, Manifest& manifest);

std::string to_text(const Certificate& certificate);

/// The hash of the whole certificate, which is the last line of its text.
std::string root_of(const Certificate& certificate);

/// Reads a certificate, and checks its plan, its hashes and its sums: any change to the text is
/// found. Throws InputError, which `where` begins.
Certificate parse_certificate(std::string_view text, const std::string& where);

/// Also checks what only the game knows: its position, its generators, and how many numbers a total
/// has. Throws InputError, which `where` begins.
void validate(const Certificate& certificate, const CountableGame& game, const std::string& where);

/// The sums of all units. The certificate must outlive them.
PartialCount sum_of(const Certificate& certificate);

}  // namespace plylab::perft::cluster
