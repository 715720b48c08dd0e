#include "search/mate/solvers.h"

#include <algorithm>

namespace plylab::search::mate {

std::string_view name_of(MateStatus status) {
  constexpr std::string_view names[] = {"unknown", "none within", "found", "line valid",
                                        "shortest"};
  return names[static_cast<std::size_t>(status)];
}

std::vector<std::string> mate_solver_names() {
  std::vector<std::string> names;
  for (const MateSolver& solver : mate_solvers) names.emplace_back(solver.name);
  return names;
}

const MateSolver& find_mate_solver(std::string_view name) {
  return *std::find_if(mate_solvers.begin(), mate_solvers.end(),
                       [&](const MateSolver& solver) { return solver.name == name; });
}

}  // namespace plylab::search::mate
