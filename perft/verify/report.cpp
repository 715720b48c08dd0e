#include "perft/verify/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "gen/chess/board/diagram.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"
#include "gen/engines/perft_protocol.h"
#include "perft/verify/deaths.h"
#include "perft/verify/explanation.h"
#include "perft/verify/fault_groups.h"
#include "perft/verify/generator.h"
#include "reports/tables/columns.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

constexpr std::size_t max_named = 5;  // positions named for one fault

void add_board(std::vector<std::string>& lines, const Setup& setup) {
  lines.emplace_back("");
  for (const std::string& row : diagram(setup.squares)) lines.push_back("     " + row);
  lines.emplace_back("");
}

std::string reported_text(const std::optional<Count>& reported) {
  return reported ? to_string(*reported) : "another number";
}

std::string second_answer(const Diagnosis& diagnosis) {
  if (diagnosis.second_answer == diagnosis.counterexample.comparison.answer.total)
    return "the same, with other branches";
  return reported_text(diagnosis.second_answer);
}

void add_path(std::vector<std::string>& lines, const ReachedPosition& reached) {
  if (reached.path.empty()) return;
  lines.push_back("  from      " + to_string(reached.start));
  lines.push_back(fmt::format("  path      {}  ({})", uci_line(reached),
                              san_line(ValidSetup(reached.start), reached.path)));
}

void add_miscounts(std::vector<std::string>& lines, const std::vector<Miscount>& miscounts,
                   const Setup& position) {
  constexpr std::size_t max = 3;
  for (std::size_t i = 0; i < std::min(max, miscounts.size()); ++i)
    lines.push_back(
        fmt::format("  branch    {}: {}, right is {}", move_text(position, miscounts[i].move),
                    miscounts[i].reported ? to_string(*miscounts[i].reported) : "not listed",
                    miscounts[i].right));
  if (miscounts.size() > max)
    lines.push_back(fmt::format("            and {} more", miscounts.size() - max));
}

void add_moves(std::vector<std::string>& lines, const std::vector<WrongMove>& moves) {
  // One fault often makes many moves wrong for the same reason.
  constexpr int max = 4;
  std::map<std::pair<Wrong, Rule>, int> reported;
  std::map<std::pair<Wrong, std::string>, int> times;
  for (const WrongMove& move : moves) ++times[{move.wrong, move.text}];
  for (const WrongMove& move : moves) {
    const int listed = std::exchange(times[{move.wrong, move.text}], 0);
    if (listed == 0 || ++reported[{move.wrong, move.reason.rule}] > max) continue;
    lines.push_back(fmt::format("  {:<9} {:<6}  {}{}", name_of(move.wrong), move.text,
                                move.reason.sentence,
                                listed > 1 ? fmt::format(" ({} times)", listed) : ""));
  }
  for (const auto& [kind, number] : reported)
    if (number > max)
      lines.push_back(fmt::format("  {:<9} and {} more by the rule {}", name_of(kind.first),
                                  number - max, rule_info(kind.second).name));
}

/// The moves that would explain a count, by cause.
void add_deduced_moves(std::vector<std::string>& lines, const Diagnosis& diagnosis) {
  const std::vector<Hypothesis>& causes = diagnosis.candidates;
  if (diagnosis.moves.empty()) {
    if (diagnosis.fault == Fault::generation && causes.empty())
      lines.emplace_back("  moves     it lists none, and no single rule explains all its counts");
    return;
  }
  const std::string_view where = diagnosis.fewest ? " with the fewest pieces" : "";
  if (causes.size() == 1) {
    lines.push_back(fmt::format(
        "  moves     it lists none; by one rule these would explain its count{}:", where));
    return add_moves(lines, diagnosis.moves);
  }
  lines.push_back(fmt::format(
      "  moves     it lists none; each of these causes would explain its count{}:", where));
  for (std::size_t i = 0; i < number_named(causes.size()); ++i) {
    lines.push_back(fmt::format("  cause {:<3} {}", i + 1, causes[i].sentence));
    add_moves(lines, causes[i].moves);
  }
}

/// The names of tasks, that of `first` first.
std::string names_of(const VerificationResult& result, std::size_t first,
                     const std::vector<std::size_t>& tasks) {
  std::string text = result.tasks[first].name;
  std::size_t named = 1;
  for (const std::size_t i : tasks) {
    if (i == first) continue;
    if (named++ == max_named) return fmt::format("{} and {} more", text, tasks.size() - max_named);
    text += "; " + result.tasks[i].name;
  }
  return text;
}

/// "1 lies in making moves: …", to follow "fault"; "shows in" if it may be a consequence of
/// another.
std::string headline(const FaultGroup& fault, std::size_t number) {
  return fmt::format("{} {} in {}", number, fault.perhaps_of ? "shows" : "lies",
                     fault.explanation.sentence);
}

