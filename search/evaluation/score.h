// A value for the middle game and one for the endgame, added up as one number.
#pragma once

#include <cstdint>

#include "search/base/value.h"

namespace plylab::search {

/// Both values in one Value: the endgame's above the sixteen bits of the middle game's. Sums and
/// differences of scores are scores, as long as neither part passes 32767.
using Score = Value;

constexpr Score score(int middle, int end) { return end * 65536 + middle; }

/// The two parts, in centipawns. The upper part owes what the lower one's sign has borrowed.
constexpr int middle_of(Score both) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(static_cast<unsigned>(both)));
}
constexpr int end_of(Score both) { return (both - middle_of(both)) / 65536; }

}  // namespace plylab::search
