// The positions of a report with their boards.
#pragma once

#include <string>
#include <vector>

#include "reports/tables/table.h"

namespace plylab::reports {

/// A position by its name and its text in the game's notation.
struct NamedStart {
  std::string game, name, text;
};

/// The table "starts", for programs and for the boards of pages; each name once.
Table starts_table(const std::vector<NamedStart>& starts);

}  // namespace plylab::reports
