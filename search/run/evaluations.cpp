#include "search/run/evaluations.h"

namespace plylab::search {

std::vector<NamedEntry> entries_of(std::span<const EvaluationEntry> entries) {
  std::vector<NamedEntry> all;
  for (const EvaluationEntry& entry : entries)
    all.push_back({std::string(entry.name), std::string(entry.summary)});
  return all;
}

}  // namespace plylab::search
