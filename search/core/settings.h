// How to search, apart from the algorithm and the evaluation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "search/base/switches.h"
#include "search/core/budget.h"

namespace plylab::search {

/// The orderings, chosen at run time: one well-predicted branch per node, in place of a copy of
/// every search for every ordering. Games other than chess know generation, canonical,
/// hash and, if they rank their moves, ranked.
enum class Order : std::uint8_t {
  generation,
  canonical,
  captures,
  see,
  gain,
  classes,
  direction,
  ranked,
  hash,
  added  ///< and all values above: those of a guest
};

/// The order of the guest's ordering of that number.
constexpr Order added_order(std::size_t place) {
  return static_cast<Order>(static_cast<std::size_t>(Order::added) + place);
}
constexpr bool is_added(Order order) { return order >= Order::added; }
constexpr std::size_t place_of(Order order) {
  return static_cast<std::size_t>(order) - static_cast<std::size_t>(Order::added);
}

/// A registry entry for a move ordering.
struct OrderingEntry {
  std::string_view name;
  Order order;
  bool chess;  ///< for chess only
  std::string_view summary;
};

/// The ordering by which generators that list moves in different orders lead to different nodes.
inline constexpr std::string_view ordering_of_generators = "generation";

inline constexpr std::array orderings{
    OrderingEntry{ordering_of_generators, Order::generation, false,
                  "in the order of the generator"},
    OrderingEntry{"canonical", Order::canonical, false, "by origin, target and kind"},
    OrderingEntry{"captures", Order::captures, true,
                  "captures by victim and attacker (MVV/LVA), then canonical"},
    OrderingEntry{"see", Order::see, true,
                  "as captures, but above depth 1 with captures that lose by static exchange last"},
    OrderingEntry{"gain", Order::gain, true, "by the move's immediate change of the evaluation"},
    OrderingEntry{"classes", Order::classes, true,
                  "RDChess's ten classes of moves, such as recaptures and flights"},
    OrderingEntry{"direction", Order::direction, true,
                  "as captures, then quiet moves forward and towards the opponent's king"},
    OrderingEntry{"ranked", Order::ranked, false,
                  "by the game's own ranking; only in games that have one, not in chess"},
    OrderingEntry{"hash", Order::hash, false,
                  "best move of the last iteration first, then as captures"},
};

/// The ordering of games other than chess, unless the user names one: by it all generators of a
/// game lead to the same nodes.
inline constexpr std::string_view ordering_outside_chess = "canonical";

struct Settings {
  Order order = Order::generation;
  Switches switches = {};
  Limits limits = {};
  bool distinct = false;  ///< count the different positions among the nodes; costs time and memory
  std::uint64_t null_samples = 0;  ///< check every n-th cutoff by a null move; 0: none
};

}  // namespace plylab::search
