// A table of what is known of positions, for solvers that search for proofs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "gen/base/huge_page_buffer.h"
#include "gen/base/random.h"
#include "gen/game/position.h"

namespace plylab::search {

/// Values by position key, in bounded memory; the entry that cost the least work is replaced. 64
/// bits of the key are compared and others choose the bucket, so two positions are confused with a
/// probability of about 2^-80 per look-up. Value is trivial.
///
/// The table starts small, because touching new memory costs more than finding a short mate, and
/// doubles as it fills. Each doubling loses half of the entries, which then belong in other
/// buckets.
template <class Value>
class PositionTable {
 public:
  /// A table of at most that many bytes, but at least one bucket. Throws InputError if it cannot be
  /// allocated.
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

  /// How many entries have been filled.
  std::size_t filled() const {
    std::size_t filled = 0;
    for (std::size_t i = 0; i < used_; ++i)
      for (const Entry& entry : static_cast<const Bucket*>(memory_.data())[i].entries)
        filled += entry.work != 0;
    return filled;
  }

  /// Stores the value over the key's old one, else over the entry with the least work.
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
    constexpr std::uint64_t max = 0xffffffff;
    *place = {key.high, static_cast<std::uint32_t>(std::min(work + 1, max)), value};
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

/// A key of a position together with a number, such as the moves left.
inline Key numbered_key(const Key& key, int number) {
  std::uint64_t state = static_cast<std::uint64_t>(number);
  const std::uint64_t high = splitmix64(state);
  return key ^ Key { high, splitmix64(state) };
}

}  // namespace plylab::search
