// A position of a frontier as bytes.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "perft/count/paths.h"

namespace plylab::perft::cluster {

/// The bytes of a record: the packed form, by which records are sorted, the moves of one path from
/// the root, and the number of paths through each root move.
///
/// The paths are numbers of seven bits a byte, the lowest first, all but a number's last byte above
/// 127 (LEB128): how many branches there are, then each branch and its count.
struct RecordLayout {
  std::size_t label;     ///< bytes of the packed form
  std::size_t moves;     ///< bytes of the moves
  std::size_t branches;  ///< how many root moves there are

  /// No record has more bytes.
  std::size_t largest() const {
    constexpr std::size_t small = 3, large = 19;  // bytes of 21 and of 133 bits
    return label + moves + small + branches * (small + large);
  }
};

using Bytes = std::vector<unsigned char>;

/// Where the record that begins there ends.
const unsigned char* end_of(const unsigned char* record, const RecordLayout& layout);

/// A record's paths, by branch.
std::vector<Paths> paths_of(const unsigned char* record, const RecordLayout& layout);

/// The number of all its paths.
Count path_count(const unsigned char* record, const RecordLayout& layout);

/// Appends paths to a record that has none yet.
void append_paths(Bytes& record, const std::vector<Paths>& paths);

/// Below, at or above 0, as the first record's place is before or behind the second's.
inline int compare(const unsigned char* a, const unsigned char* b, const RecordLayout& layout) {
  return std::memcmp(a, b, layout.label);
}

}  // namespace plylab::perft::cluster
