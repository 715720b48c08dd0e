#include "search/verify/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <utility>

#include "search/base/value.h"
#include "search/run/searches.h"

namespace plylab::search::verify {
namespace {

using reports::Cell;
using reports::Role;
using reports::Table;
using reports::TableOf;

/// A value or an end of a window.
std::string value_of(Value value) {
  // No search returns these: they come from windows at infinity.
  if (std::abs(value) > mate_value && std::abs(value) <= infinity) {
    const Value less = infinity - std::abs(value);
    const char* const sign = value < 0 ? "-" : "";
    return less == 0 ? fmt::format("{}inf", sign)
                     : fmt::format("{}inf {} {}", sign, value < 0 ? '+' : '-', less);
  }
  return value_text(value);
}

std::string window_of(Value low, Value high) {
  return fmt::format("({}, {})", value_of(low), value_of(high));
}

/// What a call said of its value: outside its window that is a bound.
std::string result_of(const Call& call) {
  const char* const sign = call.given_alpha >= call.given_beta ? ""
                           : call.value >= call.given_beta     ? "≥ "
                           : call.value <= call.given_alpha    ? "≤ "
                                                               : "";
  return sign + value_of(call.value);
}

/// The same from the view of its caller.
std::string answer_of(const Call& call) {
  const char* const sign = call.given_alpha >= call.given_beta ? ""
                           : call.value >= call.given_beta     ? "≤ "
                           : call.value <= call.given_alpha    ? "≥ "
                                                               : "";
  return sign + value_of(-call.value);
}

std::string switches_of(const Switches& switches) {
  const std::string text = to_string(switches);
  return text == "plain" ? "" : text;
}

std::string name_of_node(const Call& call) {
  if (call.lost) return "a node after a null move";
  return call.path.empty() ? "the root" : fmt::format("after {}", fmt::join(call.path, " "));
}

/// A child's call, for the table of moves.
struct MoveRow {
  const Verdict* verdict;
  const Case* in;
  const Call* caller;
  const Call* call;  ///< null for a move that was not searched
  std::string move;