void add_fault(std::vector<std::string>& lines, const VerificationResult& result,
               const FaultGroup& fault, std::size_t number) {
  const Diagnosis& diagnosis = *result.outcomes[fault.best].diagnosis;
  const auto& [kind, reached, depth, comparison, path] = diagnosis.counterexample;
  const Setup position = reached.position();
  lines.push_back("Fault " + headline(fault, number));
  if (fault.perhaps_of)
    lines.push_back(
        fmt::format("  perhaps   a consequence of fault {}, whose cause is known: mend that first, "
                    "and ask again",
                    *fault.perhaps_of + 1));
  lines.push_back("  found in  " + names_of(result, fault.best, fault.shown_by));
  add_path(lines, path_to(diagnosis.counterexample, result.tasks[fault.best].setup));
  lines.push_back("  position  " + to_string(position));
  add_board(lines, position);
  lines.push_back(fmt::format(
      "  perft({})  {}, right is {}{}", depth, reported_text(comparison.answer.total),
      comparison.right,
      depth == 1 && comparison.answer.total == comparison.right ? ", but of other moves" : ""));
  if (diagnosis.fault == Fault::nondeterministic)
    lines.push_back(fmt::format("  again     {}", second_answer(diagnosis)));
  if (depth > 1) add_miscounts(lines, comparison.miscounts, position);
  const auto add_shortest = [&] {
    if (diagnosis.fewest)
      lines.push_back("  shortest  the same with the fewest pieces: " +
                      to_string(*diagnosis.fewest));
  };
  if (diagnosis.deduced) {  // in that position
    add_shortest();
    add_deduced_moves(lines, diagnosis);
  } else {
    add_moves(lines, diagnosis.moves);
  }
  if (const std::string_view cause = fault.explanation.usual_cause; !cause.empty())
    lines.push_back(fmt::format("  usually   {}", cause));
  for (const std::size_t i : fault.others)
    lines.push_back(fmt::format("  also      {} (in {})",
                                result.outcomes[i].diagnosis->hypothesis->sentence,
                                result.tasks[i].name));
  if (!diagnosis.deduced) add_shortest();
  if (diagnosis.fault != Fault::sum && comparison.contradicts_itself())
    lines.push_back("  but       " + contradiction(comparison));
  if (diagnosis.ignores_moves)
    lines.emplace_back(
        "  but       it ignores the moves after a FEN: it was asked about positions by FEN alone");
  // Of given moves the remark is about all of them.
  const bool is_said = diagnosis.makes_moves && reached.path == result.tasks[fault.best].moves;
  if (const std::string& remark = result.outcomes[fault.best].remark; !remark.empty() && !is_said)
    lines.push_back("  but       " + remark);
  lines.emplace_back("");
}

/// Groups the outcomes that `includes`: those that are alike are together.
std::vector<std::vector<std::size_t>> grouped(const std::vector<Outcome>& outcomes, auto&& includes,
                                              auto&& are_alike) {
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!includes(outcomes[i])) continue;
    const auto same = std::ranges::find_if(
        groups, [&](const auto& group) { return are_alike(outcomes[group.front()], outcomes[i]); });
    if (same == groups.end())
      groups.emplace_back(1, i);
    else
      same->push_back(i);
  }
  return groups;
}

/// The failures, those together in which the engine dies in the same way: the smallest case first.
std::vector<std::vector<std::size_t>> failures(const std::vector<Outcome>& outcomes) {
  auto groups = grouped(
      outcomes, [](const Outcome& outcome) { return outcome.error.has_value(); },
      [](const Outcome& one, const Outcome& other) {
        return one.error->kind() == engines::FaultKind::died &&
               other.error->kind() == engines::FaultKind::died &&
               std::string_view(one.error->what()) == other.error->what();
      });
  const auto size = [&](std::size_t i) {
    const auto& death = outcomes[i].death;
    return death ? std::tuple(false, death->depth, death->way.path.size())
                 : std::tuple(true, outcomes[i].depth, std::size_t{0});
  };
  for (auto& group : groups) std::ranges::stable_sort(group, {}, size);
  return groups;
}

/// What deaths in the same way have in common, if they are in positions with more moves than any
/// that the generator has answered; else empty.
std::string about_long_lists(const VerificationResult& result,
                             const std::vector<std::size_t>& alike) {
  constexpr std::size_t many = 100;  // few positions of games have so many moves
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const std::size_t i : alike) {
    const Outcome& outcome = result.outcomes[i];
    if (!outcome.death && outcome.depth != 1) return "";
    const Setup position = outcome.dies_with_fewest ? *outcome.dies_with_fewest
                           : outcome.death          ? outcome.death->way.position()
                                                    : result.tasks[i].setup;
    fewest = std::min(fewest, legal_moves(position).size());
  }
  Count answered = 0;
  for (const Outcome& outcome : result.outcomes)
    if (outcome.verdict == Verdict::agrees && !outcome.right_at.empty())
      answered = std::max(answered, outcome.right_at.front());
  if (fewest < many || Count(fewest) <= answered) return "";
  return fmt::format(
      "its list of moves is too short: it dies where there are {} moves or more, and "
      "has answered where there are up to {}",
      fewest, answered);
}

