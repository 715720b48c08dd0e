#include "search/mate/solvers.h"

#include <algorithm>

namespace plylab::search::mate {

std::string_view name_of(Status status) {
  constexpr std::string_view names[] = {"unknown", "none within", "found", "line valid",
                                        "shortest"};
  return names[static_cast<std::size_t>(status)];
}

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  for (const Solver& solver : solvers) names.emplace_back(solver.name);
  return names;
}

const Solver& find_solver(std::string_view name) {
  return *std::find_if(solvers.begin(), solvers.end(),
                       [&](const Solver& solver) { return solver.name == name; });
}

}  // namespace plylab::search::mate
