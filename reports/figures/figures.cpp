#include "reports/figures/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace plylab::reports {

const std::vector<FigureKind>& figure_kinds() {
  static const std::vector<FigureKind> kinds = {
      {"growth", "nodes by depth (search, experiment)", growth_figures},
      {"branching", "branching factor by depth (search, experiment)", branching_figures},
      {"ratio", "cost by the baseline's, with its interval (experiment, compare)", ratio_figures},
      {"profile", "performance profile (experiment)", profile_figures},
      {"scatter", "cost position by position against the first contestant's (experiment, solve)",
       scatter_figures},
      {"cut_index", "beta cutoffs by the place of the move (search)", cut_index_figures},
      {"solved_time", "positions solved within a time (solve)", solved_time_figures},
      {"solved_nodes", "positions solved within so many nodes (solve)", solved_nodes_figures},
      {"cactus_time", "times of the solved positions, sorted (solve)", cactus_time_figures},
      {"cactus_nodes", "nodes of the solved positions, sorted (solve)", cactus_nodes_figures},
      {"rates", "leaves a second (bench perft)", rate_figures},
      {"score", "score with its interval (match)", score_figures},
  };
  return kinds;
}

std::vector<Figure> figures_of(const Report& report) {
  const std::string& command = report.provenance.command;
  const std::string source = command.empty()
                                 ? std::string()
                                 : fmt::format("{}: {}", program_of(report.provenance), command);
  std::vector<Figure> all;
  for (const FigureKind& kind : figure_kinds()) {
    int number = 0;
    for (Figure& figure : kind.of(report)) {
      std::erase_if(figure.series,
                    [](const FigureSeries& series) { return series.points.empty(); });
      if (figure.series.empty()) continue;
      figure.name =
          ++number == 1 ? std::string(kind.name) : fmt::format("{}-{}", kind.name, number);
      figure.source = source;
      all.push_back(std::move(figure));
    }
  }
  return all;
}

}  // namespace plylab::reports
