// Compiles a guest's search for the boards of a game, and adds it to plylab's (suites/lab.h).
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>

#include "search/run/run_body.h"

namespace plylab::search {

/// The searcher that runs on a board of a game.
template <Game G, class Board>
using SearcherOn =
    Searcher<Board,
             decltype(Evaluations<G>::find("", std::string(), std::declval<typename G::Start>()))>;

/// Calls visit.template operator()<Board>() for every board on which searches of the game run; some
/// come twice.
template <Game G>
void for_each_searched_board(auto&& visit) {
  for_each_generator<typename FamilyOf<G>::type>([&]<class Entry>(const Entry&) {
    visit.template operator()<typename SearchedBoard<typename Entry::Board>::type>();
  });
}

/// Compiles the search for all boards of the game. Its name must have been added by add_search().
template <class Search, Game G>
void add_routines(std::string_view name) {
  for_each_searched_board<G>([&]<class Board>() {
    using S = SearcherOn<typename FamilyOf<G>::type, Board>;
    auto& routines = added_routines<S>();
    if (std::ranges::none_of(routines, [&](const auto& other) { return other.first == name; }))
      routines.emplace_back(name, routine_of<Search, S>);
  });
}

}  // namespace plylab::search
