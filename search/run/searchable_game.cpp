#include "search/run/searchable_game.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/games.h"
#include "search/run/searches.h"

namespace plylab::search {
namespace {

template <std::size_t... I>
std::vector<SearchableGame> all_entries(std::index_sequence<I...>) {
  return {searchable_game<std::tuple_element_t<I, Games>>()...};
}

std::vector<SearchableGame>& own_games() {
  static std::vector<SearchableGame> games =
      all_entries(std::make_index_sequence<std::tuple_size_v<Games>>());
  return games;
}

}  // namespace

void SearchableGame::check_ordering(std::string_view where, const std::string& name) const {
  std::vector<std::string> known = names_in(orderings);
  known.emplace_back(default_choice);
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  for (const Order other : Order::every())
    if (other->name == name)
      throw InputError(
          fmt::format("{}: the ordering {} does not apply to {}", where, name, info.name));
  refuse_name(where, name, known);
}

void SearchableGame::check_switches(std::string_view where, const Switches& wanted) const {
  if (const std::string names = switches_outside(scope, wanted); !names.empty())
    throw InputError(fmt::format("{}: not for {}: {}", where, info.name, names));
}

bool has_chess(const std::vector<SearchableGame>& games) {
  return std::any_of(games.begin(), games.end(),
                     [](const SearchableGame& game) { return game.is_chess; });
}

std::string traced_generator(const SearchableGame& game) {
  return game.is_chess ? "mailbox" : game.info.default_generator;
}

const std::vector<SearchableGame>& searchable_games() { return own_games(); }

void list_what_was_added() {
  SearchableGame now = searchable_game<chess::Chess>();
  for (SearchableGame& game : own_games())
    if (game.is_chess) {
      game.evaluations = std::move(now.evaluations);
      game.orderings = std::move(now.orderings);
      break;
    }
}

const SearchableGame& searchable_chess() { return find_game(searchable_games(), "chess"); }

}  // namespace plylab::search
