#include <algorithm>

#include "perft/verify/fault_groups.h"
#include "perft/verify/tasks.h"
#include "perft/verify/text_report.h"
#include "perft/verify/usual_causes.h"

namespace plylab::perft::verify {
namespace {

using reports::Cell;
using reports::Table;

Table summary(const VerificationResult& result) {
  Table table{"summary",
              "Verified: " + result.generator,
              {{"positions", "", "asked about or to be asked about"},
               {"agrees", "", "with the vote of plylab's generators"},
               {"differs", "", "another count or other moves"},
               {"failed", "", "no usable answer"},
               {"unsupported", "", "the engine has no Chess960"},
               {"unasked", "", "stopped before"},
               {"left_out", "", "not legal, or could not arise in a game"},
               {"leaves", "", "counted rightly by the engine"},
               {"seconds", "s", "that its answers took, or that none came, summed", 3}},
              {},
              {}};
  std::size_t numbers[5] = {};
  Count leaves;
  double seconds = 0;
  for (const Outcome& outcome : result.outcomes) {
    ++numbers[static_cast<std::size_t>(outcome.verdict)];
    if (outcome.verdict == Verdict::agrees) leaves += outcome.right;
    seconds += outcome.seconds;
  }
  const auto number = [&](Verdict verdict) { return numbers[static_cast<std::size_t>(verdict)]; };
  table.add({result.tasks.size(), number(Verdict::agrees), number(Verdict::differs),
             number(Verdict::failed), number(Verdict::unsupported), number(Verdict::unasked),
             result.left_out.size(), leaves, seconds});
  return table;
}

Table faults_table(const VerificationResult& result, const std::vector<FaultGroup>& faults) {
  Table table{
      "faults",
      "Faults",
      {{"fault", "", "its number"},
       {"kind", "",
        "move_generation, make, draw, unmake, table, unmake_or_table, sum, history or "
        "nondeterministic"},
       {"explanation", "", "in a sentence"},
       {"part", "",
        "the part of the state or of a table that is wrong, or the rule of draws, if one explains "
        "the answer"},
       {"usual_cause", "", "what generators that err so usually do wrong"},
       {"found_in", "", "the position asked about"},
       {"positions", "", "how many show it"},
       {"start", "", "FEN from which the path leads to the position"},
       {"path", "", "moves in UCI"},
       {"played", "", "the moves must be played; it is right if the position is set by FEN"},
       {"fen", "", "the position that shows the fault"},
       {"depth", "", "the smallest that shows it"},
       {"right", "", "perft at that depth"},
       {"reported", "", "the engine's answer"},
       {"fewest_pieces", "",
        "FEN of a position with the same fault and as few pieces as possible"}},
      {},
      {},
      reports::Readers::programs};
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const Diagnosis& diagnosis = *result.outcomes[faults[i].best].diagnosis;
    const auto& [kind, reached, depth, comparison, path] = diagnosis.counterexample;
    const ReachedPosition way =
        reached.path.empty() ? ReachedPosition{result.tasks[faults[i].best].setup, path} : reached;
    table.add({i + 1, name_of(diagnosis.fault), faults[i].explanation,
               part_of(diagnosis).empty() ? Cell() : Cell(part_of(diagnosis)),
               usual_cause(diagnosis).empty() ? Cell() : Cell(usual_cause(diagnosis)),
               result.tasks[faults[i].best].name, faults[i].shown_by.size(), to_string(way.start),
               uci_line(way), !reached.path.empty(), to_string(reached.position()), depth,
               comparison.right, comparison.answer.total,
               diagnosis.fewest ? Cell(to_string(*diagnosis.fewest)) : Cell()});
  }
  return table;
}

Table moves_table(const VerificationResult& result, const std::vector<FaultGroup>& faults) {
  Table table{"wrong_moves",
              "Wrong moves",
              {{"fault", "", "the fault's number"},
               {"move", "", "as the engine writes it, or in UCI"},
               {"wrong", "", "missing, extra or repeated"},
               {"rule", "", "that the move breaks or rests on"},
               {"why", "", "in a sentence"},
               {"deduced", "", "from a count; the engine lists no moves"}},
              {},
              {},
              reports::Readers::programs};
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const Diagnosis& diagnosis = *result.outcomes[faults[i].best].diagnosis;
    for (const WrongMove& move : diagnosis.moves)
      table.add({i + 1, move.text, name_of(move.wrong), chess::rule_name(move.reason.rule),
                 move.reason.sentence, diagnosis.deduced});
  }
  return table;
}

