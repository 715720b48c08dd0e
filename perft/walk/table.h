// A transposition table for perft, shared by all threads without locks.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "gen/base/count.h"
#include "gen/base/huge_page_buffer.h"
#include "gen/game/position.h"
#include "perft/walk/early_leaves.h"

namespace plylab::perft {

/// How a table distinguishes positions.
enum class Identity : std::uint8_t {
  key,   ///< the 128-bit key
  exact  ///< the packed position: two positions are never confused
};

/// Counters of a table's use.
struct TableUse {
  std::uint64_t probes = 0;
  std::uint64_t hits = 0;
  std::uint64_t stored = 0;
  std::uint64_t collisions = 0;  ///< exact: different positions found with the same key

  TableUse& operator+=(const TableUse& other) {
    probes += other.probes;
    hits += other.hits;
    stored += other.stored;
    collisions += other.collisions;
    return *this;
  }
};

/// A total as the table stores it: one 64-bit word for each count; none if a count is larger.
/// Totals that fit into fewer words overload these functions.
template <class Total>
std::optional<std::array<std::uint64_t, sizeof(Total) / sizeof(Count)>> to_words(
    const Total& total) {
  std::array<std::uint64_t, sizeof(Total) / sizeof(Count)> words;
  bool fits = true;
  std::size_t at = 0;
  for_each_count(total, [&](Count count) {
    fits &= count.value() >> 64 == 0;
    words[at++] = static_cast<std::uint64_t>(count.value());
  });
  if (!fits) return std::nullopt;
  return words;
}
template <class Total>
void from_words(const std::array<std::uint64_t, sizeof(Total) / sizeof(Count)>& words,
                Total& total) {
  std::size_t at = 0;
  for_each_count(total, [&](Count& count) { count = words[at++]; });
}

/// A position type with classes of positions that have the same totals at all depths. counted_as()
/// is equal within a class, and different between classes.
template <class P>
concept CountedAsOthers = requires(const P position) {
  { position.counted_as() } -> std::same_as<Key>;
};

/// Identifies a position in the table: a key, and an exact form, which may be the key itself.
template <Position P>
Key counting_key(const P& position) {
  if constexpr (CountedAsOthers<P>)
    return position.counted_as();
  else
    return position.key();
}
template <Position P>
auto counting_form(const P& position) {
  if constexpr (CountedAsOthers<P>)
    return position.counted_as();
  else
    return position.packed();
}
template <Position P>
using CountingForm = decltype(counting_form(std::declval<const P&>()));

/// Totals of subtrees, by position and depth.
///
/// Each entry is a sequence lock:
/// - A writer first raises the entry's version to an odd number, and to the next even one when
///   done. A writer that cannot lock an entry at once skips it.
/// - A reader that does not see the same even version before and after reading counts it as a miss.
///
/// A race therefore only costs a hit; no reader ever uses a half-written entry. The memory order
/// guarantees this: a reader that sees any word of a later writer also sees that writer's version.
///
/// The table contains no pointers, so that several processes may share it. An entry whose writer
/// died keeps an odd version: it is never read and never replaced.
template <Position P, class Total, Identity identity>
class Table {
  static constexpr bool exact = identity == Identity::exact;
  static_assert(std::atomic_ref<std::uint64_t>::is_always_lock_free,
                "threads never wait for each other");
  static_assert(!exact || std::has_unique_object_representations_v<CountingForm<P>>,
                "an exact table compares packed positions byte by byte");

  static constexpr std::size_t word_size = sizeof(std::uint64_t);
  static constexpr std::size_t key_words = 2;
  // A packed form that is the key itself needs no extra words.
  static constexpr std::size_t packed_words =
      exact && !std::is_same_v<CountingForm<P>, Key>
          ? (sizeof(CountingForm<P>) + word_size - 1) / word_size
          : 0;
  static constexpr std::size_t label_words = key_words + packed_words;
  using Words = typename decltype(to_words(std::declval<const Total&>()))::value_type;
  static constexpr std::size_t cache_line = 64;

  struct Entry {
    std::uint64_t state;  // fields as in State
    std::uint64_t label[label_words];
    Words total;
  };
  static constexpr std::size_t bucket_size = std::max<std::size_t>(1, cache_line / sizeof(Entry));
  struct alignas(cache_line) Bucket {
    Entry entries[bucket_size];
  };

 public:
  /// Identifies a position and a depth.
  struct Label {
    std::array<std::uint64_t, label_words> words;
    std::uint64_t depth;
    std::size_t bucket;
  };

  /// An empty table of at least one bucket. Throws InputError if the memory cannot be allocated.
  explicit Table(std::size_t bytes)
      : buckets_(std::max<std::size_t>(1, bytes / sizeof(Bucket))),
        memory_(buckets_ * sizeof(Bucket)),
        first_(static_cast<Bucket*>(memory_.data())) {}

  /// The number of totals that the table can hold.
  std::size_t capacity() const { return buckets_ * bucket_size; }

  /// Limits the memory used to that many totals; call it while the table is empty. Touching a page
  /// for the first time costs more than many lookups.
  void expect(double totals) {
    if (totals < static_cast<double>(capacity()))
      used_buckets_ = static_cast<std::size_t>(totals / bucket_size) + 1;
  }

