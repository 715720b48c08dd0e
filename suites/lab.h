// plylab with your own games, searches, evaluations and orderings: call it from main() in your
// project.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/base/names.h"
#include "gen/game/game_members.h"
#include "gen/games.h"
#include "perft/games/added_generator.h"
#include "perft/games/countable_body.h"
#include "search/run/added_searches.h"
#include "search/run/searchable_body.h"
#include "suites/program.h"

namespace plylab {

/// The program plylab: all commands that are not only for chess, with their options, tables and
/// exit status (suites/program.h), and if chess is one of its games, those for chess. Its games are
/// the ones named, the first of which is the default, or with none named all of plylab's
/// (gen/games.h). What is added to it can be given by its name wherever plylab's own can; of
/// generators of chess, wherever moves are counted or compared. Names and summaries must be
/// literals, or live as long.
template <class... G>
class Lab {
 public:
  /// Adds a search (search/algorithms/node.h) for all games: `source` says where it comes from.
  template <class Search>
  Lab& add_search(std::string_view name, std::string_view source) {
    return attempt([&] {
      search::add_search(search::search_entry<Search>(name, source));
      each_game([&]<class Game>() { search::add_routines<Search, Game>(name); });
    });
  }

  /// Adds an evaluation of chess: a callable from a position to its value in centipawns for the
  /// side to move. It may have a state that follows the moves
  /// (search/evaluation/added_evaluation.h).
  template <class E>
  Lab& add_evaluation(std::string_view name, std::string_view summary, E evaluation = {}) {
    return attempt([&] { search::add_evaluation(name, summary, std::move(evaluation)); });
  }

  /// Adds an ordering of chess: a callable from a position and a move to an int. The move with the
  /// greatest comes first, but after the best known move. (For your own game, define move_rank().)
  template <class Rank>
  Lab& add_ordering(std::string_view name, std::string_view summary, Rank rank = {}) {
    return attempt([&] { search::add_ordering(name, summary, rank); });
  }

  /// Adds a chess generator to the commands that count, verify and measure: a class that models
  /// chess::ChessPosition (gen/chess/board/notation.h).
  template <chess::ChessPosition Board>
  Lab& add_generator(std::string_view name, std::string_view summary) {
    generators_.push_back(
        [=](perft::CountableGame& chess) { perft::add_generator<Board>(chess, name, summary); });
    return *this;
  }

  /// Runs the command line; returns the exit status (suites/program.h).
  int run(int argc, char** argv) {
    if constexpr (!(require_game<G>() && ...)) {
      return 2;  // never reached: missing members are compile errors
    } else {
      std::vector<perft::CountableGame> countable{countable_game<G>()...};
      std::vector<search::SearchableGame> searchable{searchable_game<G>()...};
      if constexpr (sizeof...(G) == 0) {
        countable = perft::countable_games();
        searchable = search::searchable_games();
      }
      for (const auto& add : generators_) attempt([&] { add(chess_among(countable)); });
      if (!refused_.empty()) return suites::refuse(argv, refused_);
      return suites::run_program(argc, argv, countable, searchable);
    }
  }

 private:
  using OwnGames = std::conditional_t<sizeof...(G) == 0, Games, std::tuple<G...>>;

  template <class Game, class... Known>
  static constexpr bool is_in(std::type_identity<std::tuple<Known...>>) {
    return (std::is_same_v<Game, Known> || ...);
  }
  /// Whether the game is one of plylab's, which are compiled already.
  template <class Game>
  static constexpr bool is_compiled = is_in<Game>(std::type_identity<Games>());

  template <class Game>
  static perft::CountableGame countable_game() {
    if constexpr (is_compiled<Game>)
      return find_game(perft::countable_games(), Game::name);
    else
      return perft::countable_game<Game>();
  }
  template <class Game>
  static search::SearchableGame searchable_game() {
    if constexpr (is_compiled<Game>)
      return find_game(search::searchable_games(), Game::name);
    else
      return search::searchable_game<Game>();
  }

  template <class... Game>
  static void visit_each(auto&& visit, std::type_identity<std::tuple<Game...>>) {
    (visit.template operator()<Game>(), ...);
  }
  static void each_game(auto&& visit) { visit_each(visit, std::type_identity<OwnGames>()); }

  static perft::CountableGame& chess_among(std::vector<perft::CountableGame>& games) {
    for (perft::CountableGame& game : games)
      if (game.info.name == chess::Chess::name) return game;
    throw InputError("a chess generator is added, but chess is not one of the games");
  }

  Lab& attempt(auto&& add) {
    try {
      add();
    } catch (const InputError& error) {
      if (refused_.empty()) refused_ = error.what();
    }
    return *this;
  }

  std::vector<std::function<void(perft::CountableGame&)>> generators_;  // to be added to chess
  std::string refused_;  // why something could not be added
};

}  // namespace plylab
