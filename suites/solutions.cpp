#include "suites/solutions.h"

#include <fmt/format.h>

#include <vector>

#include "gen/chess/line.h"

namespace plylab::suites {

using reports::Cell;

SolutionTables::SolutionTables()
    : solutions{"solutions",
                "Solutions",
                {{"position", "", "the record's id", 0},
                 {"goal", "", "what the record asks for", 0},
                 {"search", "", "the algorithm", 0},
                 {"generator", "", "the move generator", 0},
                 {"solved", "", "the goal is met at the end", 0},
                 {"kept", "", "and was never left after it was first met", 0},
                 {"move", "", "the move at the end", 0},
                 {"found_at", "plies", "the iteration in which the goal was first met", 0},
                 {"found", "s", "time by then", 3}},
                {},
                {}},
      costs{"costs",
            "Costs",
            {{"position", "", "the record's id", 0},
             {"search", "", "the algorithm", 0},
             {"generator", "", "the move generator", 0},
             {"value", "", "centipawns for the side to move; ±(32000 − n) is mate in n plies", 0},
             {"depth", "", "the last completed iteration", 0},
             {"found_nodes", "", "positions visited until the goal was first met", 0},
             {"nodes", "", "positions visited in all, quiescence included", 0},
             {"seconds", "s", "time in all", 3}},
            {},
            {}} {}

std::string to_string(const Record& record, const Goal& goal) {
  const chess::Setup position(record.fen);
  std::string text;
  const auto append = [&](const char* opcode, const std::vector<chess::Move>& moves) {
    if (moves.empty()) return;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", opcode);
    for (const chess::Move move : moves) text += ' ' + chess::san(position, move);
  };
  append("bm", goal.best);
  append("am", goal.avoid);
  if (text.empty() && goal.mate) text = fmt::format("dm {}", *goal.mate);
  return text;
}

void SolutionTables::add(const Record& record, const Goal& goal, const search::Job& job,
                         const Solution& solution) {
  const chess::Setup position(record.fen);
  const search::Result& result = solution.search;
  const auto* last = result.last_complete();
  const auto& found = solution.first_found;
  const std::string name = record.id().value_or(fmt::format("line {}", record.line));
  solutions.add({name, to_string(record, goal), job.algorithm, job.generator, solution.solved,
                 solution.kept,
                 result.best_move() ? Cell(chess::san(position, *result.best_move())) : Cell(),
                 found ? Cell(found->depth) : Cell(), found ? Cell(found->seconds) : Cell()});
  costs.add({name, job.algorithm, job.generator,
             result.changes.empty() ? Cell() : Cell(result.changes.back().value),
             last ? Cell(last->depth) : Cell(), found ? Cell(found->nodes) : Cell(), result.visited,
             result.seconds});
}

}  // namespace plylab::suites