  std::optional<Value> right() const {
    const Reference* const above = in->reference_of(*caller);
    if (above == nullptr) return std::nullopt;
    for (std::size_t i = 0; i < above->moves.size(); ++i)
      if (above->moves[i] == move) return -in->tree[above->children[i]].value;
    return std::nullopt;
  }
};

/// The moves of a call as it searched them, then those that it did not.
std::vector<MoveRow> moves_of(const Verdict& verdict, const Case& in, const Call& caller) {
  std::vector<MoveRow> rows;
  for (const std::size_t place : caller.children) {
    const Call& call = in.calls[place];
    rows.push_back({&verdict, &in, &caller, &call, call.lost ? "null" : call.path.back()});
  }
  const Reference* const node = in.reference_of(caller);
  if (node == nullptr) return rows;
  for (const std::string& move : node->moves)
    if (std::ranges::find(rows, move, &MoveRow::move) == rows.end())
      rows.push_back({&verdict, &in, &caller, nullptr, move});
  return rows;
}

/// Whether the row says why the call's value is wrong: the value came from it, or should have come
/// from it.
bool is_telling(const MoveRow& row) {
  const Reference* const node = row.in->reference_of(*row.caller);
  if (row.call != nullptr && (row.call->is_wrong || -row.call->value == row.caller->value))
    return true;
  return node != nullptr && row.right() == node->value;
}

std::string line_of(const MoveRow& row) {
  const auto right = row.right();
  const std::string right_text = right ? value_of(*right) : "-";
  if (row.call == nullptr)
    return fmt::format("  {:<10}  {:<18}  {:>10}  {:>10}", row.move, "not searched", "-",
                       right_text);
  const Call& call = *row.call;
  return fmt::format(
      "  {:<10}  {:<18}  {:>10}  {:>10}  {}", row.move + (call.is_again ? " again" : ""),
      window_of(-call.given_beta, -call.given_alpha), answer_of(call), right_text, call.plies_left);
}

/// The first moves, and the telling ones among the others.
void add_moves(std::vector<std::string>& lines, const std::vector<MoveRow>& rows) {
  constexpr std::size_t most = 12;
  if (rows.empty()) return;
  lines.push_back(fmt::format("  {:<10}  {:<18}  {:>10}  {:>10}  {}", "move", "window", "value",
                              "right", "depth"));
  std::size_t shown = 0, left_out = 0;
  const auto note_left_out = [&] {
    if (left_out > 0) lines.push_back(fmt::format("  and {} more", left_out));
    left_out = 0;
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i >= most && (shown == 2 * most || !is_telling(rows[i]))) {
      ++left_out;
      continue;
    }
    note_left_out();
    lines.push_back(line_of(rows[i]));
    ++shown;
  }
  note_left_out();
}

void add_first_wrong(std::vector<std::string>& lines, const Verdict& verdict, const Case& in) {
  if (!in.is_traced) {
    lines.push_back(fmt::format(
        "  node      unknown: {}, so only its values are examined",
        in.is_too_large
            ? "too many nodes would have to be traced"
            : "it does not say which nodes it visits, each within its parent (plylab help "
              "adding)"));
    return;
  }
  const Call* const wrong = in.first_wrong();
  if (wrong == nullptr) {
    lines.emplace_back(
        "  node      none: every search of the root is right in its window; these were");
    for (const Call& call : in.calls)
      if (!call.parent)
        lines.push_back(fmt::format("            window {}, value {}",
                                    window_of(call.given_alpha, call.given_beta), result_of(call)));
    return;
  }
  lines.push_back(fmt::format("  node      {}, {} {} left, window {}", name_of_node(*wrong),
                              wrong->plies_left, wrong->plies_left == 1 ? "ply" : "plies",
                              window_of(wrong->given_alpha, wrong->given_beta)));
  const Reference* const node = in.reference_of(*wrong);
  lines.push_back(fmt::format("  returned  {}, right is {}", result_of(*wrong),
                              node != nullptr ? value_of(node->value) : "unknown"));
  add_moves(lines, moves_of(verdict, in, *wrong));
}

void add_causes(std::vector<std::string>& lines, const Verdict& verdict) {
  const Diagnosis& diagnosis = verdict.diagnosis;
  if (diagnosis.causes.empty()) {
    lines.emplace_back(verdict.cases.front().is_traced
                           ? "  cause     none of the usual faults explains it"
                           : "  cause     none of the usual faults explains its values");
    return;
  }
  if (diagnosis.is_certain) {
    const auto& [name, sentence, number, is_of_calls] = diagnosis.causes.front();
    lines.push_back(
        fmt::format("  evidence  that explains {} {}, and nothing in {} {} contradicts it", number,
                    !is_of_calls  ? (number == 1 ? "wrong value" : "wrong values")
                    : number == 1 ? "call that goes wrong"
                                  : "calls that go wrong",
                    verdict.cases.size(), verdict.cases.size() == 1 ? "search" : "searches"));
    return;
  }
  for (std::size_t i = 0; i < diagnosis.causes.size(); ++i)
    lines.push_back(fmt::format("  {}it {}", i == 0 ? "may be    " : "or        ",
                                diagnosis.causes[i].sentence));
}

/// About a search that has not returned: nothing but that is known of it.
void add_endless(std::vector<std::string>& lines, const Verdict& verdict) {
  const auto& [position, depth, switches] = *verdict.endless;
  const std::string with = switches_of(switches);
  lines.push_back(fmt::format("{} has not returned from a search", verdict.search));
  lines.push_back(fmt::format("  position  {}{}", position,
                              with.empty() ? "" : fmt::format(", with {}", with)));
  lines.push_back(fmt::format("  depth     {}", depth == 1 ? "1" : fmt::format("1 to {}", depth)));
  lines.push_back(
      fmt::format("  waited    {:g} s; it does not stop when it is told to, so that the run ends "
                  "here (if it is only slow: --timeout)",
                  verdict.waited));
  lines.emplace_back("");
}

void add_illegal_move(std::vector<std::string>& lines, const IllegalMove& illegal) {
  const std::string with = switches_of(illegal.step.switches);
  lines.push_back(fmt::format("  makes     {}", illegal.what));
  lines.push_back(fmt::format("  in        {}, searched to depth {} at most{}",
                              illegal.step.position, illegal.step.depth,
                              with.empty() ? "" : fmt::format(", with {}", with)));
  lines.emplace_back(
      "  so        a move before it is not taken back, a list of moves is overwritten, or the "
      "move belongs to another node");
}

/// What the first line says.
std::string summary_of(const Verdict& verdict) {
  if (verdict.diagnosis.is_certain)
    return fmt::format("{} is wrong: it {}", verdict.search,
                       verdict.diagnosis.causes.front().sentence);
  return fmt::format("{} is wrong{}", verdict.search,
                     verdict.illegal ? ": it makes a move that is not legal" : "");
}

void add_verdict(std::vector<std::string>& lines, const Verdict& verdict) {
  if (verdict.endless) return add_endless(lines, verdict);
  lines.push_back(summary_of(verdict));
  const std::string with = switches_of(verdict.switches);
  lines.push_back(fmt::format("  found in  {} of {} positions{}{}", verdict.wrong,
                              verdict.positions, with.empty() ? "" : fmt::format(", with {}", with),
                              verdict.is_stopped ? ", then interrupted" : ""));
  if (verdict.illegal) add_illegal_move(lines, *verdict.illegal);
  if (verdict.illegal && verdict.cases.empty()) {
    lines.emplace_back("");
    return;
  }
  if (!is_exact(verdict.search))
    lines.emplace_back(
        "  but       it says of itself that it is inexact: that may be what is meant");
  if (verdict.cases.empty()) {
    lines.emplace_back(verdict.is_stopped
                           ? "  but       interrupted before it was examined"
                           : "  but       none of them shows it if it is searched once more");
    lines.emplace_back("");
    return;
  }
  const Case& smallest = verdict.cases.front();
  lines.push_back(fmt::format("  position  {} ({})", smallest.position, smallest.game->info.name));
  lines.push_back(fmt::format("  depth     {}: it finds {}, right is {}", smallest.depth,
                              value_of(smallest.value), value_of(smallest.right)));
  add_first_wrong(lines, verdict, smallest);
  add_causes(lines, verdict);
  lines.emplace_back("");
}

/// Why a search that is not wrong is not known to be right; empty if it is.
std::string doubt_about(const Verdict& verdict) {
  const auto compared = [](const Shortfall& one) {
    const std::string switches = switches_of(one.switches);
    return fmt::format(
        "compared {} in {}{}",
        one.compared > 0 ? fmt::format("to depth {} only", one.compared) : "at no depth",
        one.position, switches.empty() ? "" : fmt::format(" with {}", switches));
  };
  if (verdict.slow)
    return fmt::format("stopped in {}: a search to depth {} took longer than {:g} s (--timeout)",
                       verdict.slow->position, verdict.slow->depth, verdict.waited);
  if (verdict.is_stopped) return "interrupted";
  const Shortfall* asked = nullptr;
  std::size_t number = 0;
  for (const Shortfall& one : verdict.shortfalls) {
    if (one.is_by_search)
      return fmt::format("{}: {}", compared(one),
                         one.obstacle.empty()
                             ? fmt::format("the search does not finish depth {} in {} nodes",
                                           one.depth, one.visits)
                             : one.obstacle);
    if (!one.is_asked) continue;
    if (asked != nullptr && !(one.switches == asked->switches)) continue;
    ++number;
    if (asked == nullptr || one.compared < asked->compared) asked = &one;
  }
  if (asked != nullptr)
    return fmt::format(
        "{}{}: {} nodes are not enough to find more right values", compared(*asked),
        number > 1 ? fmt::format(", and not to depth {} in {} more", asked->depth, number - 1) : "",
        asked->visits);
  if (verdict.positions == 0) return "compared in no position";
  return "";
}

/// What a guest's search does not count, so that tables lack it; empty if it seems to count all.
std::string uncounted_by(const Verdict& verdict) {
  const Counters& counts = verdict.counts;
  if (!is_added(verdict.search) || verdict.minimax_nodes == 0) return "";
  if (counts.interiors == 0)
    return fmt::format(
        "counts no {}, so that tables show none: s.enter would count them (plylab help adding)",
        counts.leaves == 0 ? "nodes" : "nodes but leaves");
  if (counts.cutoffs == 0 && counts.nodes() < verdict.minimax_nodes)
    return fmt::format(
        "counts no cutoffs, though it visits {} nodes where minimax visits {}: if it cuts off, "
        "node.cut or s.cut would count that (plylab help adding)",
        counts.nodes(), verdict.minimax_nodes);
  return "";
}

TableOf<const Verdict*> searches_table() {
  using Row = const Verdict*;
  return {"searches",
          "Searches, compared with minimax",
          {{{"search", "", "", 1, Role::contestant}, [](const Row& row) { return row->search; }},
           {{"positions", "", "positions compared, each to several depths"},
            [](const Row& row) { return row->endless ? Cell() : Cell(row->positions); }},
           {{"skipped", "", "positions compared at no depth"},
            [](const Row& row) { return row->endless ? Cell() : Cell(row->skipped); }},
           {{"depth", "plies", "to which the positions were compared, at least"},
            [](const Row& row) { return row->greatest_depth > 0 ? Cell(row->min_depth) : Cell(); }},
           {{"greatest_depth", "plies", "to which one of them was compared"},
            [](const Row& row) {
              return row->greatest_depth > 0 ? Cell(row->greatest_depth) : Cell();
            }},
           {{"unfinished", "", "positions in which the search itself does not finish the depth"},
            [](const Row& row) {
              return row->endless
                         ? Cell()
                         : Cell(std::ranges::count_if(row->shortfalls, &Shortfall::is_by_search));
            }},
           {{"wrong", "", "positions in which a value is not minimax's"},
            [](const Row& row) { return row->endless ? Cell() : Cell(row->wrong); }},
           {{"switches", "", "with which it is wrong or endless; empty for none"},
            [](const Row& row) {
              if (row->endless) return Cell(switches_of(row->endless->switches));
              return row->is_right() ? Cell() : Cell(switches_of(row->switches));
            }},
           {{"cause", "", "the name of the cause, if one explains everything"},
            [](const Row& row) {
              if (row->diagnosis.is_certain) return Cell(row->diagnosis.causes.front().name);
              return row->illegal ? Cell("illegal_move") : Cell();
            }},
           {{"endless", "", "the position from which the search has not returned; empty for none"},
            [](const Row& row) { return row->endless ? Cell(row->endless->position) : Cell(); }}}};
}

/// A cause of a search.
struct CauseRow {
  const Verdict* verdict;
  Cause cause;
};

TableOf<CauseRow> causes_table() {
  using Row = CauseRow;
  return {"causes",
          "Causes",
          {{{"search"}, [](const Row& row) { return row.verdict->search; }},
           {{"cause", "", "its name"}, [](const Row& row) { return row.cause.name; }},
           {{"sentence", "", "what the search does"},
            [](const Row& row) { return row.cause.sentence; }},
           {{"certain", "", "it is the only one that explains everything"},
            [](const Row& row) { return row.verdict->diagnosis.is_certain; }},
           {{"explained", "",
             "calls that go wrong and that it explains; or values, where no call does"},
            [](const Row& row) { return row.cause.explained; }}},
          {},
          reports::Readers::programs};
}

/// A case of a search, and its first wrong call.
struct CaseRow {
  const Verdict* verdict;
  const Case* in;

