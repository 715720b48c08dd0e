#include "perft/games/countable_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/games.h"
#include "reports/cli/game_options.h"

namespace plylab::perft {
namespace {

template <std::size_t... I>
std::vector<CountableGame> entries(std::index_sequence<I...>) {
  return {countable_game<std::tuple_element_t<I, Games>>()...};
}

}  // namespace

std::size_t CountableGame::find_convention(std::string_view where, std::string_view name) const {
  if (name.empty()) return 0;
  if (conventions.empty())
    throw InputError(
        fmt::format("{}: the statistics of {} have only one convention", where, info.name));
  return find_place(conventions, name, where);
}

void CountableGame::require_statistics(std::string_view where) const {
  if (columns.empty()) throw InputError(fmt::format("{}: {} has no statistics", where, info.name));
}

bool has_chess(const std::vector<CountableGame>& games) {
  return std::any_of(games.begin(), games.end(),
                     [](const CountableGame& game) { return cli::is_chess(game.info); });
}

const std::vector<CountableGame>& countable_games() {
  static const std::vector<CountableGame> games =
      entries(std::make_index_sequence<std::tuple_size_v<Games>>());
  return games;
}

}  // namespace plylab::perft
