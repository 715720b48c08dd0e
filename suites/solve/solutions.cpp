#include "suites/solve/solutions.h"

#include <fmt/format.h>

#include <string>

#include "reports/tables/columns.h"
#include "reports/tables/statistics.h"
#include "suites/solve/rating.h"

namespace plylab::suites::solve {

using reports::Cell;

namespace {

Cell value_of(const engines::EngineLines& lines) {
  return lines.empty() ? Cell() : Cell(lines.back().centipawns);
}

Cell mate_of(const engines::EngineLines& lines) {
  return lines.empty() ? Cell() : Cell(lines.back().mate);
}

Cell generator_of(const Entrant& contestant) {
  return contestant.generator.empty() ? Cell() : Cell(contestant.generator);
}

}  // namespace

SolutionTables::SolutionTables(const ChosenCriterion& criterion)
    : solutions{"solutions",
                "Solutions",
                {reports::columns::record,
                 {"goal", "", "what the record asks for", 0},
                 reports::columns::search_or_engine,
                 reports::columns::search_generator,
                 {"solved", "", "by the criterion of the note", 0},
                 {"kept", "", "an answer met the goal, and so did all answers after it", 0},
                 {"move", "", "the move at the end", 0},
                 {"found_at", "plies", "the iteration in which the goal was first met", 0},
                 {"found", "s", "time by then", 3},
                 {"solved_at", "plies", "the iteration in which it was solved by the criterion", 0},
                 {"solved_in", "s", "time by then", 3}},
                {},
                {fmt::format("solved by the criterion {}: {}", criterion.name(),
                             criterion.criterion->help)}},
      costs{"costs",
            "Costs",
            {reports::columns::record,
             reports::columns::search_or_engine,
             reports::columns::search_generator,
             reports::columns::value,
             {"mate", "moves", "announced; below 0 the side to move is mated", 0},
             {"depth", "", "the last completed iteration", 0},
             {"found_visited", "", "nodes until the goal was first met, quiescence included", 0},
             {"solved_visited", "", "nodes until it was solved by the criterion, likewise", 0},
             {"visited", "", "nodes in all, quiescence included", 0},
             {"seconds", "s", "time in all", 3}},
            {},
            {}},
      judgements{"criteria",
                 "Criteria",
                 {reports::columns::record,
                  reports::columns::search_or_engine,
                  reports::columns::search_generator,
                  {"first", "", "some answer met the goal", 0},
                  {"end", "", "the last answer meets it", 0},
                  {"kept", "", "none after the first that met it failed", 0},
                  {"stable", "", "the most iterations in a row through which it was met", 0},
                  {"move", "", "the last move is right, whatever mate it announces", 0},
                  {"points", "", "of the last move, where the record gives any", 0},
                  {"most_points", "", "that a move could get", 0}},
                 {},
                 {}},
      faults{
          "faults",
          "Faults",
          {reports::columns::record,
           {"engine", "", "the engine's name", 0},
           {"fault", "",
            "no_answer, died, malformed, illegal_move, resigned, or cannot_start (once more)", 0},
           {"what", "", "what it did", 0}},
          {},
          {}},
      criterion_(criterion) {}

void SolutionTables::add(const epd::Record& record, const Goal& goal, const Entrant& contestant,
                         const Solution& solution) {
  const engines::Reply& reply = solution.reply;
  const Assessment& judged = solution.assessment;
  const auto& found = judged.first;
  const auto when = criterion_.when(judged);
  const std::string name = name_of(record);
  const std::string& search = contestant.search;
  const Cell generator = generator_of(contestant);
  solutions.add({name, to_string(record, goal), search, generator,
                 criterion_.counts(judged) ? Cell(criterion_.solved(judged)) : Cell(),
                 judged.kept(), reply.move ? Cell(played_san(record, reply)) : Cell(),
                 found ? Cell(found->depth) : Cell(), found ? Cell(found->seconds) : Cell(),
                 when ? Cell(when->depth) : Cell(), when ? Cell(when->seconds) : Cell()});
  costs.add({name, search, generator, value_of(reply.lines), mate_of(reply.lines), reply.depth,
             found ? Cell(found->nodes) : Cell(), when ? Cell(when->nodes) : Cell(), reply.nodes,
             reply.seconds});
  if (!reply.obstacle.empty())
    costs.notes.push_back(fmt::format("{}, {}: goes no deeper: {}", name, search, reply.obstacle));
  const bool scored = judged.most_points > 0;
  judgements.add({name, search, generator, judged.first.has_value(), judged.at_end, judged.kept(),
                  judged.held.size(), judged.move_at_end, scored ? Cell(judged.points) : Cell(),
                  scored ? Cell(judged.most_points) : Cell()});
  if (reply.fault) faults.add({name, search, name_of(reply.fault->kind()), reply.fault->what()});
}

void Tally::add(const Solution& solution) {
  const Assessment& judged = solution.assessment;
  positions += criterion.counts(judged);
  solved += criterion.solved(judged);
  at_end += judged.at_end;
  first += judged.first.has_value();
  kept += judged.kept();
  stable += judged.held.size() >= criterion.iterations;
  scored += judged.most_points > 0;
  points += judged.points;
  most_points += judged.most_points;
  faults += solution.reply.fault.has_value();
  if (!criterion.counts(judged)) return;
  nodes += solution.reply.nodes;
  seconds += solution.reply.seconds;
  if (const auto when = criterion.when(judged)) found_seconds += when->seconds;
}

reports::Table summary_of(const std::vector<Tally>& tallies) {
  reports::Table table{
      "summary",
      "Summary",
      {reports::columns::search_or_engine,
       reports::columns::search_generator,
       {"positions", "", "about which the criterion asks: the sums are over these", 0},
       {"solved", "", "by the chosen criterion", 0},
       {"rate", "%", "of the positions", 1},
       {"low", "%", "the least that it may be: Wilson's 95 % interval", 1},
       {"high", "%", "the most that it may be", 1},
       {"visited", "", "nodes in all, quiescence included", 0},
       {"solved_in", "s", "until the solved ones were solved by the criterion, summed", 3},
       {"seconds", "s", "time in all, summed over the positions", 3},
       {"faults", "", "positions at whose end an engine hung, died or played no legal move", 0}},
      {},
      {}};
  for (const Tally& tally : tallies) {
    const auto interval = reports::wilson_interval(tally.solved, tally.positions);
    std::vector<Cell> row{tally.contestant.search, generator_of(tally.contestant), tally.positions,
                          tally.solved};
    if (tally.positions > 0)
      row.insert(row.end(),
                 {100 * static_cast<double>(tally.solved) / static_cast<double>(tally.positions),
                  100 * interval.low, 100 * interval.high});
    else
      row.resize(row.size() + 3);
    row.insert(row.end(), {tally.nodes, tally.found_seconds, tally.seconds, tally.faults});
    table.add(std::move(row));
  }
  return table;
}

reports::Table points_summary_of(const std::vector<Tally>& tallies) {
  reports::Table table{
      "points",
      "Points",
      {reports::columns::search_or_engine,
       reports::columns::search_generator,
       {"positions", "", "that give points", 0},
       {"points", "", "of the last moves", 0},
       {"most_points", "", "that could be had", 0},
       {"points_rate", "%", "of those that could be had", 1},
       {"sts_rating", "", "by STS Rating 13.1, meant for the Strategic Test Suite", 0},
       {"lucas_rating", "", "by Lucas Chess, for all its 1500 positions", 0}},
      {},
      {}};
  for (const Tally& tally : tallies)
    if (tally.scored > 0 && tally.most_points > 0)
      table.add({tally.contestant.search, generator_of(tally.contestant), tally.scored,
                 tally.points, tally.most_points,
                 100 * static_cast<double>(tally.points) / static_cast<double>(tally.most_points),
                 sts_rating(tally.points, tally.most_points),
                 lucas_rating(tally.points, tally.most_points)});
  constexpr std::uint64_t strategic_test_suite = 1300;  // positions of which STS Rating was made
  for (const Tally& tally : tallies)
    if (tally.scored > 0 && tally.scored < strategic_test_suite) {
      table.notes.push_back(fmt::format(
          "the ratings are meant for all 1300 or 1500 positions of the Strategic Test Suite, and "
          "here are {}: they mean little",
          tally.scored));
      break;
    }
  return table;
}

reports::Table criteria_summary_of(const std::vector<Tally>& tallies) {
  reports::Table table{
      "criteria_summary",
      "Solved by each criterion",
      {reports::columns::search_or_engine,
       reports::columns::search_generator,
       {"first", "", "some answer met the goal", 0},
       {"end", "", "the last answer meets it", 0},
       {"kept", "", "none after the first that met it failed", 0},
       {"stable", "", "it was met through as many iterations in a row as a note says", 0}},
      {},
      {}};
  if (!tallies.empty())  // one criterion for all
    table.notes.push_back(fmt::format("stable: through {} iterations in a row",
                                      tallies.front().criterion.iterations));
  for (const Tally& tally : tallies)
    table.add({tally.contestant.search, generator_of(tally.contestant), tally.first, tally.at_end,
               tally.kept, tally.stable});
  return table;
}

}  // namespace plylab::suites::solve
