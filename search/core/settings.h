// How to search, apart from the algorithm and the evaluation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gen/base/names.h"
#include "search/base/known_values.h"
#include "search/base/scope.h"
#include "search/base/switches.h"
#include "search/core/budget.h"

namespace plylab::search {

/// All orderings. They are chosen at run time: one well-predicted branch per node, in place of a
/// copy of every search for every ordering.
inline constexpr auto orderings = std::to_array<ScopedEntry>({
    {"generation", "in the order of the generator"},
    {"canonical", "by origin, target and kind"},
    {"captures", "captures by victim and attacker (MVV/LVA), then canonical", Scope::chess_family},
    {"see", "as captures, but above depth 1 with captures that lose by static exchange last",
     Scope::chess_family},
    {"gain", "by the move's immediate change of the evaluation", Scope::chess_family},
    {"classes", "RDChess's ten classes of moves, such as recaptures and flights", Scope::chess},
    {"direction", "as captures, then quiet moves forward and towards the opponent's king",
     Scope::chess_family},
    {"ranked", "by the game's own ranking; only in games that have one, not in chess"},
    {"hash", "best move of the last iteration first, then as captures"},
});

using Order = EntryOf<orderings>;

/// The ordering by which generators that list moves in different orders lead to different nodes.
inline constexpr std::string_view ordering_of_generators = Order("generation")->name;

/// The ordering of games other than chess, unless the user names one: by it all generators of a
/// game lead to the same nodes.
inline constexpr std::string_view ordering_outside_chess = Order("canonical")->name;

struct Settings {
  Order order = "generation";
  Switches switches = {};
  Limits limits = {};
  bool distinct = false;  ///< count the different positions among the nodes; costs time and memory
  std::uint64_t null_samples = 0;         ///< check every n-th cutoff by a null move; 0: none
  const KnownValues* endgames = nullptr;  ///< for the switch endgames
  const KnownValues* book = nullptr;      ///< for the switch book
};

}  // namespace plylab::search
