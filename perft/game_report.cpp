#include "perft/game_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reports/tables/columns.h"

namespace plylab::perft::verify {
namespace {

using reports::Cell;
using reports::Table;

std::string joined(const std::vector<std::string>& moves) {
  return fmt::format("{}", fmt::join(moves, " "));
}

Cell text_or_none(const std::string& text) { return text.empty() ? Cell() : Cell(text); }

}  // namespace

std::vector<std::string> game_report(const std::vector<GameTask>& tasks, int depth) {
  std::vector<std::string> lines;
  for (const auto& [name, position, outcome] : tasks) {
    if (outcome.verdict == Verdict::failed) {
      lines.push_back(fmt::format("{}: {}", name, outcome.remark));
      continue;
    }
    if (outcome.verdict != Verdict::differs) continue;
    lines.push_back(
        fmt::format("{}: {} at depth {}, right is {}", name,
                    outcome.reported ? to_string(*outcome.reported) : std::string("another count"),
                    depth, outcome.right));
    if (!outcome.path.empty()) lines.push_back("  after " + joined(outcome.path));
    lines.push_back("  in " + outcome.shown);
    if (!outcome.missing.empty()) lines.push_back("  it has not " + joined(outcome.missing));
    if (!outcome.extra.empty())
      lines.push_back("  it has what is not legal: " + joined(outcome.extra));
    if (!outcome.remark.empty()) lines.push_back("  " + outcome.remark);
  }
  return lines;
}

Table game_table(const std::vector<GameTask>& tasks, int depth, const std::string& generator) {
  Table table{"verified",
              "Verified: " + generator,
              {reports::columns::position,
               reports::columns::depth,
               {"verdict", "", "agrees, differs, failed, unasked"},
               {"right", "", "what all boards of the game count"},
               {"reported", "", "what the generator counts"},
               {"path", "", "moves that lead to where the difference shows"},
               {"shown_in", "", "the position after them"},
               {"missing", "", "legal moves that it has not there"},
               {"extra", "", "moves that it has there and that are not legal"},
               {"remark", "", "what else is to be said"},
               reports::columns::time},
              {},
              {}};
  for (const auto& [name, position, outcome] : tasks)
    table.add({name, depth, name_of(outcome.verdict), outcome.right,
               outcome.reported ? Cell(*outcome.reported) : Cell(),
               text_or_none(joined(outcome.path)), text_or_none(outcome.shown),
               text_or_none(joined(outcome.missing)), text_or_none(joined(outcome.extra)),
               text_or_none(outcome.remark), outcome.seconds});
  return table;
}

}  // namespace plylab::perft::verify
