#include "search/evaluation/evaluations.h"

#include "gen/select_names.h"
#include "search/registry.h"

namespace plylab::search {

std::vector<std::string> names_of(const std::vector<NamedEntry>& entries) {
  std::vector<std::string> names;
  for (const NamedEntry& entry : entries) names.push_back(entry.name);
  return names;
}

void require_evaluation(std::string_view where, std::string_view name,
                        const std::vector<NamedEntry>& entries) {
  select_names(where, {std::string(name)}, names_of(entries));
}

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