/// "it dies in all 184 positions without castling rights, and in no other", if something tells the
/// FENs of these deaths from the others that it was asked about; else empty.
std::string about_fens(const VerificationResult& result, const std::vector<std::size_t>& alike) {
  if (result.outcomes[alike.front()].error->kind() != engines::FaultKind::died) return "";
  std::vector<Setup> deadly, others;
  for (std::size_t i = 0; i < result.outcomes.size(); ++i)
    if (result.outcomes[i].depth > 0) {
      const bool is_one = std::ranges::find(alike, i) != alike.end();
      (is_one ? deadly : others).push_back(result.tasks[i].setup);
    }
  const std::string common = common_to_fens(deadly, others);
  if (common.empty()) return "";
  return fmt::format("it dies in all {} positions {}, and in no other", deadly.size(), common);
}

/// What deaths that have just a pawn in a corner of the seventh rank in common suggest; else empty.
std::string about_edge_pawns(std::string_view common) {
  for (const std::string_view pawn :
       {"white pawn on a7", "white pawn on h7", "black pawn on a2", "black pawn on h2"})
    if (common.ends_with(fmt::format("positions with a {}, and in no other", pawn)))
      return fmt::format(
          "the {} captures beyond the edge of the board, on the number that stands for no e.p. "
          "square",
          pawn);
  return "";
}

/// What is known of failures that are alike. Each text may be empty.
struct AboutFailures {
  std::string found_in;  ///< the tasks, if there are several
  std::string perhaps;   ///< why it fails
  std::string common;    ///< what these positions have in common
  std::string fewest;    ///< the FEN with the fewest men at which it dies
};

AboutFailures about_failures(const VerificationResult& result,
                             const std::vector<std::size_t>& alike) {
  AboutFailures about{alike.size() > 1 ? names_of(result, alike.front(), alike) : "",
                      about_long_lists(result, alike), about_fens(result, alike), ""};
  if (about.perhaps.empty()) about.perhaps = about_edge_pawns(about.common);
  for (const std::size_t i : alike)
    if (const auto& fewest = result.outcomes[i].dies_with_fewest; fewest && about.fewest.empty())
      about.fewest = to_string(*fewest);
  return about;
}

void add_failure(std::vector<std::string>& lines, const Task& task, const Outcome& outcome,
                 const AboutFailures& about = {}) {
  const engines::EngineFault& error = *outcome.error;
  lines.push_back(fmt::format("Failure: it {}", error.what()));
  if (!outcome.remark.empty()) lines.push_back("  but       " + outcome.remark);
  if (!about.found_in.empty()) lines.push_back("  found in  " + about.found_in);
  if (!about.perhaps.empty()) lines.push_back("  perhaps   " + about.perhaps);
  if (!about.common.empty()) lines.push_back("  common    " + about.common);
  lines.push_back(outcome.depth > 0
                      ? fmt::format("  asked     perft({}) of {}", outcome.depth, task.name)
                      : fmt::format("  started   to be asked about {}", task.name));
  lines.push_back("  position  " + to_string(task.setup));
  for (std::size_t i = 0; i < error.output().size(); ++i)
    lines.push_back((i == 0 ? "  last said " : "            ") + error.output()[i]);
  if (outcome.agreed_depth() > 0)
    lines.push_back(fmt::format("  agrees    to depth {}", outcome.agreed_depth()));
  if (outcome.diagnosis)
    lines.emplace_back("  led to    a wrong answer on the way to where it dies, a fault above");
  if (const auto& death = outcome.death) {
    add_path(lines, death->way);
    lines.push_back(fmt::format("  dies      asked perft({}) of {}", death->depth,
                                to_string(death->way.position())));
    add_board(lines, death->way.position());
    if (death->is_right_by_fen)
      lines.emplace_back(*death->is_right_by_fen
                             ? "  by FEN    it is right there: it dies of how it makes moves"
                             : "  by FEN    it dies or is wrong there, too");
  }
  if (!about.fewest.empty())
    lines.push_back("  shortest  with fewer men it dies, too: " + about.fewest);
  if (error.kind() == engines::FaultKind::no_answer && outcome.depth > 1)
    lines.emplace_back("  if slow   give it more time (--timeout) or ask less deeply (--depth)");
  if (error.kind() == engines::FaultKind::malformed ||
      (error.kind() == engines::FaultKind::no_answer && !error.output().empty()))
    lines.push_back(fmt::format("  if right  {}", engines::describe_other_answers));
  lines.emplace_back("");
}

