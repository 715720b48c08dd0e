// What the ways of listing moves cost: the same perft and the same alpha-beta search on a board, by
// full lists of legal moves, by pseudo-legal moves that are tested one by one, and in stages.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "gen/base/count.h"
#include "gen/chess/board/setup.h"
#include "search/base/value.h"

namespace plylab::search::lab {

/// How a node gets its moves.
enum class Listing : std::uint8_t { legal, pseudo_legal, staged };

struct ListingEntry {
  std::string_view name;
  Listing listing;
};

inline constexpr std::array listings{
    ListingEntry{"legal", Listing::legal},
    ListingEntry{"pseudo-legal", Listing::pseudo_legal},
    ListingEntry{"staged", Listing::staged},
};

/// What a perft or a search did.
struct ListingCost {
  std::uint64_t nodes = 0;      ///< positions visited; leaves of perft are counted unvisited
  std::uint64_t generated = 0;  ///< moves listed
  std::uint64_t used = 0;       ///< of these, made or counted
  Count leaves = 0;             ///< of perft
  Value value = 0;              ///< of a search
  double seconds = 0;
};

/// Counts the paths of that many moves, at least 1. The board is that of the generator and kernel
/// (empty: the fastest). Throws Stopped when `stop` goes up.
ListingCost perft_by(Listing listing, std::string_view generator, std::string_view kernel,
                     const chess::ValidSetup& start, int depth, const std::atomic<bool>& stop);

/// Searches that many plies, at least 1, by fail-soft alpha-beta with piece-square values: captures
/// by MVV/LVA, then quiet moves in canonical order, below the leaves captures and promotions until
/// the position is quiet, and all evasions in check. Below the leaves stalemate is overlooked. All
/// listings visit the same nodes. Throws Stopped when `stop` goes up.
ListingCost search_by(Listing listing, std::string_view generator, std::string_view kernel,
                      const chess::ValidSetup& start, int depth, const std::atomic<bool>& stop);

}  // namespace plylab::search::lab
