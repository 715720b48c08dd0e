// A table of bounded size in which what cost the least work gives way.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "gen/base/huge_page_buffer.h"
#include "gen/chess/board/keys.h"
#include "gen/chess/board/move.h"
#include "gen/game/position.h"

namespace plylab::search::mate {

/// Values by position key. 64 bits of the key are compared and others choose the place, so that two
/// positions are taken for each other with a probability of about 2^-80 a look. Value is trivial.
///
/// The table starts small, because fresh memory costs more than a short mate, and doubles as it
/// fills. Each time the half of the values that belongs elsewhere from then on is lost.
template <class Value>
class PositionTable {
 public:
  /// A table of at most so many bytes, but of at least one bucket. Throws InputError.
  explicit PositionTable(std::size_t bytes)
      : buckets_(std::bit_floor(std::max(bytes, sizeof(Bucket)) / sizeof(Bucket))),
        used_(std::min(buckets_, first_buckets)),
        memory_(buckets_ * sizeof(Bucket)) {}

  /// The value kept for the key, or nullptr.
  const Value* find(const Key& key) const {
    for (const Entry& entry : bucket(key).entries)
      if (entry.label == key.high && entry.work != 0) return &entry.value;
    return nullptr;
  }

  /// Keeps the value in place of the key's old one, else of the one with the least work.
  void store(const Key& key, const Value& value, std::uint64_t work) {
    if (++stored_ > used_ && used_ < buckets_) used_ *= 2;
    Entry* place = nullptr;
    for (Entry& entry : bucket(key).entries) {
      if (entry.label == key.high || entry.work == 0) {
        place = &entry;
        break;
      }
      if (!place || entry.work < place->work) place = &entry;
    }
    constexpr std::uint64_t most = 0xffffffff;
    *place = {key.high, static_cast<std::uint32_t>(std::min(work + 1, most)), value};
  }

 private:
  struct Entry {
    std::uint64_t label;
    std::uint32_t work;  // 0: empty
    Value value;
  };
  struct alignas(64) Bucket {
    std::array<Entry, 64 / sizeof(Entry)> entries;
  };

  Bucket& bucket(const Key& key) const {
    return static_cast<Bucket*>(memory_.data())[key.low & (used_ - 1)];
  }

  static constexpr std::size_t first_buckets = 4096;  // 256 KiB

  std::size_t buckets_;
  std::size_t used_;
  std::size_t stored_ = 0;
  HugePageBuffer memory_;
};

/// A key for a position together with a number, such as of the moves left.
inline Key numbered_key(const Key& key, int number) {
  std::uint64_t state = static_cast<std::uint64_t>(number);
  const std::uint64_t high = splitmix64(state);
  return key ^ Key { high, splitmix64(state) };
}

/// What is known of a position with the attacker to move.
struct MateEntry {
  chess::Move move;          ///< that mates, if mate_within is not 0
  std::uint8_t mate_within;  ///< a mate in so many moves at most; 0: not known
  std::uint8_t none_within;  ///< no mate in so many moves
};

using MateTable = PositionTable<MateEntry>;

}  // namespace plylab::search::mate
