#include "search/run/evaluations.h"

namespace plylab::search {

std::vector<NamedEntry> named_evaluations(Scope scope) {
  std::vector<NamedEntry> all;
  for (const ScopedEntry& one : evaluations_for(scope))
    all.push_back({std::string(one.name), std::string(one.summary)});
  return all;
}

}  // namespace plylab::search