/// Answers without a diagnosis that are odd in the same way, shown by the first.
void add_odd_answers(std::vector<std::string>& lines, const VerificationResult& result,
                     const std::vector<std::size_t>& alike) {
  const Task& task = result.tasks[alike.front()];
  const Outcome& outcome = result.outcomes[alike.front()];
  lines.push_back(fmt::format("{}: {}",
                              outcome.oddity.empty() ? "Wrong answer, cause unknown" : "Odd answer",
                              outcome.remark));
  if (alike.size() > 1) lines.push_back("  found in  " + names_of(result, alike.front(), alike));
  lines.push_back(fmt::format("  asked     perft({}) of {}", outcome.depth, task.name));
  lines.push_back("  position  " + to_string(task.setup));
  lines.push_back(
      fmt::format("  answer    {}, right is {}", reported_text(outcome.reported), outcome.right));
  if (!outcome.evidence.empty()) lines.push_back("  also      " + outcome.evidence);
  add_miscounts(lines, outcome.miscounts, task.setup);
  lines.emplace_back("");
}

/// The outcomes with a wrong answer and no diagnosis, together if they are odd in the same way, or
/// if the search for their cause ended in the same way.
std::vector<std::vector<std::size_t>> odd_answers(const std::vector<Outcome>& outcomes) {
  return grouped(
      outcomes,
      [](const Outcome& outcome) {
        return outcome.verdict == Verdict::differs && !outcome.diagnosis;
      },
      [](const Outcome& one, const Outcome& other) {
        return one.oddity == other.oddity && (!one.oddity.empty() || one.remark == other.remark);
      });
}

/// Why positions were not asked about, and what to do.
std::string why_unasked(const VerificationResult& result) {
  const std::size_t max = result.max_faults;
  FaultLimit limit{max};
  for (std::size_t i = 0; i < result.outcomes.size(); ++i)
    limit.add(fault_name(result.outcomes[i], i));
  if (result.is_interrupted || max == 0)
    return "plylab was interrupted (the same command asks about all)";
  if (limit.names.size() < max && limit.are_many())
    return fmt::format(
        "the run ended after {} positions that are wrong or fail (--faults 0 asks all)",
        limit.positions);
  if (max == 1) return "the run ended after the first fault or failure (--faults 0 asks all)";
  return fmt::format("the run ended after {} different faults or failures (--faults 0 asks all)",
                     max);
}

/// The lines with another first line.
std::string message(std::string first, const std::vector<std::string>& lines) {
  for (std::size_t i = 1; i < lines.size(); ++i) (first += '\n') += lines[i];
  while (first.ends_with('\n')) first.pop_back();
  return first;
}

/// What was noticed about the answer, with the other answer that shows it.
std::string remark_with_evidence(const Outcome& outcome) {
  return outcome.remark + (outcome.evidence.empty() ? "" : "; also " + outcome.evidence);
}

/// The error in the answer to task `i`. Only the fault's best task has the full report.
std::string message_of_difference(const VerificationResult& result,
                                  const std::vector<FaultGroup>& faults, std::size_t i) {
  const Outcome& outcome = result.outcomes[i];
  const bool is_after_moves = outcome.diagnosis && outcome.diagnosis->makes_moves;
  const std::string counts = is_after_moves
                                 ? outcome.remark
                                 : fmt::format("perft({}) is {}, right is {}", outcome.depth,
                                               reported_text(outcome.reported), outcome.right);
  for (std::size_t fault = 0; fault < faults.size(); ++fault) {
    const std::vector<std::size_t>& shown_by = faults[fault].shown_by;
    if (std::ranges::find(shown_by, i) == shown_by.end()) continue;
    std::vector<std::string> lines;
    if (faults[fault].best == i) add_fault(lines, result, faults[fault], fault + 1);
    return message(fmt::format("{}: fault {}", counts, headline(faults[fault], fault + 1)), lines);
  }
  return fmt::format("{}: {}", counts, remark_with_evidence(outcome));
}

std::string message_of_failure(const Task& task, const Outcome& outcome) {
  std::vector<std::string> lines;
  add_failure(lines, task, outcome);
  return message(fmt::format("it {}", outcome.error->what()), lines);
}

using reports::Cell;
using reports::Readers;
using reports::Role;
using reports::Table;
using reports::TableOf;

Cell or_empty(std::string_view text) { return text.empty() ? Cell() : Cell(text); }

