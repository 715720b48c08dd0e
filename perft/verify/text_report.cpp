#include "perft/verify/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "gen/chess/board/notation.h"
#include "gen/chess/text.h"
#include "perft/verify/explanation.h"
#include "perft/verify/fault_groups.h"
#include "perft/verify/usual_causes.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

constexpr std::size_t most_named = 5;  // positions that show the same fault

void add_board(std::vector<std::string>& lines, const Setup& setup) {
  lines.emplace_back("");
  for (int rank = 7; rank >= 0; --rank) {
    std::string line = fmt::format("      {} ", rank + 1);
    for (int file = 0; file < 8; ++file)
      (line += ' ') += letter(setup.squares[make_square(file, rank)]);
    lines.push_back(line);
  }
  lines.emplace_back("         a b c d e f g h");
  lines.emplace_back("");
}

std::string count_text(const Comparison& comparison) {
  const auto& reported = comparison.answer.total;
  return fmt::format("{}, right is {}", reported ? to_string(*reported) : "another number",
                     comparison.right);
}

std::string second_answer(const Diagnosis& diagnosis) {
  if (diagnosis.second_answer == diagnosis.counterexample.comparison.answer.total)
    return "the same, with other branches";
  return diagnosis.second_answer ? to_string(*diagnosis.second_answer) : "another number";
}

void add_path(std::vector<std::string>& lines, const ReachedPosition& reached) {
  if (reached.path.empty()) return;
  lines.push_back("  from      " + to_string(reached.start));
  lines.push_back(fmt::format("  path      {}  ({})", uci_line(reached),
                              san_line(ValidSetup(reached.start), reached.path)));
}

void add_miscounts(std::vector<std::string>& lines, const Comparison& comparison,
                   const Setup& position) {
  constexpr std::size_t most = 3;
  const auto& miscounts = comparison.miscounts;
  for (std::size_t i = 0; i < std::min(most, miscounts.size()); ++i)
    lines.push_back(
        fmt::format("  branch    {}: {}, right is {}", move_text(position, miscounts[i].move),
                    miscounts[i].reported ? to_string(*miscounts[i].reported) : "not listed",
                    miscounts[i].right));
  if (miscounts.size() > most)
    lines.push_back(fmt::format("            and {} more", miscounts.size() - most));
}

void add_moves(std::vector<std::string>& lines, const Diagnosis& diagnosis) {
  if (diagnosis.deduced)
    lines.emplace_back(
        diagnosis.moves.empty()
            ? "  moves     it lists none, and no single rule explains its number"
        : diagnosis.readings == 1
            ? "  moves     it lists none; what fits its number by one rule:"
            : "  moves     it lists none; each of these rules would fit its number:");
  // Many a fault makes many moves wrong, all for one reason.
  constexpr int most = 4;
  std::map<std::pair<Wrong, Rule>, int> reported;
  for (const WrongMove& move : diagnosis.moves)
    if (++reported[{move.wrong, move.reason.rule}] <= most)
      lines.push_back(
          fmt::format("  {:<9} {:<6}  {}", name_of(move.wrong), move.text, move.reason.sentence));
  for (const auto& [kind, number] : reported)
    if (number > most)
      lines.push_back(fmt::format("  {:<9} and {} more by the rule {}", name_of(kind.first),
                                  number - most, rule_name(kind.second)));
}

std::string shown_by(const VerificationResult& result, const FaultGroup& fault) {
  std::string text = result.tasks[fault.best].name;
  std::size_t named = 1;
  for (const std::size_t i : fault.shown_by) {
    if (i == fault.best) continue;
    if (named++ == most_named)
      return fmt::format("{} and {} more", text, fault.shown_by.size() - most_named);
    text += "; " + result.tasks[i].name;
  }
  return text;
}

void add_fault(std::vector<std::string>& lines, const VerificationResult& result,
               const FaultGroup& fault, std::size_t number) {
  const Diagnosis& diagnosis = *result.outcomes[fault.best].diagnosis;
  const auto& [kind, reached, depth, comparison, path] = diagnosis.counterexample;
  const Setup position = reached.position();
  lines.push_back(fmt::format("Fault {} lies in {}", number, fault.explanation));
  lines.push_back("  found in  " + shown_by(result, fault));
  add_path(lines, path_to(diagnosis.counterexample, result.tasks[fault.best].setup));
  lines.push_back("  position  " + to_string(position));
  add_board(lines, position);
  lines.push_back(fmt::format("  perft({})  {}", depth, count_text(comparison)));
  if (diagnosis.fault == Fault::nondeterministic)
    lines.push_back(fmt::format("  again     {}", second_answer(diagnosis)));
  if (depth > 1) add_miscounts(lines, comparison, position);
  add_moves(lines, diagnosis);
  if (const std::string_view cause = usual_cause(diagnosis); !cause.empty())
    lines.push_back(fmt::format("  usually   {}", cause));
  if (diagnosis.fewest)
    lines.push_back("  shortest  the same with the fewest pieces: " + to_string(*diagnosis.fewest));
  if (diagnosis.fault != Fault::sum && comparison.contradicts_itself())
    lines.push_back("  but       " + contradiction(comparison));
  if (const std::string& remark = result.outcomes[fault.best].remark; !remark.empty())
    lines.push_back("  but       " + remark);
  lines.emplace_back("");
}

void add_failure(std::vector<std::string>& lines, const Task& task, const Outcome& outcome) {
  const engines::EngineFault& error = *outcome.error;
  lines.push_back(fmt::format("Failure: it {}", error.what()));
  lines.push_back(outcome.depth > 0
                      ? fmt::format("  asked     perft({}) of {}", outcome.depth, task.name)
                      : fmt::format("  started   to be asked about {}", task.name));
  lines.push_back("  position  " + to_string(task.setup));
  for (std::size_t i = 0; i < error.output().size(); ++i)
    lines.push_back((i == 0 ? "  its last  " : "            ") + error.output()[i]);
  lines.emplace_back("");
}

void add_odd_answer(std::vector<std::string>& lines, const Task& task, const Outcome& outcome) {
  lines.push_back("Odd answer: " + outcome.remark);
  lines.push_back(fmt::format("  asked     perft({}) of {}", outcome.depth, task.name));
  lines.push_back("  position  " + to_string(task.setup));
  lines.push_back(fmt::format("  answer    {}, right is {}",
                              outcome.reported ? to_string(*outcome.reported) : "another number",
                              outcome.right));
  lines.emplace_back("");
}

}  // namespace

std::vector<std::string> text_report(const VerificationResult& result) {
  std::vector<std::string> lines;
  const auto faults = fault_groups(result.tasks, result.outcomes);
  for (std::size_t i = 0; i < faults.size(); ++i) add_fault(lines, result, faults[i], i + 1);
  for (std::size_t i = 0; i < result.tasks.size(); ++i) {
    const Outcome& outcome = result.outcomes[i];
    if (outcome.error) add_failure(lines, result.tasks[i], outcome);
    if (outcome.verdict == Verdict::differs && !outcome.diagnosis)
      add_odd_answer(lines, result.tasks[i], outcome);
  }
  if (!result.left_out.empty()) {
    lines.emplace_back("Left out:");
    for (const epd::LeftOut& left : result.left_out) lines.push_back("  " + to_string(left));
    lines.emplace_back("");
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

}  // namespace plylab::perft::verify