Table failures_table(const VerificationResult& result) {
  Table table{"failures",
              "Failures",
              {{"position"},
               {"fen"},
               {"depth"},
               {"failure", "", "no_answer, died or malformed"},
               {"what", "", "in a sentence"},
               {"output", "", "the last lines that the engine wrote"}},
              {},
              {},
              reports::Readers::programs};
  for (std::size_t i = 0; i < result.tasks.size(); ++i)
    if (const auto& error = result.outcomes[i].error) {
      std::string output;
      for (const std::string& line : error->output()) output += line + '\n';
      table.add({result.tasks[i].name, to_string(result.tasks[i].setup),
                 result.outcomes[i].depth > 0 ? Cell(result.outcomes[i].depth) : Cell(),
                 name_of(error->kind()), error->what(), output});
    }
  return table;
}

Table misstated_table(const VerificationResult& result) {
  Table table{"misstated",
              "Wrong counts in the suite",
              {{"position"},
               {"fen"},
               {"depth"},
               {"stated", "", "by the suite"},
               {"right", "", "perft by the vote of plylab's generators"}},
              {},
              {}};
  for (std::size_t i = 0; i < result.tasks.size(); ++i) {
    const Task& task = result.tasks[i];
    for (const auto& [stated, right] : wrong_statements(task, result.outcomes[i]))
      table.add({task.name, to_string(task.setup), stated.depth, stated.paths, right});
  }
  return table;
}

Table positions_table(const VerificationResult& result) {
  Table table{"positions",
              "Positions",
              {{"position"},
               {"fen"},
               {"depth", "", "plies asked for; of a wrong answer the depth that showed it"},
               {"right", "", "perft by the vote of plylab's generators"},
               {"reported", "", "the engine's answer"},
               {"verdict", "", "agrees, differs, failed, unsupported or unasked"},
               {"remark", "", "what is odd about the answer"},
               {"seconds", "s", "until its answers, summed", 3}},
              {},
              {},
              reports::Readers::programs};
  for (std::size_t i = 0; i < result.tasks.size(); ++i) {
    const Task& task = result.tasks[i];
    const Outcome& outcome = result.outcomes[i];
    const bool asked =
        outcome.verdict != Verdict::unasked && outcome.verdict != Verdict::unsupported;
    table.add({task.name, to_string(task.setup),
               asked && outcome.depth > 0 ? outcome.depth : task.depth,
               asked && outcome.depth > 0 ? Cell(outcome.right) : Cell(), outcome.reported,
               name_of(outcome.verdict), outcome.remark.empty() ? Cell() : Cell(outcome.remark),
               asked ? Cell(outcome.seconds) : Cell()});
  }
  return table;
}

}  // namespace

std::vector<Table> tables(const VerificationResult& result) {
  const auto faults = fault_groups(result.tasks, result.outcomes);
  Table left_out{"left_out", "Left out", {{"position"}, {"line"}, {"why"}},
                 {},         {},         reports::Readers::programs};
  for (const epd::LeftOut& left : result.left_out)
    left_out.add({left.record.id(), left.record.line, epd::joined(left.issues)});
  return {summary(result),
          misstated_table(result),
          faults_table(result, faults),
          moves_table(result, faults),
          failures_table(result),
          positions_table(result),
          std::move(left_out)};
}

}  // namespace plylab::perft::verify