/// The sums of a verification.
struct Summary {
  const VerificationResult* result;
  std::array<std::size_t, 5> numbers = {};  // by verdict
  Count leaves = {};
  double seconds = 0;

  explicit Summary(const VerificationResult& of) : result(&of) {
    for (const Outcome& outcome : of.outcomes) {
      ++numbers[static_cast<std::size_t>(outcome.verdict)];
      if (outcome.verdict == Verdict::agrees)
        leaves += outcome.right;
      else if (const auto agreed = static_cast<std::size_t>(outcome.agreed_depth());
               agreed > 0 && agreed <= outcome.right_at.size())
        leaves += outcome.right_at[agreed - 1];
      seconds += outcome.seconds;
    }
  }
};

TableOf<Summary> summary_table(const std::string& generator) {
  using Row = Summary;
  const auto number = [](Verdict verdict) {
    return [verdict](const Row& row) { return row.numbers[static_cast<std::size_t>(verdict)]; };
  };
  return {
      "summary",
      "Verified: " + generator,
      {{{"positions", "", "positions asked about or to be asked about"},
        [](const Row& row) { return row.result->tasks.size(); }},
       {{"agrees", "", "answers that agree with the vote of plylab's generators"},
        number(Verdict::agrees)},
       {{"differs", "", "answers with another count or other moves"}, number(Verdict::differs)},
       {{"failed", "", "no usable answer"}, number(Verdict::failed)},
       {{"unsupported", "", "the engine does not play Chess960"}, number(Verdict::unsupported)},
       {{"unasked", "", "not asked because of --faults, or because plylab was interrupted"},
        number(Verdict::unasked)},
       {{"left_out", "", "records not asked about: they cannot arise in a game"},
        [](const Row& row) { return row.result->left_out.size(); }},
       {{"leaves", "", "leaves that the engine counted correctly", 1, Role::cost}, &Row::leaves},
       {{"seconds", "s", meaning_of_seconds, 3}, &Row::seconds}}};
}

/// A row about a fault.
struct FaultRow {
  const VerificationResult& result;
  std::size_t number;
  const FaultGroup& fault;
  const Task& task;
  const Diagnosis& diagnosis;

  const Counterexample& shown() const { return diagnosis.counterexample; }
  ReachedPosition way() const { return path_to(shown(), task.setup); }
};

std::vector<FaultRow> fault_rows(const VerificationResult& result,
                                 const std::vector<FaultGroup>& faults) {
  std::vector<FaultRow> rows;
  for (const FaultGroup& fault : faults)
    rows.push_back({result, rows.size() + 1, fault, result.tasks[fault.best],
                    *result.outcomes[fault.best].diagnosis});
  return rows;
}

/// FaultGroup::others in sentences.
std::string also(const FaultRow& row) {
  std::string text;
  for (const std::size_t i : row.fault.others)
    text += (text.empty() ? "" : "; ") + row.result.outcomes[i].diagnosis->hypothesis->sentence;
  return text;
}

TableOf<FaultRow> faults_table() {
  using Row = FaultRow;
  return {
      "faults",
      "Faults",
      {{{"fault", "", "its number"}, [](const Row& row) { return row.number; }},
       {{"kind", "",
         "move_generation, fen, make, draw, early_leaves, unmake, table, walk, sum, history or "
         "nondeterministic"},
        [](const Row& row) { return name_of(row.diagnosis.fault); }},
       {{"explanation", "", "in a sentence"},
        [](const Row& row) { return row.fault.explanation.sentence; }},
       {{"part", "",
         "the part of the state or table that is wrong, or the kind of early game end, if one "
         "explains the answer"},
        [](const Row& row) { return or_empty(part_of(row.diagnosis)); }},
       {{"usual_cause", "", "the usual cause of this fault"},
        [](const Row& row) { return or_empty(row.fault.explanation.usual_cause); }},
       {{"also", "",
         "what is wrong after other kinds of moves, in sentences: may have the same cause, or not"},
        [](const Row& row) { return or_empty(also(row)); }},
       {{"perhaps_of", "",
         "the number of a fault with a known cause of which this one may be a consequence"},
        [](const Row& row) {
          return row.fault.perhaps_of ? Cell(*row.fault.perhaps_of + 1) : Cell();
        }},
       {{"found_in", "", "the position asked about"}, [](const Row& row) { return row.task.name; }},
       {{"positions", "", "number of positions that show the fault"},
        [](const Row& row) { return row.fault.shown_by.size(); }},
       {{"start", "", "FEN of the position before the path", 1, Role::position},
        [](const Row& row) { return to_string(row.way().start); }},
       {{"path", "", "moves in UCI"}, [](const Row& row) { return uci_line(row.way()); }},
       {{"played", "",
         "moves to play from there; the engine is right if the final position is set up by FEN"},
        [](const Row& row) { return !row.shown().reached.path.empty(); }},
       {{"fen", "", "the position that shows the fault", 1, Role::about_position},
        [](const Row& row) { return to_string(row.shown().reached.position()); }},
       {{"depth", "", "the smallest depth that shows the fault", 1, Role::depth},
        [](const Row& row) { return row.shown().depth; }},
       {{"right", "", "perft at that depth"},
        [](const Row& row) { return row.shown().comparison.right; }},
       {{"reported", "", "the engine's answer"},
        [](const Row& row) { return row.shown().comparison.answer.total; }},
       {{"min_pieces", "", "FEN of a position with the same fault and as few pieces as possible"},
        [](const Row& row) {
          return row.diagnosis.fewest ? Cell(to_string(*row.diagnosis.fewest)) : Cell();
        }}},
      {},
      Readers::programs};
}

