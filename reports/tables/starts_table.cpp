#include "reports/tables/starts_table.h"

#include <set>
#include <string>
#include <utility>

#include "reports/tables/columns.h"

namespace plylab::reports {

Table starts_table(const std::vector<NamedStart>& starts) {
  Table table{"starts",
              "The positions",
              {columns::position,
               {"game", "", "", 0},
               {"text", "", "in the game's notation", 0},
               {"board", "", "rows of the board from the top, one character per square", 0}},
              {},
              {}};
  table.readers = Readers::programs;
  std::set<std::pair<std::string, std::string>> seen;
  for (const NamedStart& start : starts) {
    if (!seen.emplace(start.name, start.start.text()).second) continue;
    const std::string board = start.game->rows(start.start);
    table.add(
        {start.name, start.game->name, start.start.text(), board.empty() ? Cell() : Cell(board)});
  }
  return table;
}

}  // namespace plylab::reports