  const Call* wrong() const { return in->is_traced ? in->first_wrong() : nullptr; }
  Cell of_wrong(auto&& cell) const {
    const Call* const call = wrong();
    return call != nullptr ? Cell(cell(*call)) : Cell();
  }
};

TableOf<CaseRow> cases_table() {
  using Row = CaseRow;
  return {
      "cases",
      "Positions in which a value is wrong",
      {{{"search"}, [](const Row& row) { return row.verdict->search; }},
       {{"game"}, [](const Row& row) { return row.in->game->info.name; }},
       {{"position", "", "", 1, Role::position}, [](const Row& row) { return row.in->position; }},
       {{"depth", "", "of the search", 1, Role::depth},
        [](const Row& row) { return row.in->depth; }},
       {{"value", "", "that the search finds"}, [](const Row& row) { return row.in->value; }},
       {{"right", "", "minimax's value"}, [](const Row& row) { return row.in->right; }},
       {{"node", "", "the moves to the call with which the value begins to be wrong"},
        [](const Row& row) {
          return row.of_wrong(
              [](const Call& call) { return fmt::format("{}", fmt::join(call.path, " ")); });
        }},
       {{"plies_left", "", "at that node"},
        [](const Row& row) {
          return row.of_wrong([](const Call& call) { return call.plies_left; });
        }},
       {{"alpha", "", "lower end of the window of that call; -32767: minus infinity"},
        [](const Row& row) {
          return row.of_wrong([](const Call& call) { return call.given_alpha; });
        }},
       {{"beta", "", "its upper end; 32767: infinity"},
        [](const Row& row) {
          return row.of_wrong([](const Call& call) { return call.given_beta; });
        }},
       {{"returned", "", "by that call"},
        [](const Row& row) { return row.of_wrong([](const Call& call) { return call.value; }); }},
       {{"right_there", "", "minimax's value of that node"},
        [](const Row& row) {
          const Call* const call = row.wrong();
          const Reference* const node = call ? row.in->reference_of(*call) : nullptr;
          return node != nullptr ? Cell(node->value) : Cell();
        }}},
      {},
      reports::Readers::programs};
}

TableOf<MoveRow> moves_table() {
  using Row = MoveRow;
  const auto of_call = [](auto value) {
    return
        [value](const Row& row) { return row.call != nullptr ? Cell(value(*row.call)) : Cell(); };
  };
  return {
      "moves",
      "Moves of the calls with which values begin to be wrong",
      {{{"search"}, [](const Row& row) { return row.verdict->search; }},
       {{"position", "", "", 1, Role::position}, [](const Row& row) { return row.in->position; }},
       {{"depth", "", "of the search of that position, as in cases", 1, Role::depth},
        [](const Row& row) { return row.in->depth; }},
       {{"move", "", "in the order of search"}, [](const Row& row) { return row.move; }},
       {{"again", "", "whether it is searched a second time"},
        of_call([](const Call& call) { return call.is_again; })},
       {{"alpha", "",
         "lower end of the window, from the view of the side that moves (-32767: minus infinity); "
         "empty for a move that was not searched"},
        of_call([](const Call& call) { return -call.given_beta; })},
       {{"beta", "", "its upper end; 32767: infinity"},
        of_call([](const Call& call) { return -call.given_alpha; })},
       {{"value", "", "that came back, from the same view"},
        of_call([](const Call& call) { return -call.value; })},
       {{"right", "", "minimax's value"},
        [](const Row& row) {
          const auto right = row.right();
          return right ? Cell(*right) : Cell();
        }}},
      {},
      reports::Readers::programs};
}

}  // namespace

