// The transposition table: what earlier searches of a position found.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "gen/base/count.h"
#include "gen/chess/board/notation.h"
#include "gen/game/position.h"
#include "search/base/result.h"
#include "search/base/switches.h"
#include "search/base/value.h"
#include "search/core/table_memory.h"

namespace plylab::search {

/// Whether the value of the position at this depth depends on the position alone. Close to the
/// fifty-move limit it also depends on the clock, so a position is storable only if its tree cannot
/// reach the limit: check extensions at most double the tree's height, and the quiescence search
/// adds fewer than 20 plies of checks.
template <Position P>
bool storable(const P& position, int depth, const Switches& on) {
  if constexpr (chess::AnyChessPosition<P>)
    // With `deeper`, values depend on the path in any case: a fixed margin is enough.
    return on["deeper"] ? position.halfmove_clock() < 84
                        : position.halfmove_clock() + 2 * static_cast<unsigned>(depth) + 20 < 100;
  else
    return !position.drawn_by_rule();
}

/// What is known of a position at one depth: its value lies in [lower, upper]. The memory-enhanced
/// searches need both bounds (Plaat et al., "Best-first fixed-depth minimax algorithms", Artificial
/// Intelligence 87, 1996).
template <class Move>
struct TTEntry {
  std::int16_t lower;
  std::int16_t upper;
  std::uint8_t depth;  ///< at least 1; 0 marks an empty entry
  bool has_move;       ///< a best or cutting move is known
  Move move;
};

/// A hash table of TTEntry by position. Each bucket has two entries: the first is replaced only by
/// an entry of at least its depth, the second always. A mate is stored by its distance from the
/// position, not from the root, so that it is right at any ply.
///
/// A table may be kept for the next search. Each entry has the number of the search that stored it.
/// find() returns entries of earlier searches too, but store() replaces them whatever their depth.
///
/// Several threads may share a table. Entries are read and written word by word, without a lock.
/// The stored key is xor-ed with the other words of the entry, so that an entry of which another
/// thread has written only a part does not match its position (Hyatt and Mann, "A lock-less
/// transposition-table implementation for parallel search chess engines", ICGA Journal 25(1),
/// 2002).
template <Position P>
class TranspositionTable {
  using Move = typename P::Move;

 public:
  /// A table of `mib` MiB, and of at most `most` entries unless that is 0; it has at least one
  /// bucket. An `exact` table also stores the packed positions, which distinguish positions with
  /// equal keys; only one thread may use it. Its memory comes from `spare`, and may go back there;
  /// so `spare` must outlive it. Throws InputError if the memory cannot be allocated.
  TranspositionTable(std::size_t mib, bool exact, bool shared = false, std::size_t max = 0,
                     SpareTable& spare = spare_table)
      : buckets_(buckets_in(mib, exact, max)),
        max_listed_(std::min(2 * buckets_, std::size_t{1} << 16)),
        listed_(std::make_unique_for_overwrite<std::size_t[]>(max_listed_)),
        bytes_(bytes_of(buckets_, exact)),
        spare_(spare),
        memory_(spare.take(bytes_)) {
    static_assert(std::is_trivially_copyable_v<Entry> && std::is_trivially_copyable_v<Packed>);
    static_assert(2 * sizeof(Entry) % alignof(Packed) == 0);
    assert(!exact || !shared);
    const std::size_t size_of_entries = 2 * buckets_ * sizeof(Entry);
    auto* const start = static_cast<std::byte*>(memory_->data());
    entries_ = reinterpret_cast<Entry*>(start);
    if (exact) positions_ = reinterpret_cast<Packed*>(start + size_of_entries);
    if (shared) filled_ = too_many();
  }

  /// The table that the switches ask for.
  explicit TranspositionTable(const Switches& on, SpareTable& spare = spare_table)
      : TranspositionTable(static_cast<std::size_t>(on["table"]), on["exact"] != 0,
                           on["threads"] > 1, static_cast<std::size_t>(on["entries"]), spare) {}

