#include "suites/report/gate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/tables/display.h"

namespace plylab::suites::report {
namespace {

constexpr std::string_view solved_measure = "solved";

struct Operator {
  std::string_view name;
  bool (*holds)(double, double);
};

/// Operators of two characters first, so that they are not read as shorter ones.
constexpr std::array operators = {
    Operator{"<=", [](double a, double b) { return a <= b; }},
    Operator{">=", [](double a, double b) { return a >= b; }},
    Operator{"<", [](double a, double b) { return a < b; }},
    Operator{">", [](double a, double b) { return a > b; }},
};

/// Reads the whole text as a positive number.
std::optional<double> positive(const std::string& text) {
  const auto number = parse_number<double>(text);
  return number && *number > 0 ? number : std::nullopt;
}

/// The group's ratio of costs, over the rows that count for the gate; none if there are none.
std::optional<double> ratio_for(const Gate& gate, const CostRatio& all) {
  if (gate.above == 0) return all.comparison.ratio;
  std::vector<search::lab::Pair> pairs = all.pairs;
  std::erase_if(pairs, [&](const search::lab::Pair& pair) {
    return std::max(pair.ours.amount, pair.theirs.amount) <= gate.above;
  });
  if (pairs.empty()) return std::nullopt;
  return search::lab::compare(pairs).ratio;
}

}  // namespace

bool Gate::fails(double value, double baseline) const {
  return find_entry(operators, comparison).holds(value, factor * baseline);
}

Gate parse_gate(std::string_view text) {
  const auto fail = [&] {
    throw InputError(fmt::format(
        "--fail-if: '{}' is not like \"nodes > 1.02 baseline\", \"solved < baseline\" or "
        "\"seconds > 1.5 baseline above 0.1 in pvs-soft\"",
        text));
  };
  Gate gate{.text = std::string(trimmed(text))};
  std::string_view rest = gate.text;
  gate.measure = trimmed(take_until(rest, "<>"));
  for (const Operator& one : operators)
    if (gate.comparison.empty() && rest.starts_with(one.name)) gate.comparison = one.name;
  rest.remove_prefix(gate.comparison.size());
  // The group comes last, since its name may contain any words.
  if (const std::size_t in = rest.find(" in "); in != rest.npos) {
    gate.group = trimmed(rest.substr(in + 4));
    rest = rest.substr(0, in);
    if (gate.group.empty()) fail();
  }
  std::vector<std::string> words = words_of(rest);
  const auto number = [&](std::size_t place) {
    const auto value = positive(words[place]);
    if (!value) fail();
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(place));
    return *value;
  };
  if (!words.empty() && words.front() != "baseline") gate.factor = number(0);
  if (words.size() == 3 && words[1] == "above") {
    gate.above = number(2);
    words.pop_back();
  }
  if (gate.measure.empty() || gate.comparison.empty() ||
      words != std::vector<std::string>{"baseline"} ||
      (gate.above > 0 && gate.measure == solved_measure))
    fail();
  return gate;
}

reports::Table gates_table(const std::vector<Gate>& gates, const Gated& gated,
                           std::vector<reports::Check>& checks) {
  reports::Table table{
      "gates",
      "Gates",
      {{"gate", "", "as given", 0},
       {"group", "", "what all rows have in common", 0, reports::Role::group},
       {"value", "", "B's ratio to A, or B's number", 3},
       {"baseline", "", "A's ratio, which is 1, or A's number", 3},
       {"limit", "", "what the condition compares the value with: its factor times the baseline",
        3},
       {"failed", "", "yes if the condition holds, so that the comparison fails", 0}}};
  std::vector<std::string> known;
  for (const CostRatio& one : gated.ratios)
    if (std::find(known.begin(), known.end(), one.measure) == known.end())
      known.push_back(one.measure);
  if (!gated.solved.empty()) known.emplace_back(solved_measure);
  if (known.empty())
    throw InputError(fmt::format(
        "--fail-if: A and B have no comparable rows{}",
        gated.apart.empty()
            ? ""
            : fmt::format(": {} (--ignore COLUMN compares rows that differ in it)", gated.apart)));
  const auto add = [&](const std::string& gate, const std::string& group,
                       const reports::Cell& value, const reports::Cell& baseline,
                       const reports::Cell& limit, bool fails) {
    table.add({gate, group, value, baseline, limit, fails});
    reports::Check& check = checks.emplace_back(
        reports::Check{.name = group.empty() ? gate : fmt::format("{}: {}", gate, group)});
    if (!fails) return;
    check.result = reports::CheckResult::failed;
    check.message = fmt::format("{}: it is {}, the baseline {}", check.name,
                                reports::display(value, table.columns[2]),
                                reports::display(baseline, table.columns[3]));
  };
  if (!gated.complete) add("B is complete", "", 0U, 1U, {}, true);
  for (const Coverage& one : gated.coverage)
    if (one.both < one.of_a) add("rows of A in B", one.table, one.both, one.of_a, {}, true);
  for (const Gate& gate : gates) {
    find_entry(known, gate.measure, "--fail-if");
    std::set<std::string> groups;  // with that measure
    for (const CostRatio& one : gated.ratios)
      if (one.measure == gate.measure) groups.insert(one.group);
    if (gate.measure == solved_measure)
      for (const Solved& one : gated.solved) groups.insert(one.group);
    const auto is_chosen = [&](const std::string& group) {
      return group.find(gate.group) != group.npos;
    };
    if (std::none_of(groups.begin(), groups.end(), is_chosen))
      throw InputError(
          fmt::format("--fail-if: no group with {} has '{}' in its name; there are: {}",
                      gate.measure, gate.group, fmt::join(groups, "; ")));
    bool is_measured = false;
    if (gate.measure == solved_measure)
      for (const Solved& one : gated.solved)
        if (is_chosen(one.group)) {
          is_measured = true;
          add(gate.text, one.group, one.b, one.a, gate.factor * static_cast<double>(one.a),
              gate.fails(static_cast<double>(one.b), static_cast<double>(one.a)));
        }
    for (const CostRatio& one : gated.ratios)
      if (one.measure == gate.measure && one.comparison.ratio && is_chosen(one.group)) {
        const auto ratio = ratio_for(gate, one);
        is_measured |= ratio.has_value();
        add(gate.text, one.group, ratio, 1U, gate.factor, ratio && gate.fails(*ratio, 1));
      }
    if (!is_measured)
      throw InputError(
          gate.above > 0
              ? fmt::format("--fail-if '{}': no row of A or B costs more than {}, so the "
                            "condition can never hold",
                            gate.text, gate.above)
              : fmt::format("--fail-if '{}': no row has a value in both A and B", gate.text));
  }
  return table;
}

}  // namespace plylab::suites::report