std::vector<std::string> text_report(const EvaluationVerdict& verdict) {
  std::vector<std::string> lines;
  if (verdict.fault) {
    const StateFault& fault = *verdict.fault;
    lines = {
        fmt::format("{} is wrong: after a move its value is not that of the position by itself",
                    verdict.evaluation),
        fmt::format("  position  {}", fault.position),
        fmt::format("  moves     {}",
                    fault.before.empty()
                        ? fault.move
                        : fmt::format("{}, then {}", fmt::join(fault.before, " "), fault.move)),
        fmt::format("  value     {} with the state that followed the {}, {} with a new one",
                    value_of(fault.moved), fault.before.empty() ? "move" : "moves",
                    value_of(fault.afresh)),
        fmt::format(
            "  so        values depend on the way to a position, and no search can be right "
            "(found in a game on {})",
            fault.generator)};
  } else if (verdict.is_from_whites_view()) {
    const UnequalSides& sides = *verdict.unequal;
    lines = {
        fmt::format("{} is wrong: its values are for White, but they must be for the side to move",
                    verdict.evaluation),
        fmt::format("  position  {}", sides.position),
        fmt::format("  value     {}, and {} with White and Black exchanged", value_of(sides.value),
                    value_of(sides.exchanged)),
        fmt::format(
            "  so        exchanging White and Black changes the sign of every value other than "
            "0 ({} compared), and searches choose Black's worst moves",
            verdict.valued)};
  }
  if (!lines.empty()) lines.emplace_back();
  return lines;
}

