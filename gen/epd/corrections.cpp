#include "gen/epd/corrections.h"

#include <algorithm>
#include <map>
#include <string>

namespace plylab::epd {
namespace {

using Places = std::map<std::string, std::vector<std::size_t>>;

/// Replaces all operations of the opcode, where the first one stood.
void replace(std::vector<Operation>& operations, const Operation& correction) {
  const auto same = [&](const Operation& one) { return one.opcode == correction.opcode; };
  auto place = std::find_if(operations.begin(), operations.end(), same);
  if (!correction.operands.empty()) {
    if (place == operations.end()) {
      operations.push_back(correction);
      return;
    }
    *place++ = correction;
  }
  operations.erase(std::remove_if(place, operations.end(), same), operations.end());
}

void apply(const Record& correction, Record& record) {
  const chess::Setup old = record.setup;
  record.setup = correction.setup;
  if (correction.setup.halfmove_clock == 0) record.setup.halfmove_clock = old.halfmove_clock;
  if (correction.setup.fullmove == 1) record.setup.fullmove = old.fullmove;
  for (const Operation& operation : correction.operations) replace(record.operations, operation);
}

}  // namespace

std::vector<Issue> apply(const Suite& corrections, Suite& suite) {
  Places by_id, by_position;
  for (std::size_t i = 0; i < suite.records.size(); ++i) {
    if (const auto id = suite.records[i].id()) by_id[*id].push_back(i);
    by_position[position_text(suite.records[i].setup)].push_back(i);
  }
  std::vector<Issue> issues = corrections.issues;
  for (const Record& correction : corrections.records) {
    const auto id = correction.id();
    const auto named = id ? by_id.find(*id) : by_id.end();
    const auto placed = by_position.find(position_text(correction.setup));
    if (named == by_id.end() && placed == by_position.end()) {
      issues.push_back({corrections.path, correction.line,
                        "no record of " + suite.path + " has this id or position"});
      continue;
    }
    for (const std::size_t i : named != by_id.end() ? named->second : placed->second)
      apply(correction, suite.records[i]);
  }
  return issues;
}

}  // namespace plylab::epd