  /// Lets the system zero the memory of the next table that takes it from `spare`, if it has these
  /// switches. A search whose time is limited, or compared with that of others, must not pay for
  /// it.
  static void prepare(const Switches& on, SpareTable& spare = spare_table) {
    spare.prepare(bytes_of(buckets_in(static_cast<std::size_t>(on["table"]), on["exact"] != 0,
                                      static_cast<std::size_t>(on["entries"])),
                           on["exact"] != 0));
  }

  /// If few entries were filled, clears them and keeps the memory for the next table: that is
  /// faster than having the system zero new memory.
  ~TranspositionTable() {
    if (filled_ == too_many()) return;
    for (std::size_t i = 0; i < filled_; ++i) {
      std::memset(static_cast<void*>(entries_ + listed_[i]), 0, sizeof(Entry));
      if (positions_) std::memset(static_cast<void*>(positions_ + listed_[i]), 0, sizeof(Packed));
    }
    spare_ = {bytes_, std::move(memory_)};
  }
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  /// Begins another search: the entries stored so far now belong to earlier ones.
  void start_search() { search_ = (search_ + 1) % Entry::searches; }

  /// The entry of the position, of any depth. Its mate values count from the position: see
  /// at_ply().
  std::optional<TTEntry<Move>> find(const P& position) const {
    const Key key = position.key();
    const std::size_t bucket = bucket_of(key);
    for (std::size_t i = bucket; i < bucket + 2; ++i)
      if (const auto known = find_at(i, key, position)) return known;
    return std::nullopt;
  }

  /// Prefetches the memory that find() will read.
  void prefetch(const P& position) const {
    __builtin_prefetch(&entries_[bucket_of(position.key())]);
  }

  /// Stores an entry. If the table has the position at the same depth, the bounds are combined; an
  /// entry of another depth is replaced. Returns whether another position's entry was replaced.
  bool store(const P& position, const TTEntry<Move>& update) {
    assert(update.depth > 0);
    const Key key = position.key();
    const std::size_t bucket = bucket_of(key);
    for (std::size_t i = bucket; i < bucket + 2; ++i)
      if (const auto known = find_at(i, key, position)) {
        save(i, Entry(key, combined(*known, update), search_));
        return false;
      }
    const Entry deep = load(bucket);
    const bool gives_way = update.depth >= deep.known().depth || deep.search() != search_;
    const std::size_t place = gives_way ? bucket : bucket + 1;
    const bool collision = load(place).known().depth > 0;
    if (!collision && filled_ != too_many()) {
      if (filled_ < max_listed_) listed_[filled_] = place;
      ++filled_;
    }
    save(place, Entry(key, update, search_));
    if (positions_) positions_[place] = position.packed();
    return collision;
  }

  /// Counts the entries by what they hold.
  TableCensus census() const {
    TableCensus census{.entries = 2 * buckets_};
    const auto look = [&](const Entry& entry) {
      const TTEntry<Move> known = entry.known();
      if (known.depth == 0) return;
      ++census.filled;
      census.before += entry.search() != search_;
      census.with_move += known.has_move;
      if (known.lower == known.upper)
        ++census.exact;
      else if (known.upper == infinity)
        ++census.lower;
      else if (known.lower == -infinity)
        ++census.upper;
      else
        ++census.both;
    };
    if (filled_ <= max_listed_)
      std::for_each_n(listed_.get(), filled_, [&](auto place) { look(load(place)); });
    else
      for (std::size_t i = 0; i < 2 * buckets_; ++i) look(load(i));
    return census;
  }

 private:
  using Packed = typename P::Packed;

  /// The key, its low word xor-ed with all words that follow, and the words of a TTEntry. The
  /// number of the search is in the seven unused bits of the byte of has_move.
  struct Entry {
    static constexpr std::size_t words = (sizeof(TTEntry<Move>) + 7) / 8;
    static constexpr unsigned searches = 128;
    std::array<std::uint64_t, 2 + words> word;