  Label label(const P& position, int depth) const {
    Label label{};
    const Key key = counting_key(position);
    label.words[0] = key.high;
    label.words[1] = key.low;
    if constexpr (packed_words > 0) {
      const auto form = counting_form(position);
      std::memcpy(&label.words[key_words], &form, sizeof(form));
    }
    label.depth = static_cast<std::uint64_t>(depth);
    label.bucket = spread(key, label.depth);
    return label;
  }

  /// Prefetches the label's bucket for a later find().
  void prefetch(const Label& label) const {
    const char* bucket = reinterpret_cast<const char*>(&bucket_of(label));
    for (std::size_t at = 0; at < sizeof(Bucket); at += cache_line) __builtin_prefetch(bucket + at);
  }

  /// The total stored under the label, if it is still there.
  std::optional<Total> find(const Label& label, TableUse& use) const {
    ++use.probes;
    for (Entry& entry : bucket_of(label).entries) {
      const std::uint64_t state = word(entry.state).load(std::memory_order_acquire);
      if (State::depth(state) != label.depth || State::busy(state)) continue;
      if (!holds(entry.label, label, 0, key_words)) continue;
      const bool same = holds(entry.label, label, key_words, label_words);
      Words words;
      for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = word(entry.total[i]).load(std::memory_order_acquire);
      if (word(entry.state).load(std::memory_order_relaxed) != state) continue;
      if (!same) {
        ++use.collisions;
        continue;
      }
      ++use.hits;
      Total total{};
      from_words(words, total);
      return total;
    }
    return std::nullopt;
  }

  /// Stores the total, unless it does not fit into its words or all entries of the bucket are worth
  /// more.
  void store(const Label& label, const Total& total, TableUse& use) {
    if (label.depth > State::deepest) return;
    const std::optional<Words> words = to_words(total);
    if (!words) return;

    Entry& entry = cheapest(bucket_of(label));
    std::uint64_t state = word(entry.state).load(std::memory_order_relaxed);
    if (State::busy(state)) return;
    const bool replace = State::worth(state) <= State::worth_of(label.depth);
    const std::uint64_t next = replace ? State::raised(state) : State::aged(state);
    if (!word(entry.state)
             .compare_exchange_strong(state, next, std::memory_order_acquire,
                                      std::memory_order_relaxed))
      return;
    if (!replace) return;
    for (std::size_t i = 0; i < label_words; ++i)
      word(entry.label[i]).store(label.words[i], std::memory_order_release);
    for (std::size_t i = 0; i < words->size(); ++i)
      word(entry.total[i]).store((*words)[i], std::memory_order_release);
    word(entry.state).store(State::of(State::raised(next), label.depth), std::memory_order_release);
    ++use.stored;
  }

 private:
  /// An entry's first word: its depth (0 if empty) in 8 bits, its worth in 16, and its version in
  /// 40, which is odd during a write.
  ///
  /// One more ply makes a subtree several times as costly. The worth therefore grows exponentially
  /// with the depth, and falls by one each time the entry keeps out another total: deep entries
  /// stay, and old entries are eventually replaced.
  struct State {
    static constexpr std::uint64_t deepest = 255;
    static constexpr std::uint64_t one_worth = 1 << 8;
    static constexpr std::uint64_t one_version = 1 << 24;

    static std::uint64_t depth(std::uint64_t state) { return state & deepest; }
    static std::uint64_t worth(std::uint64_t state) { return (state >> 8) & 0xffff; }
    static bool busy(std::uint64_t state) { return (state & one_version) != 0; }
    static std::uint64_t worth_of(std::uint64_t depth) {
      return std::uint64_t{1} << 2 * std::min<std::uint64_t>(depth, 7);
    }
    static std::uint64_t raised(std::uint64_t state) { return state + one_version; }
    static std::uint64_t aged(std::uint64_t state) { return state - one_worth; }
    /// A new entry's state with the version of `state`.
    static std::uint64_t of(std::uint64_t state, std::uint64_t depth) {
      return state / one_version * one_version | (worth_of(depth) << 8) | depth;
    }
  };

  static std::atomic_ref<std::uint64_t> word(std::uint64_t& place) {
    return std::atomic_ref(place);
  }

  /// The bucket of the key and the depth; the keys of games need not be random numbers.
  std::size_t spread(Key key, std::uint64_t depth) const {
    std::uint64_t z = (key.high ^ depth * 0xd6e8feb86659fd93) * 0x9e3779b97f4a7c15 + key.low;
    z = (z ^ (z >> 32)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 29)) * 0x94d049bb133111eb;
    return multiply_high(z, used_buckets_);
  }

  Bucket& bucket_of(const Label& label) const { return first_[label.bucket]; }

  static bool holds(std::uint64_t (&words)[label_words], const Label& label, std::size_t first,
                    std::size_t end) {
    bool same = true;
    for (std::size_t i = first; i < end; ++i)
      same &= word(words[i]).load(std::memory_order_acquire) == label.words[i];
    return same;
  }

  static Entry& cheapest(Bucket& bucket) {
    return *std::min_element(std::begin(bucket.entries), std::end(bucket.entries),
                             [](Entry& a, Entry& b) {
                               return State::worth(word(a.state).load(std::memory_order_relaxed)) <
                                      State::worth(word(b.state).load(std::memory_order_relaxed));
                             });
  }

  std::size_t buckets_;
  std::size_t used_buckets_ = buckets_;
  HugePageBuffer memory_;
  Bucket* first_;
};

}  // namespace plylab::perft
