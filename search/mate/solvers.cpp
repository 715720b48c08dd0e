#include "search/mate/solvers.h"

#include "gen/base/names.h"

namespace plylab::search::mate {

std::string_view name_of(MateStatus status) {
  constexpr std::string_view names[] = {"unknown", "none within", "found", "line valid",
                                        "shortest"};
  return names[static_cast<std::size_t>(status)];
}

std::vector<std::string> mate_solver_names(bool in_variants) {
  std::vector<std::string> names;
  for (const MateSolver& solver : mate_solvers)
    if (!in_variants || solver.solve_variant != nullptr) names.emplace_back(solver.name);
  return names;
}

const MateSolver& find_mate_solver(std::string_view name) {
  return find_entry(mate_solvers, name, "mate solver");
}

}  // namespace plylab::search::mate
