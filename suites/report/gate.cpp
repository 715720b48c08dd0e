#include "suites/report/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"

namespace plylab::suites::report {
namespace {

constexpr std::string_view solved_measure = "solved";

struct Operator {
  std::string_view name;
  bool (*holds)(double, double);
};

/// Those of two characters first, so that the text is not read as the shorter one.
constexpr std::array operators = {
    Operator{"<=", [](double a, double b) { return a <= b; }},
    Operator{">=", [](double a, double b) { return a >= b; }},
    Operator{"<", [](double a, double b) { return a < b; }},
    Operator{">", [](double a, double b) { return a > b; }},
};

}  // namespace

bool Gate::fails(double value, double baseline) const {
  return find_entry(operators, comparison).holds(value, factor * baseline);
}

Gate parse_gate(std::string_view text) {
  const auto fail = [&] {
    throw InputError(fmt::format(
        "--fail-if: '{}' is not like \"nodes > 1.02 baseline\" or \"solved < baseline\"", text));
  };
  Gate gate{.text = std::string(trimmed(text))};
  std::string_view rest = gate.text;
  gate.measure = trimmed(take_until(rest, "<>"));
  for (const Operator& one : operators)
    if (gate.comparison.empty() && rest.starts_with(one.name)) gate.comparison = one.name;
  rest.remove_prefix(gate.comparison.size());
  const std::vector<std::string> words = words_of(rest);
  if (gate.measure.empty() || gate.comparison.empty() || words.empty() || words.size() > 2 ||
      words.back() != "baseline")
    fail();
  if (words.size() == 2) {
    const auto factor = parse_number<double>(words.front());
    if (!factor || !(*factor > 0) || !std::isfinite(*factor)) fail();
    gate.factor = *factor;
  }
  return gate;
}

reports::Table gates_table(const std::vector<Gate>& gates, const Gated& gated, bool& failed) {
  reports::Table table{"gates",
                       "Gates",
                       {{"gate", "", "as given", 0},
                        {"group", "", "what is the same in all rows", 0},
                        {"value", "", "of B: the ratio to A, or how many", 3},
                        {"baseline", "", "of A: 1, or how many", 3},
                        {"failed", "", "whether it holds, and the comparison fails", 0}},
                       {},
                       {}};
  std::vector<std::string> known;
  for (const CostRatio& one : gated.ratios)
    if (std::find(known.begin(), known.end(), one.measure) == known.end())
      known.push_back(one.measure);
  if (!gated.solved.empty()) known.emplace_back(solved_measure);
  if (known.empty())
    throw InputError("--fail-if: A and B have nothing on equal terms, no row that is the same job");
  const auto add = [&](const std::string& gate, const std::string& group,
                       const reports::Cell& value, const reports::Cell& baseline, bool fails) {
    failed |= fails;
    table.add({gate, group, value, baseline, fails});
  };
  if (!gated.complete) add("B is complete", "", 0U, 1U, true);
  for (const Coverage& one : gated.coverage)
    if (one.both < one.of_a) add("rows of A in B", one.table, one.both, one.of_a, true);
  for (const Gate& gate : gates) {
    find_entry(known, gate.measure, "--fail-if");
    if (gate.measure == solved_measure)
      for (const Solved& one : gated.solved)
        add(gate.text, one.group, one.b, one.a,
            gate.fails(static_cast<double>(one.b), static_cast<double>(one.a)));
    for (const CostRatio& one : gated.ratios)
      if (one.measure == gate.measure && one.comparison.ratio)
        add(gate.text, one.group, *one.comparison.ratio, 1U, gate.fails(*one.comparison.ratio, 1));
  }
  return table;
}

}  // namespace plylab::suites::report
