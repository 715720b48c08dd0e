// Makes pictures of the tables of a report.
#pragma once

#include <string>
#include <vector>

#include "reports/figures/figure.h"
#include "reports/tables/table.h"

namespace plylab::reports {

/// Data that a picture can be drawn from: a table of that name with that column.
struct FigureData {
  std::string_view table;  ///< empty for any
  std::string_view column;
};

/// A kind of picture. If there are several tables or groups, each has a numbered picture:
/// "profile", "profile-2".
struct FigureKind {
  std::string_view name;
  std::string_view summary;      ///< what it shows, and which commands have it
  std::vector<FigureData> data;  ///< a report without any of these has no such picture
  std::vector<Figure> (*of)(const Report& report);
  bool one_per_table = false;  ///< a table has no second one
};

/// All kinds, in the order in which their pictures are shown.
const std::vector<FigureKind>& figure_kinds();

/// The kinds whose data the report's tables have, even if without rows yet.
std::vector<const FigureKind*> possible_figures(const Report& report);

/// All pictures of the report's tables that have points, each with a unique name. A contestant has
/// the same style in all of them, and none has more than eight curves.
std::vector<Figure> figures_of(const Report& report);

}  // namespace plylab::reports
