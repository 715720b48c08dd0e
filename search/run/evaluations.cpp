#include "search/run/evaluations.h"

#include "search/run/searches.h"

namespace plylab::search {

std::vector<NamedEntry> Evaluations<chess::Chess>::entries() {
  std::vector<NamedEntry> all;
  for (const EvaluationEntry& entry : evaluations)
    all.push_back({std::string(entry.name), std::string(entry.summary)});
  return all;
}

std::string Evaluations<chess::Chess>::default_name(std::string_view algorithm) {
  return std::string(preset_of(algorithm).evaluation);
}

}  // namespace plylab::search
