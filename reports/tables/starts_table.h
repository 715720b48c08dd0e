// The positions of a report with their boards.
#pragma once

#include <string>
#include <vector>

#include "gen/game/game_info.h"
#include "reports/tables/table.h"

namespace plylab::reports {

/// A position by its name, and its game.
struct NamedStart {
  const GameInfo* game;
  std::string name;
  AnyStart start;
};

/// The table "starts", for programs and for the boards of pages; each name once.
Table starts_table(const std::vector<NamedStart>& starts);

}  // namespace plylab::reports