reports::Check check_of(const EvaluationVerdict& verdict) {
  reports::Check check{.name = fmt::format("evaluation {}", verdict.evaluation)};
  if (verdict.is_right() && verdict.is_stopped) {
    check.result = reports::CheckResult::skipped;
    check.message = "interrupted";
  }
  if (verdict.is_right()) return check;
  check.result = reports::CheckResult::failed;
  std::vector<std::string> lines = text_report(verdict);
  lines.pop_back();
  check.message = fmt::format("{}", fmt::join(lines, "\n"));
  return check;
}

namespace {

TableOf<EvaluationVerdict> checked_evaluations() {
  using Row = EvaluationVerdict;
  const auto of_fault = [](auto what) {
    return [what](const Row& row) { return row.fault ? Cell(what(*row.fault)) : Cell(); };
  };
  return {"evaluations",
          "Evaluations: after moves and afresh, and with White and Black exchanged",
          {{{"evaluation"}, [](const Row& row) { return row.evaluation; }},
           {{"moves", "",
             "comparisons of values after a move that does not end the game: on each board, and if "
             "the move is played, with a new state and with the one that followed the game"},
            [](const Row& row) { return row.moves; }},
           {{"position", "", "from which its state goes wrong"},
            of_fault([](const StateFault& fault) { return fault.position; })},
           {{"played", "", "before the move, from that position"},
            of_fault([](const StateFault& fault) {
              return fmt::format("{}", fmt::join(fault.before, " "));
            })},
           {{"move", "", "after which the value is wrong"},
            of_fault([](const StateFault& fault) { return fault.move; })},
           {{"moved", "", "the value with the state that followed the moves"},
            of_fault([](const StateFault& fault) { return fault.moved; })},
           {{"afresh", "", "the value with a new state"},
            of_fault([](const StateFault& fault) { return fault.afresh; })},
           {{"generator", "", "on whose board"},
            of_fault([](const StateFault& fault) { return fault.generator; })},
           {{"from_whites_view", "",
             "whether its values are for White, and not for the side to move; empty if too few are "
             "other than 0"},
            &EvaluationVerdict::values_for_white}}};
}

}  // namespace

