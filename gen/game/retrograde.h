// Retrograde analysis: the exact value of every position of a game, worked out backwards from the
// ends of the game (Ströhlein, Untersuchungen über kombinatorische Spiele, 1970; Thompson,
// Retrograde Analysis of Certain Endgames, ICCA Journal 9(3), 1986).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/huge_page_buffer.h"
#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "gen/game/position.h"

namespace plylab {

/// The value of a position for the side to move: a draw, a win in 1 or more moves, a loss in 0 or
/// more moves, or no such position. Only the winner's moves count: a side that is mated has lost in
/// 0.
///
/// A table keeps a value in one byte. Of its 256 values, one is a draw and one no position. The
/// other 254 cannot hold wins and losses in up to 127 moves for both sides. KPPKP has wins in 127,
/// so the first side (make it the stronger one) may win in up to 127 moves, the second in up to
/// 126.
class DistanceValue {
 public:
  /// The longest win and loss of a table's side to move, in moves.
  static constexpr unsigned max_win(Side side) { return side == Side::first ? 127 : 126; }
  static constexpr unsigned max_loss(Side side) { return max_win(!side); }

  constexpr DistanceValue() = default;  ///< a draw
  static constexpr DistanceValue draw() { return {}; }
  static constexpr DistanceValue win(unsigned moves) { return {Kind::win, moves}; }
  static constexpr DistanceValue loss(unsigned moves) { return {Kind::loss, moves}; }
  static constexpr DistanceValue none() { return {Kind::none, 0}; }

  /// Whether a table can keep the value with this side to move.
  constexpr bool fits(Side side) const {
    return is_win() ? moves_ <= max_win(side) : !is_loss() || moves_ <= max_loss(side);
  }
  /// The byte of a value that fits: 0 for a draw, then wins, then losses, and 255 for no position.
  constexpr std::uint8_t byte(Side side) const {
    if (!exists()) return 255;
    return static_cast<std::uint8_t>(is_loss() ? max_win(side) + 1 + moves_ : moves_);
  }
  static constexpr DistanceValue from_byte(std::uint8_t byte, Side side) {
    if (byte == 0) return draw();
    if (byte == 255) return none();
    return byte <= max_win(side) ? win(byte) : loss(byte - max_win(side) - 1U);
  }

  constexpr bool exists() const { return kind_ != Kind::none; }
  constexpr bool is_draw() const { return kind_ == Kind::draw; }
  constexpr bool is_win() const { return kind_ == Kind::win; }
  constexpr bool is_loss() const { return kind_ == Kind::loss; }
  /// Moves until mate; 0 for a draw.
  constexpr unsigned moves() const { return moves_; }
  /// Plies until mate; 0 for a draw.
  constexpr unsigned plies() const { return is_win() ? 2 * moves() - 1 : 2 * moves(); }

  /// The value, for the side that moves, of a move to a position of this value.
  constexpr DistanceValue before() const {
    if (is_win()) return loss(moves());
    if (is_loss()) return win(moves() + 1);
    return *this;
  }

  /// Whether the side to move prefers this to the other value: wins first, the shorter the better,
  /// then draws, then losses, the longer the better.
  constexpr bool better_than(DistanceValue other) const { return rank() > other.rank(); }

  friend constexpr bool operator==(DistanceValue, DistanceValue) = default;

 private:
  enum class Kind : std::uint8_t { draw, win, loss, none };

  constexpr DistanceValue(Kind kind, unsigned moves)
      : kind_(kind), moves_(static_cast<std::uint8_t>(moves)) {}
  constexpr int rank() const {
    if (is_draw()) return 0;
    return is_win() ? 256 - moves_ : moves_ - 256;
  }

