// Makes pictures of the tables of a report.
#pragma once

#include <string>
#include <vector>

#include "reports/figures/figure.h"
#include "reports/tables/table.h"

namespace plylab::reports {

/// A kind of picture. If there are several groups, each has a numbered picture: "profile",
/// "profile-2".
struct FigureKind {
  std::string_view name;
  std::string_view summary;  ///< what it shows, and from which tables
  std::vector<Figure> (*of)(const Report& report);
};

/// All kinds, in the order in which their pictures are shown.
const std::vector<FigureKind>& figure_kinds();

/// All pictures of the report's tables that have points, each with a unique name. A contestant has
/// the same style in all of them, and none has more than eight curves.
std::vector<Figure> figures_of(const Report& report);

}  // namespace plylab::reports