    Entry() = default;
    Entry(Key key, const TTEntry<Move>& known, std::uint64_t search) : word{key.high, key.low} {
      std::memcpy(&word[2], &known, sizeof known);
      word[2] |= search << search_bit;
      word[1] ^= sum();
    }
    Key key() const { return {word[0], word[1] ^ sum()}; }
    TTEntry<Move> known() const {
      std::array<std::uint64_t, words> bits;
      std::copy(word.begin() + 2, word.end(), bits.begin());
      bits[0] &= ~(std::uint64_t{searches - 1} << search_bit);
      TTEntry<Move> known;
      std::memcpy(static_cast<void*>(&known), bits.data(), sizeof known);
      return known;
    }
    std::uint64_t search() const { return (word[2] >> search_bit) & (searches - 1); }

   private:
    static_assert(std::endian::native == std::endian::little);
    static constexpr unsigned search_bit = 8 * offsetof(TTEntry<Move>, has_move) + 1;
    static_assert(search_bit < 64);

    std::uint64_t sum() const {
      std::uint64_t sum = 0;
      for (std::size_t i = 2; i < word.size(); ++i) sum ^= word[i];
      return sum;
    }
  };

  static std::uint64_t read(std::uint64_t& word) {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
  }
  Entry load(std::size_t i) const {
    Entry copy;
    for (std::size_t k = 0; k < copy.word.size(); ++k) copy.word[k] = read(entries_[i].word[k]);
    return copy;
  }
  void save(std::size_t i, const Entry& entry) {
    for (std::size_t k = 0; k < entry.word.size(); ++k)
      std::atomic_ref(entries_[i].word[k]).store(entry.word[k], std::memory_order_relaxed);
  }

  static std::size_t buckets_in(std::size_t mib, bool exact, std::size_t max) {
    const std::size_t fit = (mib << 20) / 2 / (sizeof(Entry) + (exact ? sizeof(Packed) : 0));
    return std::max<std::size_t>(1, max > 0 ? std::min(fit, max / 2) : fit);
  }

  static std::size_t bytes_of(std::size_t buckets, bool exact) {
    return 2 * buckets * (sizeof(Entry) + (exact ? sizeof(Packed) : 0));
  }

  std::size_t bucket_of(Key key) const { return 2 * multiply_high(mixed(key), buckets_); }

  /// The i-th entry if it is the position's.
  std::optional<TTEntry<Move>> find_at(std::size_t i, const Key& key, const P& position) const {
    if (read(entries_[i].word[0]) != key.high) return std::nullopt;
    const Entry entry = load(i);
    const TTEntry<Move> known = entry.known();
    if (entry.key() != key || known.depth == 0) return std::nullopt;
    if (positions_ && !(positions_[i] == position.packed())) return std::nullopt;
    return known;
  }

  static TTEntry<Move> combined(const TTEntry<Move>& old, TTEntry<Move> update) {
    if (!update.has_move) {
      update.move = old.move;
      update.has_move = old.has_move;
    }
    if (old.depth != update.depth) return update;
    const auto lower = std::max(old.lower, update.lower);
    const auto upper = std::min(old.upper, update.upper);
    if (lower > upper) return update;  // selective searches may contradict each other: keep the new
    update.lower = lower;
    update.upper = upper;
    return update;
  }

  /// The value of filled_ once more entries are filled than listed_ holds. In a shared table it has
  /// this value from the start.
  std::size_t too_many() const { return max_listed_ + 1; }

  std::size_t buckets_;
  std::uint64_t search_ = 0;  // the number of this search, modulo Entry::searches
  std::size_t filled_ = 0;    // entries filled so far, or too_many()
  std::size_t max_listed_;
  std::unique_ptr<std::size_t[]> listed_;  // the indices of those entries
  std::size_t bytes_;
  SpareTable& spare_;
  std::unique_ptr<HugePageBuffer> memory_;  // zeroed: an empty entry has depth 0
  Entry* entries_;
  Packed* positions_ = nullptr;  // of the entries, if the table is exact
};

}  // namespace plylab::search
