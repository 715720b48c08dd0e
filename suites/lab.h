// plylab for your own game: call it from main() in your project.
#pragma once

#include <string_view>
#include <vector>

#include "gen/game/game_members.h"
#include "perft/games/countable_body.h"
#include "search/run/searchable_body.h"
#include "suites/program.h"

namespace plylab {

/// The program plylab with these games in place of its own: all commands that are not only for
/// chess, with their options, tables and exit status (suites/program.h). The first game is the
/// default.
template <class... G>
requires(sizeof...(G) > 0) int lab(int argc, char** argv) {
  if constexpr ((require_game<G>() && ...)) {
    const std::vector<perft::CountableGame> countable{perft::countable_game<G>()...};
    const std::vector<search::SearchableGame> searchable{search::searchable_game<G>()...};
    return suites::run_program(argc, argv, countable, searchable);
  } else {
    return 2;  // never reached: missing members are compile errors
  }
}

}  // namespace plylab
