// A collection of positions with perft counts, made from a seed. All of them are legal, for they
// come from games, and they are chosen so that every kind of difficulty is there many times.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/epd/epd.h"
#include "perft/verify/comparison.h"
#include "perft/verify/position_tags.h"

namespace plylab::perft::verify {

/// How the games of a part of the collection begin.
enum class Arrays : std::uint8_t {
  normal,
  chess960,
  double_chess960  ///< each side has an array of Chess960 of its own
};

/// "chess", "chess960", "double_chess960".
std::string_view column_name_of(Arrays arrays);

/// The greatest depth to which positions are counted.
inline constexpr int greatest_depth = 9;

/// A position of the collection.
struct CollectedPosition {
  /// With an id, the tags (c0) and the counts (D1, D2, D3, and deeper ones where they are small).
  epd::Record record;
  Arrays arrays = Arrays::normal;
  std::vector<Tag> tags = {};
  std::vector<CountedMove> divide = {};  ///< at the greatest depth; empty if there is no move
};

/// How to make a collection.
struct CollectionRequest {
  std::uint64_t seed = 1;
  int threads = 1;  ///< the result does not depend on it
  const std::atomic<bool>* stop = nullptr;
  std::function<void(double share)> progress = {};  ///< called by one thread at a time
};

/// Makes the collection: first the positions of chess, then those of Chess960 and of double
/// Chess960, each in the order of the games. No two positions are equal, mirrored by colours, or,
/// without castling rights, mirrored by wings. After a stop the result is of no use.
std::vector<CollectedPosition> make_collection(const CollectionRequest& request);

/// Forms in which a collection is written.
enum class CollectionForm : std::uint8_t { epd, blocks };

/// The collection as a suite, which parse_suite() reads. Blocks have the tags in comments.
std::string to_suite(const std::vector<CollectedPosition>& collection, CollectionForm form);

}  // namespace plylab::perft::verify
