#include "perft/verify/fault_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "perft/verify/explanation.h"
#include "perft/verify/move_patterns.h"

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

/// The patterns that no position refutes, by outcome.
std::vector<std::set<std::size_t>> patterns_by_outcome(const std::vector<Task>& tasks,
                                                       const std::vector<Outcome>& outcomes) {
  std::vector<std::set<std::size_t>> patterns(outcomes.size());
  bool any = false;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (const auto& diagnosis = outcomes[i].diagnosis)
      for (const std::size_t pattern : patterns_of(*diagnosis))
        any |= patterns[i].insert(pattern).second;
  if (!any) return patterns;
  std::set<std::size_t> refuted;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (const auto& diagnosis = outcomes[i].diagnosis)
      for (const std::size_t pattern : refuted_by(*diagnosis)) refuted.insert(pattern);
    const bool right_at_depth_1 =
        outcomes[i].verdict == Verdict::agrees ||
        (outcomes[i].verdict == Verdict::differs && outcomes[i].depth > 1);
    if (right_at_depth_1)
      for (const std::size_t pattern : patterns_in(tasks[i].setup)) refuted.insert(pattern);
  }
  for (auto& of_outcome : patterns)
    std::erase_if(of_outcome, [&](std::size_t pattern) { return refuted.contains(pattern); });
  return patterns;
}

/// For each outcome the pattern by which it is told, if any: as few different ones as may be, and
/// of two that tell as many outcomes the one of fewer moves.
std::vector<std::optional<std::size_t>> chosen_patterns(const std::vector<Task>& tasks,
                                                        const std::vector<Outcome>& outcomes) {
  auto patterns = patterns_by_outcome(tasks, outcomes);
  std::vector<std::optional<std::size_t>> chosen(outcomes.size());
  while (true) {
    std::map<std::size_t, std::size_t> numbers;
    for (const auto& of_outcome : patterns)
      for (const std::size_t pattern : of_outcome) ++numbers[pattern];
    const auto best =
        std::max_element(numbers.begin(), numbers.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (best == numbers.end()) return chosen;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (!patterns[i].contains(best->first)) continue;
      chosen[i] = best->first;
      patterns[i].clear();
    }
  }
}

std::string pattern_explanation(std::size_t pattern, const Diagnosis& diagnosis) {
  const bool missing = diagnosis.moves.front().wrong == Wrong::missing;
  return fmt::format("the move generation{}: {} are {}",
                     diagnosis.hypothesis ? ", or the reading of the FEN" : "",
                     move_patterns()[pattern].text, missing ? "missing" : "listed more than once");
}

/// Equal for outcomes that are told by the same pattern.
std::string pattern_signature(std::size_t pattern, const Diagnosis& diagnosis) {
  return fmt::format("{} {}", move_patterns()[pattern].text,
                     name_of(diagnosis.moves.front().wrong));
}

/// Says of a fault that a check is not seen if no position shows otherwise, and all together show
/// more than a single move.
void explain_by_check(FaultGroup& fault, const std::vector<Outcome>& outcomes) {
  std::size_t moves = 0;
  for (const std::size_t i : fault.shown_by) {
    const auto unseen = unseen_check(*outcomes[i].diagnosis);
    if (!unseen) return;
    moves += unseen->moves;
  }
  const Diagnosis& best = *outcomes[fault.best].diagnosis;
  if (moves > 1 && best.fault == Fault::generation)
    fault.explanation = "the move generation: " + unseen_check(best)->sentence;
}

}  // namespace

std::vector<FaultGroup> fault_groups(const std::vector<Task>& tasks,
                                     const std::vector<Outcome>& outcomes) {
  const auto patterns = chosen_patterns(tasks, outcomes);
  std::vector<FaultGroup> faults;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].diagnosis) continue;
    const Diagnosis& diagnosis = *outcomes[i].diagnosis;
    const auto [place, is_new] = places.try_emplace(
        patterns[i] ? pattern_signature(*patterns[i], diagnosis) : signature(diagnosis),
        faults.size());
    if (is_new) faults.push_back({i, {}, {}});
    FaultGroup& fault = faults[place->second];
    fault.shown_by.push_back(i);
    if (size_of(diagnosis) < size_of(*outcomes[fault.best].diagnosis)) fault.best = i;
    const Diagnosis& best = *outcomes[fault.best].diagnosis;
    fault.explanation = patterns[i] ? pattern_explanation(*patterns[i], best) : best.explanation;
  }
  for (FaultGroup& fault : faults) explain_by_check(fault, outcomes);
  return faults;
}

}  // namespace plylab::perft::verify
