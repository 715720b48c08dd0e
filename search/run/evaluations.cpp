#include "search/run/evaluations.h"

namespace plylab::search {

std::vector<NamedEntry> evaluations_for(Scope scope) {
  std::vector<NamedEntry> all;
  for (const EvaluationKind one : EvaluationKind::every())
    if (one->scope >= scope) all.push_back({std::string(one->name), std::string(one->summary)});
  return all;
}

}  // namespace plylab::search
