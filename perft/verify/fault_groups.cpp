#include "perft/verify/fault_groups.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace plylab::perft::verify {
namespace {

/// Equal for outcomes that show the same fault, as far as the rules tell.
std::string signature(const Diagnosis& diagnosis) {
  std::string text(name_of(diagnosis.fault));
  if (const auto part = part_of(diagnosis); !part.empty()) return text + ' ' + std::string(part);
  std::set<std::string> rules;
  for (const WrongMove& move : diagnosis.moves)
    rules.insert(std::string(name_of(move.wrong)) + ' ' +
                 std::string(chess::rule_name(move.reason.rule)));
  for (const std::string& rule : rules) text += ' ' + rule;
  return text;
}

/// Smaller is better to look at: depth, path, wrong moves, pieces.
auto size_of(const Diagnosis& diagnosis) {
  const auto& [kind, reached, depth, comparison, path] = diagnosis.counterexample;
  const chess::Squares squares = reached.position().squares;
  const auto pieces = 64 - std::count(squares.begin(), squares.end(), chess::no_piece);
  return std::tuple(depth, reached.path.size(), diagnosis.moves.size(), pieces);
}

}  // namespace

std::vector<FaultGroup> fault_groups(const std::vector<Outcome>& outcomes) {
  std::vector<FaultGroup> faults;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].diagnosis) continue;
    const auto [place, is_new] =
        places.try_emplace(signature(*outcomes[i].diagnosis), faults.size());
    if (is_new) faults.push_back({i, {}});
    FaultGroup& fault = faults[place->second];
    fault.shown_by.push_back(i);
    if (size_of(*outcomes[i].diagnosis) < size_of(*outcomes[fault.best].diagnosis)) fault.best = i;
  }
  return faults;
}

}  // namespace plylab::perft::verify
