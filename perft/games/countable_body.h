// The body of countable_game(), compiled once for each game.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>

#include "perft/frontier/frontier_body.h"
#include "perft/frontier/units_body.h"
#include "perft/games/countable_game.h"
#include "perft/soak/soak_body.h"
#include "perft/walk/run_body.h"

namespace plylab::perft {

template <Game G>
CountableGame countable_game() {
  CountableGame game{.info = info_of<G>(), .counts_early_leaves = counts_early_leaves<G>()};
  game.soak = &soak::run<G>;
  game.run = [](const AnyStart& position, const Job& job) {
    return perft::run<G>(position.as<G>(), job);
  };
  game.frontier = [](const AnyStart& position, const FrontierJob& job) {
    return find_frontier<G>(position.as<G>(), job);
  };
  game.count_units = [](const AnyStart& position, const UnitJob& job) {
    count_units<G>(position.as<G>(), job);
  };
  game.columns_in = [](std::size_t, const std::vector<Count>& kinds) { return kinds; };
  if constexpr (requires { typename G::MoveKinds; }) {
    using Kinds = typename G::MoveKinds;
    game.columns.assign(Kinds::columns.begin(), Kinds::columns.end());
    game.kinds = counted_kinds<Kinds>();
    if constexpr (requires { Kinds::conventions; }) {
      game.conventions.assign(Kinds::conventions.begin(), Kinds::conventions.end());
      game.columns_in = [](std::size_t convention, const std::vector<Count>& kinds) {
        constexpr std::size_t counted = counted_kinds<Kinds>();
        assert(kinds.size() == counted && convention < Kinds::conventions.size());
        std::array<Count, counted> counts;
        std::copy(kinds.begin(), kinds.end(), counts.begin());
        const auto columns = Kinds::columns_in(convention, counts);
        return std::vector<Count>(columns.begin(), columns.end());
      };
    }
  }
  return game;
}

}  // namespace plylab::perft