/// A wrong move of a fault. Deduced moves have the number of the cause.
struct MoveRow {
  const FaultRow* fault;
  const WrongMove* move;
  std::optional<std::size_t> cause = {};
};

std::vector<MoveRow> move_rows(const std::vector<FaultRow>& faults) {
  std::vector<MoveRow> rows;
  for (const FaultRow& fault : faults) {
    const bool is_deduced = fault.diagnosis.deduced;
    const std::vector<Hypothesis>& causes = fault.diagnosis.candidates;
    if (!is_deduced)
      for (const WrongMove& move : fault.diagnosis.moves) rows.push_back({&fault, &move, {}});
    for (std::size_t i = 0; is_deduced && i < causes.size(); ++i)
      for (const WrongMove& move : causes[i].moves) rows.push_back({&fault, &move, i + 1});
  }
  return rows;
}

TableOf<MoveRow> moves_table() {
  using Row = MoveRow;
  return {
      "wrong_moves",
      "Wrong moves",
      {{{"fault", "", "the fault's number"}, [](const Row& row) { return row.fault->number; }},
       {{"move", "", "in the engine's notation or UCI"},
        [](const Row& row) { return row.move->text; }},
       {{"wrong", "", "missing, extra or repeated"},
        [](const Row& row) { return name_of(row.move->wrong); }},
       {{"rule", "", "why the move is legal or illegal"},
        [](const Row& row) { return rule_info(row.move->reason.rule).name; }},
       {{"why", "", "in a sentence"}, [](const Row& row) { return row.move->reason.sentence; }},
       {{"deduced", "",
         "deduced from a count, in the position with the fewest pieces; the engine lists no moves"},
        [](const Row& row) { return row.fault->diagnosis.deduced; }},
       {{"cause", "", "for deduced moves: the number of the cause that would explain the count"},
        [](const Row& row) { return row.cause; }}},
      {},
      Readers::programs};
}

constexpr reports::SharedColumn position_column{"position", "", "", 1, Role::position};
constexpr reports::SharedColumn fen_column{"fen", "", "", 1, Role::about_position};
constexpr reports::SharedColumn depth_column{"depth", "", "", 1, Role::depth};

/// A task with its outcome.
struct TaskRow {
  const Task& task;
  const Outcome& outcome;

  bool is_asked() const {
    return outcome.verdict != Verdict::unasked && outcome.verdict != Verdict::unsupported;
  }
  /// Whether there was an answer, or at least a question.
  bool has_depth() const { return is_asked() && outcome.depth > 0; }
};

std::vector<TaskRow> task_rows(const VerificationResult& result) {
  std::vector<TaskRow> rows;
  for (std::size_t i = 0; i < result.tasks.size(); ++i)
    rows.push_back({result.tasks[i], result.outcomes[i]});
  return rows;
}

/// The columns with which rows about tasks begin.
reports::ColumnsOf<TaskRow> task_columns(reports::ColumnsOf<TaskRow> more) {
  reports::ColumnsOf<TaskRow> all{
      {position_column, [](const TaskRow& row) { return row.task.name; }},
      {fen_column, [](const TaskRow& row) { return to_string(row.task.setup); }}};
  std::ranges::move(more, std::back_inserter(all));
  return all;
}

