// Adds a guest's searches, evaluations and orderings to plylab's (suites/lab.h), and compiles them
// for the boards of the games.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "gen/base/input_error.h"
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

/// Adds what `routine.template operator()<S>()` gives for a searcher as the search of that name, on
/// all boards of the game. The name must have been added by add_search().
template <Game G>
void add_routines(std::string_view name, auto&& routine) {
  for_each_searched_board<G>([&]<class Board>() {
    using S = SearcherOn<typename FamilyOf<G>::type, Board>;
    auto& routines = added_routines<S>();
    if (std::ranges::none_of(routines, [&](const auto& other) { return other.first == name; }))
      routines.emplace_back(name, routine.template operator()<S>());
  });
}

/// The same for a search that is a type.
template <class Search, Game G>
void add_routines(std::string_view name) {
  add_routines<G>(name, []<class S>() { return routine_of<Search, S>(); });
}

/// Throws InputError if a registry has as many entries as EntryOf can number.
template <class Entry>
void require_room(std::string_view what) {
  constexpr std::size_t most = 256;
  if (Entry::every().size() >= most)
    throw InputError(
        fmt::format("there are {} {}, and there is no room for more names", most, what));
}

/// Brings the lists of chess's evaluations and orderings (search/run/searchable_game.h) up to date.
/// No search may run.
void list_what_was_added();

/// Adds an evaluation of chess: a callable from a position to its value in centipawns for the side
/// to move, perhaps with a state (search/evaluation/added_evaluation.h).
template <class E>
void add_evaluation(std::string_view name, std::string_view summary, E evaluation) {
  require_room<EvaluationKind>("evaluations");
  const std::size_t number =
      EvaluationKind::add("evaluation", {name, summary, Scope::chess}).number();
  const auto shared = std::make_shared<const E>(std::move(evaluation));
  for_each_searched_board<chess::Chess>(
      [&]<class Board>() { add_evaluation_on_board<Board, E>(number, shared); });
  list_what_was_added();
}

/// Adds an ordering of chess: a callable from a position and a move to an int. The move with the
/// greatest comes first, but after the best known move.
template <class Rank>
void add_ordering(std::string_view name, std::string_view summary, const Rank& rank) {
  require_room<Order>("orderings");
  const std::size_t number = Order::add("ordering", {name, summary, Scope::chess}).number();
  for_each_searched_board<chess::Chess>([&]<class Board>() {
    auto& ranks = added_ranks<Board>();
    if (ranks.size() == number) ranks.emplace_back(rank);
  });
  list_what_was_added();
}

}  // namespace plylab::search