  Kind kind_ = Kind::draw;
  std::uint8_t moves_ = 0;
};

/// "won in 12", "drawn", "lost in 3", "no position".
inline std::string to_string(DistanceValue value) {
  if (!value.exists()) return "no position";
  if (value.is_draw()) return "drawn";
  return (value.is_win() ? "won in " : "lost in ") + std::to_string(value.moves());
}

/// What a position's moves tell about it before the value of any other position in its table is
/// known.
struct RetrogradeStart {
  /// The number of different positions in the same table that its moves lead to, plus one if a move
  /// out of the table draws.
  unsigned open = 0;
  /// The best value of the moves that leave the table: a win; or a loss if all of them lose; a loss
  /// in 0 for a mate. Otherwise a draw.
  DistanceValue known;
};

/// The positions of one table, numbered from 0 for each side to move. Some numbers stand for no
/// position. A position that two moves reach counts as one successor.
template <class G>
concept RetrogradeGraph = requires(const G graph, Side side, std::size_t slot) {
  { graph.slots() } -> std::same_as<std::size_t>;  // for each side
  { graph.is_position(side, slot) } -> std::same_as<bool>;
  // exists(side, slot) returns what is_position() returned.
  {
    graph.start(side, slot, [](Side, std::size_t) { return true; })
    } -> std::same_as<RetrogradeStart>;
  // Calls visit(slot) once for each position with the other side to move from which a move leads to
  // this one; some of these slots may stand for no position.
  graph.for_each_predecessor(
      side, slot, [](Side, std::size_t) { return true; }, [](std::size_t) {});
};

/// The bytes of a table's values, by Side and number.
struct RetrogradeValues {
  explicit RetrogradeValues(std::size_t slots) : first(slots), second(slots) {}

  std::uint8_t* of(Side side) const {
    return static_cast<std::uint8_t*>((side == Side::first ? first : second).data());
  }

  HugePageBuffer first, second;
};

/// How long the phases of solving a table took.
struct RetrogradeSeconds {
  double positions = 0;    ///< finding the slots that stand for positions
  double start = 0;        ///< generating their moves
  double propagation = 0;  ///< moves backwards from won and lost positions
};

/// Solves a table. It takes four bytes of memory for each slot; the result keeps two of them.
///
/// Every position starts with the number of its successors of unknown value. A position is lost as
/// soon as all of its successors are won for the other side, and won as soon as one of them is
/// lost; a position that becomes neither is a draw. Positions are processed in the order of their
/// distance, so that each is visited once. Values from moves out of the table wait until their
/// distance is reached.
template <RetrogradeGraph Graph>
class Retrograde {
 public:
  /// `stop` may be null. Throws InputError if the memory cannot be allocated.
  Retrograde(const Graph& graph, int threads, const std::atomic<bool>* stop)
      : graph_(graph),
        threads_(threads),
        stop_(stop),
        values_(std::make_unique<RetrogradeValues>(graph.slots())),
        open_{HugePageBuffer(graph.slots()), HugePageBuffer(graph.slots())} {
    require_threads(threads);
  }

  /// False if `stop` ended it; the values are then meaningless. Throws InputError if a win takes
  /// more moves than a byte can hold.
  bool solve() {
    auto time = [last = Clock::now()]() mutable {
      const auto before = std::exchange(last, Clock::now());
      return std::chrono::duration<double>(last - before).count();
    };
    for_both_sides([this](Side side, std::size_t slot) {
      if (!graph_.is_position(side, slot))
        values_->of(side)[slot] = DistanceValue::none().byte(side);
    });
    seconds_.positions = time();
    for_both_sides([this](Side side, std::size_t slot) { start(side, slot); });
    seconds_.start = time();
    for (unsigned moves = 0; moves <= farthest_ && !stopped() && !too_far_; ++moves) {
      for_each_of(DistanceValue::loss(moves), [this, moves](Side side, std::size_t slot) {
        if (count(side, slot).load(std::memory_order_relaxed) != 0) return;
        graph_.for_each_predecessor(
            side, slot, exists_, [&](std::size_t before) { found_win(!side, before, moves + 1); });
      });
      for_each_of(DistanceValue::win(moves + 1), [this, moves](Side side, std::size_t slot) {
        graph_.for_each_predecessor(side, slot, exists_, [&](std::size_t before) {
          found_lost_move(!side, before, moves + 1);
        });
      });
    }
    if (too_far_)
      throw InputError(
          "a mate takes too many moves: the bytes of a table hold wins of the first side in up to "
          "127 moves, of the second in up to 126");
    for_both_sides([this](Side side, std::size_t slot) {
      if (value(side, slot).is_loss() && count(side, slot).load() != 0)
        values_->of(side)[slot] = DistanceValue::draw().byte(side);
    });
    seconds_.propagation = time();
    return !stopped();
  }

