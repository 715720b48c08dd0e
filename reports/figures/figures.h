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

/// All pictures that the report's tables give, each with a name of its own; none of nothing.
std::vector<Figure> figures_of(const Report& report);

// The kinds, by what they show.
std::vector<Figure> growth_figures(const Report& report);
std::vector<Figure> branching_figures(const Report& report);
std::vector<Figure> cut_index_figures(const Report& report);
std::vector<Figure> ratio_figures(const Report& report);
std::vector<Figure> profile_figures(const Report& report);
std::vector<Figure> scatter_figures(const Report& report);
std::vector<Figure> solved_time_figures(const Report& report);
std::vector<Figure> solved_nodes_figures(const Report& report);
std::vector<Figure> cactus_time_figures(const Report& report);
std::vector<Figure> cactus_nodes_figures(const Report& report);
std::vector<Figure> rate_figures(const Report& report);
std::vector<Figure> score_figures(const Report& report);

}  // namespace plylab::reports
