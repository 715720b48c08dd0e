#include "suites/mate/results.h"

#include <algorithm>

#include "reports/tables/columns.h"

namespace plylab::suites::mate {

using reports::Cell;
using reports::Table;

namespace {

bool allows(const solve::Goal& stated, chess::Move key) {
  const auto has = [key](const std::vector<chess::Move>& moves) {
    return std::find(moves.begin(), moves.end(), key) != moves.end();
  };
  return (stated.best.empty() || has(stated.best)) && !has(stated.avoid);
}

/// There is no mate in so many moves.
std::uint64_t refuted_within(const search::mate::MateAnswer& answer) {
  const bool refutes = answer.status == search::mate::MateStatus::none_within;
  return static_cast<std::uint64_t>(std::max(answer.refuted, refutes ? answer.moves : 0));
}

}  // namespace

bool states_something(const solve::Goal& stated) {
  return stated.mate || !stated.best.empty() || !stated.avoid.empty();
}

std::optional<bool> as_stated(const solve::Goal& stated, const search::mate::MateAnswer& answer) {
  if (!states_something(stated)) return std::nullopt;
  if (!answer.mates() && stated.mate) {
    if (refuted_within(answer) < *stated.mate) return std::nullopt;  // it may be as stated
    return false;
  }
  if (answer.line.empty()) return std::nullopt;
  if (!allows(stated, answer.line.front())) return false;
  if (!stated.mate) return true;
  const auto moves = static_cast<std::uint64_t>(answer.moves);
  return answer.status == search::mate::MateStatus::shortest ? moves == *stated.mate
                                                             : moves <= *stated.mate;
}

std::optional<bool> as_stated(const solve::Goal& stated, const search::mate::Solution& solution) {
  if (!states_something(stated)) return std::nullopt;
  const auto moves_of = [](const search::mate::Stipulation& stipulation) {
    return static_cast<std::uint64_t>((stipulation.plies() + 1) / 2);
  };
  const bool found = !solution.lines.empty();
  const bool contradicts =
      !solution.short_lines.empty() ||
      (found && stated.mate && moves_of(solution.stipulation) != *stated.mate) ||
      std::any_of(solution.lines.begin(), solution.lines.end(),
                  [&](const auto& line) { return !allows(stated, line.front()); });
  if (contradicts) return false;
  if (!found && stated.mate && (!solution.refuted || moves_of(*solution.refuted) < *stated.mate))
    return std::nullopt;                                           // only less was looked for
  return solution.complete ? std::optional(found) : std::nullopt;  // more may be found
}

Table table_of(const std::vector<MateResult>& results, bool quiet_captures) {
  Table table{"mates",
              "Mates",
              {reports::columns::record,
               {"solver", "", "who found it", 0},
               {"status", "", "how well it is known", 0},
               {"moves", "", "of the mate, or within which there is none", 0},
               {"key", "", "the first move", 0},
               {"as_stated", "", "the record's bm, am and dm are met", 0},
               reports::columns::mate_nodes,
               reports::columns::time},
              {},
              {"as in problems, repetitions and the fifty-move rule do not matter"}};
  if (quiet_captures) table.columns.emplace_back("gain", "pawns", "won by a line without mate", 0);
  for (const auto& [name, solver, answer, key, line, stated, as_stated] : results) {
    std::vector<Cell> row{name,
                          solver,
                          search::mate::name_of(answer.status),
                          answer.moves > 0 ? Cell(answer.moves) : Cell(),
                          key.empty() ? Cell() : Cell(key),
                          as_stated,
                          answer.nodes,
                          answer.seconds};
    if (quiet_captures) row.emplace_back(answer.gain);
    table.add(std::move(row));
  }
  return table;
}

Table lines_of(const std::vector<MateResult>& results) {
  Table table{"lines",
              "Lines",
              {reports::columns::record,
               {"solver", "", "who found it", 0},
               {"line", "", "both sides play their best, as far as the solver knows", 0}},
              {},
              {}};
  for (const MateResult& result : results)
    if (!result.line.empty()) table.add({result.name, result.solver, result.line});
  return table;
}

Table summary_of(const std::vector<MateResult>& results) {
  struct Sum {
    std::string_view solver;
    std::uint64_t positions = 0, mates = 0, shortest = 0, stated = 0, as_stated = 0, open = 0,
                  nodes = 0;
    double seconds = 0;
  };
  std::vector<Sum> sums;
  for (const MateResult& result : results) {
    const search::mate::MateAnswer& answer = result.answer;
    auto sum = std::find_if(sums.begin(), sums.end(),
                            [&](const Sum& known) { return known.solver == result.solver; });
    if (sum == sums.end()) sum = sums.insert(sums.end(), Sum{result.solver});
    ++sum->positions;
    sum->mates += answer.mates();
    sum->shortest += answer.status == search::mate::MateStatus::shortest;
    sum->stated += result.stated;
    sum->open += result.stated && !result.as_stated;
    sum->as_stated += result.as_stated.value_or(false);
    sum->nodes += answer.nodes;
    sum->seconds += answer.seconds;
  }
  Table table{"summary",
              "Summary",
              {{"solver", "", "", 0},
               {"positions", "", "", 0},
               {"mates", "", "found", 0},
               {"shortest", "", "of these, proved to be", 0},
               {"stated", "", "records that state something about it", 0},
               {"as_stated", "", "of these, as they state", 0},
               {"open", "", "of these, not known whether it is as they state", 0},
               reports::columns::mate_nodes,
               {"seconds", "s", "time of all answers", 3}},
              {},
              {}};
  for (const Sum& sum : sums)
    table.add({sum.solver, sum.positions, sum.mates, sum.shortest, sum.stated, sum.as_stated,
               sum.open, sum.nodes, sum.seconds});
  return table;
}

}  // namespace plylab::suites::mate