  const RetrogradeSeconds& seconds() const { return seconds_; }

  /// The values, which the caller may take.
  std::unique_ptr<RetrogradeValues>& values() { return values_; }

 private:
  using Clock = std::chrono::steady_clock;

  static constexpr std::size_t chunk = 1 << 14;

  bool stopped() const { return stop_ && *stop_; }

  DistanceValue value(Side side, std::size_t slot) const {
    return DistanceValue::from_byte(
        std::atomic_ref(values_->of(side)[slot]).load(std::memory_order_relaxed), side);
  }
  void set_value(Side side, std::size_t slot, DistanceValue value) {
    if (!value.fits(side)) {
      too_far_ = true;
      return;
    }
    std::atomic_ref(values_->of(side)[slot]).store(value.byte(side), std::memory_order_relaxed);
    reached(value);
  }
  std::atomic_ref<std::uint8_t> count(Side side, std::size_t slot) {
    return std::atomic_ref(static_cast<std::uint8_t*>(open_[index(side)].data())[slot]);
  }
  static unsigned index(Side side) { return static_cast<unsigned>(side); }

  /// Calls work(first, last) for chunks of all slots, in parallel.
  void in_chunks(auto&& work) const {
    const std::size_t slots = graph_.slots(), chunks = (slots + chunk - 1) / chunk;
#pragma omp parallel for schedule(dynamic) num_threads(threads_)
    for (std::size_t i = 0; i < chunks; ++i)
      if (!stopped()) work(i * chunk, std::min(slots, (i + 1) * chunk));
  }

  void for_both_sides(auto&& visit) const {
    for (const Side side : {Side::first, Side::second})
      in_chunks([&](std::size_t first, std::size_t last) {
        for (std::size_t slot = first; slot < last; ++slot) visit(side, slot);
      });
  }

  /// Visits the slots with this value.
  void for_each_of(DistanceValue value, auto&& visit) {
    for (const Side side : {Side::first, Side::second}) {
      if (!value.fits(side)) continue;
      in_chunks([&](std::size_t first, std::size_t last) {
        const std::uint8_t* const bytes = values_->of(side);
        while (first < last) {
          const void* const found = std::memchr(bytes + first, value.byte(side), last - first);
          if (!found) return;
          first = static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - bytes);
          visit(side, first++);
        }
      });
    }
  }

  void start(Side side, std::size_t slot) {
    if (!exists_(side, slot)) return;
    const RetrogradeStart start = graph_.start(side, slot, exists_);
    count(side, slot).store(static_cast<std::uint8_t>(start.open), std::memory_order_relaxed);
    set_value(side, slot, start.known);
  }

  void found_win(Side side, std::size_t slot, unsigned moves) {
    const DistanceValue known = value(side, slot);
    if (!known.exists() || (known.is_win() && known.moves() <= moves)) return;
    set_value(side, slot, DistanceValue::win(moves));
  }

  void found_lost_move(Side side, std::size_t slot, unsigned moves) {
    if (!exists_(side, slot) || count(side, slot).fetch_sub(1, std::memory_order_relaxed) != 1)
      return;
    const DistanceValue known = value(side, slot);
    if (known.is_win()) return;
    set_value(side, slot, DistanceValue::loss(std::max(moves, known.moves())));
  }

  void reached(DistanceValue value) {
    unsigned farthest = farthest_.load(std::memory_order_relaxed);
    while (value.moves() > farthest &&
           !farthest_.compare_exchange_weak(farthest, value.moves(), std::memory_order_relaxed)) {
    }
  }

  const Graph& graph_;
  int threads_;
  const std::atomic<bool>* stop_;
  std::unique_ptr<RetrogradeValues> values_;
  std::array<HugePageBuffer, 2> open_;
  std::atomic<unsigned> farthest_ = 0;
  std::atomic<bool> too_far_ = false;  // a value does not fit into a byte
  RetrogradeSeconds seconds_;
  struct Exists {
    Retrograde& solver;
    bool operator()(Side side, std::size_t slot) const { return solver.value(side, slot).exists(); }
  } exists_{*this};
};

}  // namespace plylab