TableOf<TaskRow> failures_table() {
  using Row = TaskRow;
  const auto of_death = [](auto what) {
    return [what](const Row& row) {
      return row.outcome.death ? Cell(what(*row.outcome.death)) : Cell();
    };
  };
  return {
      "failures",
      "Failures",
      task_columns(
          {{depth_column,
            [](const Row& row) {
              return row.outcome.depth > 0 ? Cell(row.outcome.depth) : Cell();
            }},
           {{"failure", "", "no_answer, died, malformed or cannot_start"},
            [](const Row& row) { return name_of(row.outcome.error->kind()); }},
           {{"what", "", "in a sentence"},
            [](const Row& row) { return row.outcome.error->what(); }},
           {{"dies_after", "", "moves after which it dies, the fewest found"},
            of_death([](const PlaceOfDeath& death) { return uci_line(death.way); })},
           {{"dies_in", "", "the position after them, or that was set up instead"},
            of_death([](const PlaceOfDeath& death) { return to_string(death.way.position()); })},
           {{"dies_at_depth", "plies", "depth of the question there"},
            of_death([](const PlaceOfDeath& death) { return death.depth; })},
           {{"min_pieces", "",
             "FEN of a position with as few pieces as possible where it dies, too"},
            [](const Row& row) {
              const auto& fewest = row.outcome.dies_with_fewest;
              return fewest ? Cell(to_string(*fewest)) : Cell();
            }},
           {{"output", "", "the engine's last lines"},
            [](const Row& row) {
              std::string output;
              for (const std::string& line : row.outcome.error->output()) output += line + '\n';
              return output;
            }}}),
      {},
      Readers::programs};
}

using ErrorRow = std::pair<const Task*, WrongStatement>;

std::vector<ErrorRow> error_rows(const std::vector<TaskRow>& tasks) {
  std::vector<ErrorRow> rows;
  for (const auto& [task, outcome] : tasks)
    for (const WrongStatement& wrong : wrong_statements(task, outcome))
      rows.emplace_back(&task, wrong);
  return rows;
}

TableOf<ErrorRow> suite_errors_table() {
  using Row = ErrorRow;
  return {"suite_errors",
          "Wrong counts in the suite",
          {{position_column, [](const Row& row) { return row.first->name; }},
           {fen_column, [](const Row& row) { return to_string(row.first->setup); }},
           {depth_column, [](const Row& row) { return row.second.stated.depth; }},
           {{"stated", "", "by the suite"}, [](const Row& row) { return row.second.stated.paths; }},
           {{"right", "", "perft, by the vote of plylab's generators"},
            [](const Row& row) { return row.second.right; }}}};
}

TableOf<TaskRow> positions_table() {
  using Row = TaskRow;
  return {
      "positions",
      "Positions",
      task_columns(
          {{{"depth", "", "plies asked for; for a wrong answer, the depth that showed it", 1,
             Role::depth},
            [](const Row& row) { return row.has_depth() ? row.outcome.depth : row.task.depth; }},
           {{"right", "", "perft, by the vote of plylab's generators"},
            [](const Row& row) { return row.has_depth() ? Cell(row.outcome.right) : Cell(); }},
           {{"reported", "", "the engine's answer"},
            [](const Row& row) { return row.outcome.reported; }},
           {{"verdict", "", "agrees, differs, failed, unsupported or unasked"},
            [](const Row& row) { return name_of(row.outcome.verdict); }},
           {{"remark", "", "observations about the answer"},
            [](const Row& row) {
              if (row.outcome.is_cut_short)
                return Cell("not asked to the full depth, which would take long");
              if (row.outcome.verdict == Verdict::failed && row.outcome.agreed_depth() > 0)
                return Cell(fmt::format("agrees to depth {}", row.outcome.agreed_depth()));
              return or_empty(remark_with_evidence(row.outcome));
            }},
           {{"seconds", "s", meaning_of_seconds, 3},
            [](const Row& row) { return row.is_asked() ? Cell(row.outcome.seconds) : Cell(); }}}),
      {},
      Readers::programs};
}

TableOf<epd::LeftOut> left_out_table() {
  using Row = epd::LeftOut;
  return {"left_out",
          "Left out",
          {{position_column, [](const Row& row) { return row.record.name; }},
           {{"line"}, [](const Row& row) { return row.record.line; }},
           {{"why"}, [](const Row& row) { return epd::joined(row.issues); }},
           {{"suite"}, [](const Row& row) { return row.record.file; }}},
          {},
          Readers::programs};
}

}  // namespace

