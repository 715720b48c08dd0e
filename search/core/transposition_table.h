// The transposition table: results of earlier visits to a position.
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
#include "gen/base/huge_page_buffer.h"
#include "gen/chess/board/notation.h"
#include "gen/game/position.h"
#include "search/base/result.h"
#include "search/base/switches.h"
#include "search/base/value.h"

namespace plylab::search {

/// Whether the value of the position at this depth depends only on the position. Near the
/// fifty-move limit it depends on the clock: the tree must not reach it. Check extensions at most
/// double its height, and 20 plies of checks in the quiescence search are more than there are.
template <Position P>
bool storable(const P& position, int depth, const Switches& on) {
  if constexpr (chess::AnyChessPosition<P>)
    // With `deeper` values depend on the way in any case; only the limit itself is kept clear of.
    return on.deeper ? position.halfmove_clock() < 84
                     : position.halfmove_clock() + 2 * static_cast<unsigned>(depth) + 20 < 100;
  else
    return !position.drawn_by_rule();
}

/// What is known of a position searched to one depth: its value lies in [lower, upper]. Both bounds
/// are kept, as the memory-enhanced searches need (Plaat et al., "Best-first fixed-depth minimax
/// algorithms", Artificial Intelligence 87, 1996).
template <class Move>
struct TTEntry {
  std::int16_t lower;
  std::int16_t upper;
  std::uint8_t depth;  ///< at least 1; 0 marks an empty entry
  bool has_move;       ///< a best or cutting move is known
  Move move;
};

/// Zeroed memory that the last table of this thread gave back, for the next one of the same size.
struct SpareTable {
  std::size_t bytes = 0;
  std::unique_ptr<HugePageBuffer> memory = nullptr;
};
inline thread_local SpareTable spare_table;

/// TTEntry by position: buckets of two entries, one kept by depth and one always replaced. Mates
/// are stored by their distance from the position, so that they hold wherever it is met.
///
/// A table may be kept for the next search. Entries know which search stored them: those of earlier
/// ones are found like others, but the place kept by depth does not defend them.
///
/// Several threads may share a table. An entry is read and written word by word without a lock, and
/// its key is stored xor its other words, so that an entry half written by another thread has
/// another position's key (Hyatt and Mann, "A lock-less transposition-table implementation for
/// parallel search chess engines", ICGA Journal 25(1), 2002).
template <Position P>
class TranspositionTable {
  using Move = typename P::Move;

 public:
  /// `mib` MiB, or if `most` is not 0 no more entries than that; at least one bucket. An exact
  /// table stores packed positions beside the keys, so that different positions with equal keys are
  /// distinguished; it is for one thread. Throws InputError if the memory cannot be allocated.
  TranspositionTable(std::size_t mib, bool exact, bool shared = false, std::size_t most = 0)
      : buckets_(buckets_in(mib, exact, most)),
        most_listed_(std::min(2 * buckets_, std::size_t{1} << 16)),
        listed_(std::make_unique_for_overwrite<std::size_t[]>(most_listed_)) {
    static_assert(std::is_trivially_copyable_v<Entry> && std::is_trivially_copyable_v<Packed>);
    static_assert(2 * sizeof(Entry) % alignof(Packed) == 0);
    assert(!exact || !shared);
    const std::size_t size_of_entries = 2 * buckets_ * sizeof(Entry);
    bytes_ = size_of_entries + (exact ? 2 * buckets_ * sizeof(Packed) : 0);
    if (spare_table.bytes != bytes_) spare_table = {};
    memory_ = spare_table.memory ? std::move(spare_table.memory)
                                 : std::make_unique<HugePageBuffer>(bytes_);
    auto* const start = static_cast<std::byte*>(memory_->data());
    entries_ = reinterpret_cast<Entry*>(start);
    if (exact) positions_ = reinterpret_cast<Packed*>(start + size_of_entries);
    if (shared) filled_ = too_many();
  }

