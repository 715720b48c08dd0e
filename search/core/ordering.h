// Move orderings: which move of a node is searched first.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gen/chess/chess_position.h"
#include "gen/position.h"
#include "search/core/see.h"
#include "search/evaluation/chess_evaluation.h"

namespace plylab::search {

/// The orderings, chosen at run time: one well-predicted branch per node, in place of a copy of
/// every search for every ordering. Games other than chess know generation, canonical and hash.
enum class Order : std::uint8_t { generation, canonical, captures, see, gain, ranked, hash };

/// A registry entry for a move ordering.
struct OrderingEntry {
  std::string_view name;
  Order order;
  bool chess;  ///< makes sense in chess only
  std::string_view summary;
};

inline constexpr std::array orderings{
    OrderingEntry{"generation", Order::generation, false, "as the generator lists the moves"},
    OrderingEntry{"canonical", Order::canonical, false, "by origin, target and kind"},
    OrderingEntry{"captures", Order::captures, true,
                  "captures by victim and attacker (MVV/LVA), then canonical"},
    OrderingEntry{"see", Order::see, true,
                  "as captures, but above depth 1 those that lose by static exchange last"},
    OrderingEntry{"gain", Order::gain, true, "by what the move adds to the evaluation at once"},
    OrderingEntry{"ranked", Order::ranked, false,
                  "by the game's own ranking; of games that have one, not of chess"},
    OrderingEntry{"hash", Order::hash, false,
                  "best move of the last iteration first, then as captures"},
};

/// The entry of that name. Throws InputError, which `where` begins, if there is none.
const OrderingEntry& find_ordering(std::string_view where, std::string_view name);

/// A position whose game ranks its moves (gen/game.h).
template <class P>
concept RanksMoves = requires(const P position, const typename P::Move move) {
  { move_rank(position, move) } -> std::convertible_to<int>;
};

/// Whether the ordering makes sense for a game's positions.
template <Position P>
constexpr bool can_order(const OrderingEntry& entry) {
  return entry.order == Order::ranked ? RanksMoves<P> : chess::ChessPosition<P> || !entry.chess;
}

/// Neither a capture nor a promotion.
constexpr bool is_quiet(chess::Move move) { return !move.is_capture() && !move.is_promotion(); }

/// The rank of a capture or promotion by most valuable victim, least valuable attacker (MVV/LVA):
/// the greater, the earlier. 0 for quiet moves, at least 1 for others.
template <chess::ChessPosition P>
int mvv_lva(const P& position, chess::Move move) {
  int gain = 0;
  if (move.is_capture()) {
    const auto victim = chess::type_of(position.piece_on(move.captured_on()));
    const auto attacker = chess::type_of(position.piece_on(move.from()));
    gain = 8 * piece_order(victim) + 7 - piece_order(attacker);
  }
  if (move.is_promotion()) gain += 8 * piece_order(move.promoted());
  return gain;
}

/// The last best or cutting move of positions: a small table, the newest entry wins. With iterative
/// deepening these are the moves of the iteration before.
template <Position P>
class BestMoves {
  using Move = typename P::Move;

 public:
  const Move* find(const P& position) const {
    if (entries_.empty()) return nullptr;
    const Entry& entry = entries_[position.key().low % size];
    return entry.used && entry.key == position.key() ? &entry.move : nullptr;
  }
  void learn(const P& position, Move move) {
    if (entries_.empty()) entries_.resize(size);
    entries_[position.key().low % size] = {position.key(), move, true};
  }

 private:
  struct Entry {
    Key key;
    Move move;
    bool used;
  };
  static constexpr std::size_t size = 1 << 17;
  std::vector<Entry> entries_;
};

/// The best or cutting move of every node of a search, by position and depth: what a second search
/// follows to visit the minimal tree.
template <Position P>
class KnownMoves {
  using Move = typename P::Move;

 public:
  const Move* find(const P& position, int depth) const {
    const auto found = moves_.find({position.key(), depth});
    return found == moves_.end() ? nullptr : &found->second;
  }
  void learn(const P& position, int depth, Move move) {
    moves_.insert_or_assign({position.key(), depth}, move);
  }

 private:
  struct Place {
    Key key;
    int depth;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct Hash {
    std::size_t operator()(const Place& place) const {
      return (place.key.low ^ place.key.high * 0x9e3779b97f4a7c15) +
             static_cast<unsigned>(place.depth);
    }
  };
  std::unordered_map<Place, Move, Hash> moves_;
};

}  // namespace plylab::search
