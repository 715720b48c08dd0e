#include <algorithm>

#include "perft/verify/fault_groups.h"
#include "perft/verify/text_report.h"

namespace plylab::perft::verify {
namespace {

using reports::Cell;
using reports::Table;

Cell cell(perft::Count count) { return count.value(); }
Cell cell(const std::optional<perft::Count>& count) { return count ? cell(*count) : Cell(); }

Table summary(const Findings& findings) {
  Table table{"summary",
              "Verified: " + findings.subject,
              {{"positions", "", "asked about or to be asked about"},
               {"agrees", "", "with the vote of plylab's generators"},
               {"differs", "", "another count or other moves"},
               {"failed", "", "no usable answer"},
               {"unfit", "", "the subject has no Chess960"},
               {"unasked", "", "stopped before"},
               {"left_out", "", "not legal, or could not arise in a game"},
               {"leaves", "", "counted rightly by the subject"},
               {"seconds", "s", "that its answers took, summed", 3}},
              {},
              {}};
  std::size_t numbers[5] = {};
  perft::Count leaves;
  double seconds = 0;
  for (const Outcome& outcome : findings.outcomes) {
    ++numbers[static_cast<std::size_t>(outcome.verdict)];
    if (outcome.verdict == Verdict::agrees) leaves += outcome.right;
    seconds += outcome.seconds;
  }
  const auto number = [&](Verdict verdict) { return numbers[static_cast<std::size_t>(verdict)]; };
  table.add({findings.tasks.size(), number(Verdict::agrees), number(Verdict::differs),
             number(Verdict::failed), number(Verdict::unfit), number(Verdict::unasked),
             findings.left_out.size(), cell(leaves), seconds});
  return table;
}

Table faults_table(const Findings& findings, const std::vector<FoundFault>& faults) {
  Table table{
      "faults",
      "Faults",
      {{"fault", "", "its number"},
       {"kind", "", "move_generation, make, unmake_or_table, sum or history"},
       {"explanation", "", "in a sentence"},
       {"state", "", "the part of the state that is wrong, if one explains the answer"},
       {"found_in", "", "the position asked about"},
       {"positions", "", "how many show it"},
       {"start", "", "FEN from which the path leads to the position"},
       {"path", "", "moves in UCI"},
       {"played", "", "the moves must be played; it is right if the position is set by FEN"},
       {"fen", "", "the position that shows the fault"},
       {"depth", "", "the smallest that shows it"},
       {"right", "", "perft at that depth"},
       {"told", "", "the subject's answer"},
       {"fewest_men", "", "FEN of a position with the same fault and as few men as possible"}},
      {},
      {},
      reports::Readers::programs};
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const Diagnosis& diagnosis = *findings.outcomes[faults[i].best].diagnosis;
    const auto& [showing, place, depth, comparison, path] = diagnosis.witness;
    const Place way = place.path.empty() ? Place{findings.tasks[faults[i].best].fen, path} : place;
    table.add({i + 1, name_of(diagnosis.fault), diagnosis.explanation,
               diagnosis.belief ? Cell(name_of(diagnosis.belief->part)) : Cell(),
               findings.tasks[faults[i].best].name, faults[i].shown_by.size(), to_string(way.start),
               uci_line(way), !place.path.empty(), to_string(place.position()), depth,
               cell(comparison.right), cell(comparison.answer.total),
               diagnosis.fewest ? Cell(to_string(*diagnosis.fewest)) : Cell()});
  }
  return table;
}

Table moves_table(const Findings& findings, const std::vector<FoundFault>& faults) {
  Table table{"wrong_moves",
              "Wrong moves",
              {{"fault", "", "the fault's number"},
               {"move", "", "as the subject writes it, or in UCI"},
               {"wrong", "", "missing, extra or repeated"},
               {"rule", "", "that the move breaks or rests on"},
               {"why", "", "in a sentence"},
               {"deduced", "", "from a count; the subject lists no moves"}},
              {},
              {},
              reports::Readers::programs};
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const Diagnosis& diagnosis = *findings.outcomes[faults[i].best].diagnosis;
    for (const WrongMove& move : diagnosis.moves)
      table.add({i + 1, move.text, name_of(move.wrong), chess::rule_name(move.reason.rule),
                 move.reason.sentence, diagnosis.deduced});
  }
  return table;
}

Table failures_table(const Findings& findings) {
  Table table{"failures",
              "Failures",
              {{"position"},
               {"fen"},
               {"depth"},
               {"failure", "", "no_answer, died or malformed"},
               {"what", "", "in a sentence"},
               {"output", "", "the last lines that the subject wrote"}},
              {},
              {},
              reports::Readers::programs};
  for (std::size_t i = 0; i < findings.tasks.size(); ++i)
    if (const auto& error = findings.outcomes[i].error) {
      std::string output;
      for (const std::string& line : error->output()) output += line + '\n';
      table.add({findings.tasks[i].name, to_string(findings.tasks[i].fen),
                 findings.outcomes[i].depth, name_of(error->kind()), error->what(), output});
    }
  return table;
}

Table positions_table(const Findings& findings) {
  Table table{"positions",
              "Positions",
              {{"position"},
               {"fen"},
               {"depth", "", "plies asked for; of a wrong answer the depth that showed it"},
               {"right", "", "perft by the vote of plylab's generators"},
               {"told", "", "the subject's answer"},
               {"verdict", "", "agrees, differs, failed, unfit or unasked"},
               {"remark", "", "what is odd about the answer"},
               {"seconds", "s", "until its answers, summed", 3}},
              {},
              {},
              reports::Readers::programs};
  for (std::size_t i = 0; i < findings.tasks.size(); ++i) {
    const Task& task = findings.tasks[i];
    const Outcome& outcome = findings.outcomes[i];
    const bool asked = outcome.verdict != Verdict::unasked && outcome.verdict != Verdict::unfit;
    table.add({task.name, to_string(task.fen), asked ? outcome.depth : task.depth,
               asked ? cell(outcome.right) : Cell(), cell(outcome.told), name_of(outcome.verdict),
               outcome.remark.empty() ? Cell() : Cell(outcome.remark),
               asked ? Cell(outcome.seconds) : Cell()});
  }
  return table;
}

}  // namespace

std::vector<Table> tables(const Findings& findings) {
  const auto faults = distinct_faults(findings.outcomes);
  Table left_out{"left_out", "Left out", {{"position"}, {"line"}, {"why"}},
                 {},         {},         reports::Readers::programs};
  for (const epd::LeftOut& left : findings.left_out)
    left_out.add({left.record.id(), left.record.line, epd::joined(left.issues)});
  return {summary(findings),        faults_table(findings, faults), moves_table(findings, faults),
          failures_table(findings), positions_table(findings),      std::move(left_out)};
}

}  // namespace plylab::perft::verify