  /// The one that the switches ask for.
  explicit TranspositionTable(const Switches& on)
      : TranspositionTable(static_cast<std::size_t>(on.table), on.exact != 0, on.threads > 1,
                           static_cast<std::size_t>(on.entries)) {}

  /// Clears the entries that were filled if they are few: that is quicker than to have the system
  /// zero the whole memory again for the next search.
  ~TranspositionTable() {
    if (filled_ == too_many()) return;
    for (std::size_t i = 0; i < filled_; ++i) {
      std::memset(static_cast<void*>(entries_ + listed_[i]), 0, sizeof(Entry));
      if (positions_) std::memset(static_cast<void*>(positions_ + listed_[i]), 0, sizeof(Packed));
    }
    spare_table = {bytes_, std::move(memory_)};
  }
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  /// From now on another search stores entries.
  void start_search() { search_ = (search_ + 1) % Entry::searches; }

  /// The entry of the position, at any depth. Values are the position's own: see at_ply().
  std::optional<TTEntry<Move>> find(const P& position) const {
    const Key key = position.key();
    const std::size_t bucket = bucket_of(key);
    for (std::size_t i = bucket; i < bucket + 2; ++i)
      if (const auto known = find_at(i, key, position)) return known;
    return std::nullopt;
  }

  /// Prefetches what find() will read, so that it need not wait.
  void prefetch(const P& position) const {
    __builtin_prefetch(&entries_[bucket_of(position.key())]);
  }

  /// Adds to what is known: bounds of one depth are combined, another depth's are replaced. True if
  /// another position had to give way.
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
      if (filled_ < most_listed_) listed_[filled_] = place;
      ++filled_;
    }
    save(place, Entry(key, update, search_));
    if (positions_) positions_[place] = position.packed();
    return collision;
  }

  /// Looks at every entry.
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
    if (filled_ <= most_listed_)
      std::for_each_n(listed_.get(), filled_, [&](auto place) { look(load(place)); });
    else
      for (std::size_t i = 0; i < 2 * buckets_; ++i) look(load(i));
    return census;
  }

  /// A stored value as seen from a root `ply` plies away, and the way back.
  static Value at_ply(Value value, int ply) { return shifted(value, -ply); }
  static Value from_ply(Value value, int ply) { return shifted(value, ply); }

 private:
  using Packed = typename P::Packed;

  /// The words of a TTEntry, and the position's key, its low word xor each of them. The number of
  /// the search is in the byte of has_move, which leaves seven bits free.
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
    std::uint64_t search() const { return word[2] >> search_bit & (searches - 1); }

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

  static std::size_t buckets_in(std::size_t mib, bool exact, std::size_t most) {
    const std::size_t fit = (mib << 20) / 2 / (sizeof(Entry) + (exact ? sizeof(Packed) : 0));
    return std::max<std::size_t>(1, most > 0 ? std::min(fit, most / 2) : fit);
  }

  static Value shifted(Value value, int plies) {
    if (!is_mate(value) || std::abs(value) == infinity) return value;
    return value > 0 ? value + plies : value - plies;
  }

  std::size_t bucket_of(Key key) const { return 2 * multiply_high(mixed(key), buckets_); }

  /// What the i-th entry knows if it is the position's.
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
    if (lower > upper) return update;  // selective searches may contradict themselves: the newest
    update.lower = lower;
    update.upper = upper;
    return update;
  }

  /// What filled_ stays at once the list is full, and is from the start where threads share the
  /// table.
  std::size_t too_many() const { return most_listed_ + 1; }

  std::size_t buckets_;
  std::uint64_t search_ = 0;  // the number of the present search, from 0 again after 127
  std::size_t filled_ = 0;    // entries
  std::size_t most_listed_;
  std::unique_ptr<std::size_t[]> listed_;  // the places of the first so many that were filled
  std::size_t bytes_;
  std::unique_ptr<HugePageBuffer> memory_;  // zeroed, as entries must be at first
  Entry* entries_;
  Packed* positions_ = nullptr;  // beside them, if the table is exact
};

}  // namespace plylab::search
