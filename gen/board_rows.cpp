#include "gen/board_rows.h"

#include "gen/base/input_error.h"
#include "gen/checkers/rows.h"
#include "gen/chess/board/diagram.h"
#include "gen/games.h"
#include "gen/reversi/rows.h"
#include "gen/tictactoe/rows.h"

namespace plylab {
namespace {

template <Game G>
std::string rows_of(std::string_view position) {
  const auto start = G::parse(position);
  if constexpr (requires { board_rows(start); })
    return board_rows(start);
  else
    return {};
}

}  // namespace

std::string board_rows(std::string_view game, std::string_view position) {
  std::string rows;
  const auto look = [&]<Game G>(std::type_identity<G>) {
    if (G::name == game) rows = rows_of<G>(position);
  };
  try {
    [&]<Game... G>(std::type_identity<std::tuple<G...>>) { (look(std::type_identity<G>{}), ...); }
    (std::type_identity<Games>{});
  } catch (const InputError&) {
  }
  return rows;
}

}  // namespace plylab
