// Which pictures the tables of a report make.
#pragma once

#include <string>
#include <vector>

#include "reports/figures/figure.h"
#include "reports/tables/table.h"

namespace plylab::reports {

/// A kind of picture. There is one for each of several groups, and they are then numbered:
/// "profile", "profile-2".
struct FigureKind {
  std::string_view name;
  std::string_view summary;  ///< what it shows, of which tables
  std::vector<Figure> (*of)(const Report& report);
};

/// All kinds, in the order in which their pictures are shown.
const std::vector<FigureKind>& figure_kinds();

/// All pictures that the report's tables give, each with a name of its own; none without a point. A
/// contestant looks the same in all of them, and none has more than eight curves.
std::vector<Figure> figures_of(const Report& report);

}  // namespace plylab::reports