std::vector<std::string> text_report(const VerificationResult& result) {
  std::vector<std::string> lines;
  const auto faults = fault_groups(result.outcomes);
  for (std::size_t i = 0; i < faults.size(); ++i) add_fault(lines, result, faults[i], i + 1);
  for (const std::vector<std::size_t>& alike : failures(result.outcomes))
    add_failure(lines, result.tasks[alike.front()], result.outcomes[alike.front()],
                about_failures(result, alike));
  for (const std::vector<std::size_t>& alike : odd_answers(result.outcomes))
    add_odd_answers(lines, result, alike);
  if (const auto unasked = std::ranges::count(result.outcomes, Verdict::unasked, &Outcome::verdict);
      unasked > 0) {
    lines.push_back(fmt::format("Not asked: {} of {} positions: {}", unasked,
                                result.outcomes.size(), why_unasked(result)));
    lines.emplace_back("");
  }
  if (const auto cut = std::ranges::count(result.outcomes, true, &Outcome::is_cut_short); cut > 0) {
    lines.push_back(
        fmt::format("Not asked to the full depth: {} of {} positions, where a count would take "
                    "more than {:g} s (--timeout {:g} allows it {:g} s)",
                    cut, result.outcomes.size(), result.patience,
                    10 * result.patience / patience_of_timeout, 10 * result.patience));
    lines.emplace_back("");
  }
  if (result.undrawn > 0) {
    lines.push_back(fmt::format("Not drawn: {} of {} random positions: plylab was interrupted",
                                result.undrawn, result.random));
    lines.emplace_back("");
  }
  if (!result.unread.empty()) {
    lines.emplace_back("Not read:");
    for (const epd::Issue& issue : result.unread) lines.push_back("  " + to_string(issue));
    lines.emplace_back("");
  }
  if (!result.left_out.empty()) {
    lines.emplace_back("Left out:");
    for (const epd::LeftOut& left : result.left_out) lines.push_back("  " + to_string(left));
    lines.emplace_back("");
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

std::vector<reports::Schema> declared_tables() {
  return {summary_table(""), suite_errors_table(), faults_table(),  moves_table(),
          failures_table(),  positions_table(),    left_out_table()};
}

std::vector<Table> tables(const VerificationResult& result) {
  const auto groups = fault_groups(result.outcomes);
  const auto faults = fault_rows(result, groups);
  const auto tasks = task_rows(result);
  std::vector<TaskRow> failures;
  for (const TaskRow& row : tasks)
    if (row.outcome.error) failures.push_back(row);
  Table summary = summary_table(result.generator).with({Summary(result)});
  if (const auto number = std::ranges::count_if(result.tasks, &Task::states_deeper); number > 0)
    summary.notes.push_back(fmt::format(
        "{} compared with no count of the suite, which states only greater depths: --depth asks "
        "for them",
        number == 1 ? "1 position is" : fmt::format("{} positions are", number)));
  return {std::move(summary),
          suite_errors_table().with(error_rows(tasks)),
          faults_table().with(faults),
          moves_table().with(move_rows(faults)),
          failures_table().with(failures),
          positions_table().with(tasks),
          left_out_table().with(result.left_out)};
}

std::vector<reports::Check> checks_of(const VerificationResult& result) {
  std::vector<reports::Check> all;
  const auto faults = fault_groups(result.outcomes);
  const std::string not_asked = "not asked: " + why_unasked(result);
  for (std::size_t i = 0; i < result.tasks.size(); ++i) {
    const Task& task = result.tasks[i];
    const Outcome& outcome = result.outcomes[i];
    reports::Check& check = all.emplace_back(reports::Check{
        .name = task.name, .file = task.file, .line = task.line, .seconds = outcome.seconds});
    switch (outcome.verdict) {
      case Verdict::agrees:
        break;
      case Verdict::differs:
        check.result = reports::CheckResult::failed;
        check.message = message_of_difference(result, faults, i);
        break;
      case Verdict::failed:
        check.result = reports::CheckResult::failed;
        check.message = message_of_failure(task, outcome);
        break;
      case Verdict::unsupported:
        check.result = reports::CheckResult::skipped;
        check.message = "the engine does not play Chess960";
        break;
      case Verdict::unasked:
        check.result = reports::CheckResult::skipped;
        check.message = not_asked;
    }
    for (const WrongStatement& wrong : wrong_statements(task, outcome))
      all.push_back({.name = fmt::format("{} D{}", task.name, wrong.stated.depth),
                     .file = task.file,
                     .line = task.line,
                     .result = reports::CheckResult::failed,
                     .message = fmt::format("the suite states {} at depth {}, right is {}",
                                            wrong.stated.paths, wrong.stated.depth, wrong.right)});
  }
  for (const auto& [file, line, what] : result.unread)
    all.push_back({.name = fmt::format("line {} can be read", line),
                   .file = file,
                   .line = line,
                   .result = reports::CheckResult::failed,
                   .message = what});
  for (const epd::LeftOut& left : result.left_out)
    all.push_back({.name = left.record.name,
                   .file = left.record.file,
                   .line = left.record.line,
                   .result = reports::CheckResult::skipped,
                   .message = "left out: " + epd::joined(left.issues)});
  return all;
}

std::vector<std::string> report_on(
    const Setup& setup, int depth,
    const std::function<std::unique_ptr<engines::GeneratorUnderTest>()>& start) {
  VerificationOptions options;
  options.start = start;
  VerificationResult result{"", {{to_string(setup), setup, depth}}, {}, {}};
  result.outcomes = verify(result.tasks, options);
  return text_report(result);
}

}  // namespace plylab::perft::verify
