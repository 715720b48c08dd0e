// A table of what is known of positions, for solvers that search for proofs.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <tuple>
#include <type_traits>

#include "gen/base/huge_page_buffer.h"
#include "gen/base/random.h"
#include "gen/game/position.h"

namespace plylab::search {

/// Values by position key, in bounded memory; the entry that cost the least work is replaced. 64
/// bits of the key are compared with those of two to four entries, so a look-up finds another
/// position's value with a probability of about 2^-62.
///
/// The table starts small, because touching new memory costs more than finding a short mate, and
/// doubles when it has been stored into half as often as it has entries. Each doubling loses half
/// of them, which then belong in other buckets.
///
/// Any number of threads may use it without locks: an entry's label is stored combined with its
/// contents, so that one that two threads have written together is not found (Hyatt and Mann, "A
/// lock-less transposition table implementation for parallel search", ICGA Journal 25(1), 2002).
template <class Value>
class PositionTable {
  static_assert(std::is_trivially_copyable_v<Value>);

 public:
  /// A table of at most that many bytes, but at least one bucket. Throws InputError if it cannot be
  /// allocated.
  explicit PositionTable(std::size_t bytes)
      : buckets_(std::bit_floor(std::max(bytes, sizeof(Bucket)) / sizeof(Bucket))),
        used_(std::min(buckets_, first_buckets)),
        memory_(buckets_ * sizeof(Bucket)) {}

  /// The value kept for the key, if there is one.
  std::optional<Value> find(const Key& key) const {
    for (const Entry& entry : bucket(key).entries)
      if (const Contents contents = entry.contents();
          contents.label() == key.high && contents.kept.work != 0)
        return contents.kept.value;
    return std::nullopt;
  }

  /// How many entries have been filled.
  std::size_t filled() const {
    std::size_t filled = 0;
    for (std::size_t i = 0; i < used_.load(relaxed); ++i)
      for (const Entry& entry : static_cast<const Bucket*>(memory_.data())[i].entries)
        filled += entry.contents().kept.work != 0;
    return filled;
  }

  /// Stores the value over the key's old one, else over the entry with the least work.
  void store(const Key& key, const Value& value, std::uint64_t work) {
    grow();
    Entry* place = nullptr;
    std::uint16_t least = 0;
    for (Entry& entry : bucket(key).entries) {
      const Contents there = entry.contents();
      if (there.label() == key.high || there.kept.work == 0) {
        place = &entry;
        break;
      }
      if (place && there.kept.work >= least) continue;
      place = &entry;
      least = there.kept.work;
    }
    place->set(key.high, {rounded(work + 1), value});
  }

 private:
  static constexpr auto relaxed = std::memory_order_relaxed;

  struct Kept {
    std::uint16_t work;  // rounded; 0: empty
    Value value;
  };

  /// A number that is not 0 in 16 bits, so that greater ones are not smaller: the upper half of a
  /// float, which has eight binary digits.
  static std::uint16_t rounded(std::uint64_t number) {
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(number)) >>
                                      16);
  }
  using Words = std::array<std::uint64_t, (sizeof(Kept) + 7) / 8>;

  /// An entry as it was read.
  struct Contents {
    std::uint64_t combined;  // the label and all words of what is kept
    Words words;
    Kept kept;

    std::uint64_t label() const { return label_in(combined, words); }
  };

  /// The label in what combines it with the words, and the other way round.
  static std::uint64_t label_in(std::uint64_t label, const Words& words) {
    for (const std::uint64_t word : words) label ^= word;
    return label;
  }

  class Entry {
   public:
    Contents contents() const {
      Contents contents;
      contents.combined = combined_.load(relaxed);
      for (std::size_t i = 0; i < words_.size(); ++i) contents.words[i] = words_[i].load(relaxed);
      std::memcpy(static_cast<void*>(&contents.kept), contents.words.data(), sizeof(Kept));
      return contents;
    }
    void set(std::uint64_t label, const Kept& kept) {
      Words words{};
      std::memcpy(words.data(), &kept, sizeof(Kept));
      combined_.store(label_in(label, words), relaxed);
      for (std::size_t i = 0; i < words_.size(); ++i) words_[i].store(words[i], relaxed);
    }

   private:
    std::atomic<std::uint64_t> combined_;
    std::array<std::atomic<std::uint64_t>, std::tuple_size_v<Words>> words_;
  };
  static constexpr std::size_t entries_per_bucket = 64 / sizeof(Entry);
  struct alignas(64) Bucket {
    std::array<Entry, entries_per_bucket> entries;
  };

  Bucket& bucket(const Key& key) const {
    return static_cast<Bucket*>(memory_.data())[key.low & (used_.load(relaxed) - 1)];
  }

  /// Counts a store. Threads may lose a count to each other.
  void grow() {
    const std::size_t stored = stored_.load(relaxed) + 1;
    stored_.store(stored, relaxed);
    std::size_t used = used_.load(relaxed);
    if (stored > used * entries_per_bucket / 2 && used < buckets_)
      used_.compare_exchange_strong(used, 2 * used, relaxed);
  }

  static constexpr std::size_t first_buckets = 4096;  // 256 KiB

  const std::size_t buckets_;
  std::atomic<std::size_t> used_;
  std::atomic<std::size_t> stored_ = 0;
  HugePageBuffer memory_;
};

/// A key of a position together with a number, such as the moves left.
inline Key numbered_key(const Key& key, int number) {
  std::uint64_t state = static_cast<std::uint64_t>(number);
  const std::uint64_t high = splitmix64(state);
  return key ^ Key { high, splitmix64(state) };
}

}  // namespace plylab::search