reports::Schema evaluations_table() { return checked_evaluations(); }

Table evaluations_table(const std::vector<EvaluationVerdict>& verdicts) {
  Table table = checked_evaluations().with(verdicts);
  for (const EvaluationVerdict& verdict : verdicts)
    if (verdict.unequal && verdict.is_right())
      table.notes.push_back(fmt::format(
          "{} does not treat both sides alike: {} for the side to move in {}, and {} with White "
          "and Black exchanged{}",
          verdict.evaluation, value_of(verdict.unequal->value), verdict.unequal->position,
          value_of(verdict.unequal->exchanged),
          verdict.seems_from_whites_view() ? "; most values change their sign so: they seem to be "
                                             "for White, but must be for the side "
                                             "to move"
                                           : ""));
  return table;
}

std::vector<std::string> text_report(const std::vector<Verdict>& verdicts) {
  std::vector<std::string> lines;
  for (const Verdict& verdict : verdicts)
    if (!verdict.is_right()) add_verdict(lines, verdict);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

std::vector<reports::Check> checks_of(const std::vector<Verdict>& verdicts) {
  std::vector<reports::Check> checks;
  for (const Verdict& verdict : verdicts) {
    reports::Check check{.name = verdict.search};
    if (!verdict.is_right()) {
      check.result = reports::CheckResult::failed;
      std::vector<std::string> lines;
      add_verdict(lines, verdict);
      lines.pop_back();
      check.message = fmt::format("{}", fmt::join(lines, "\n"));
    } else if (std::string doubt = doubt_about(verdict); !doubt.empty()) {
      check.result = reports::CheckResult::skipped;
      check.message = std::move(doubt);
    }
    checks.push_back(std::move(check));
  }
  return checks;
}

std::vector<reports::Schema> declared_tables() {
  return {searches_table(), causes_table(), cases_table(), moves_table()};
}

std::vector<Table> tables(const std::vector<Verdict>& verdicts) {
  std::vector<const Verdict*> searches;
  std::vector<CauseRow> causes;
  std::vector<CaseRow> cases;
  std::vector<MoveRow> moves;
  for (const Verdict& verdict : verdicts) {
    searches.push_back(&verdict);
    for (const Cause& cause : verdict.diagnosis.causes) causes.push_back({&verdict, cause});
    for (const Case& in : verdict.cases) {
      if (in.is_right()) continue;
      cases.push_back({&verdict, &in});
      if (const Call* const wrong = cases.back().wrong())
        std::ranges::copy(moves_of(verdict, in, *wrong), std::back_inserter(moves));
    }
  }
  Table compared = searches_table().with(searches);
  for (const Verdict& verdict : verdicts)
    if (const std::string doubt = doubt_about(verdict); verdict.is_right() && !doubt.empty())
      compared.notes.push_back(fmt::format("{}: {}", verdict.search, doubt));
  for (const Verdict& verdict : verdicts)
    if (const std::string uncounted = uncounted_by(verdict); !uncounted.empty())
      compared.notes.push_back(fmt::format("{} {}", verdict.search, uncounted));
  return {std::move(compared), causes_table().with(causes), cases_table().with(cases),
          moves_table().with(moves)};
}

}  // namespace plylab::search::verify
