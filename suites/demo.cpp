#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gen/base/parallel.h"
#include "gen/chess/registry.h"
#include "gen/epd/epd.h"
#include "perft/count/run.h"
#include "reports/command_line/command_line.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "search/run/options.h"
#include "suites/solve/solve.h"

namespace plylab::suites {
namespace {

using reports::Cell;
using reports::Table;

constexpr std::size_t six_positions = 6;  // the first of suites/data/perft.epd
constexpr std::uint64_t most_leaves = 20'000'000;
constexpr int search_depth = 4;
constexpr int solve_depth = 7;

/// Table 1: the same perft by every generator.
Table perft_table(const std::vector<std::string>& generators, reports::Session& session) {
  Table table{"perft",
              "1. Perft of the six positions, one thread, million leaves a second",
              {{"position"}, {"depth"}, {"leaves"}},
              {},
              {}};
  for (const std::string& generator : generators)
    table.columns.emplace_back(generator, "M/s", "million leaves a second", 0);
  table.columns.emplace_back("ratio", "", "last generator's rate by the first one's", 2);

  const epd::Suite suite = epd::find_suite("perft");
  for (std::size_t i = 0; i < six_positions && i < suite.records.size(); ++i) {
    const epd::Record& record = suite.records[i];
    epd::PerftCount chosen;
    for (const epd::PerftCount& stated : epd::perft_counts(record))
      if (stated.paths <= most_leaves) chosen = stated;
    std::vector<Cell> row{record.id().value_or(""), chosen.depth, chosen.paths};
    std::vector<double> rates;
    for (const std::string& generator : generators) {
      if (session.stop()) return table;
      perft::Job job{.generator = generator, .depth = static_cast<int>(chosen.depth)};
      job.stop = &session.stop();
      const perft::Result result = perft::run<chess::Chess>(chess::ValidSetup(record.setup), job);
      const Count leaves = result.leaves;
      rates.push_back(static_cast<double>(leaves) / result.seconds / 1e6);
      row.emplace_back(rates.back());
      if (result.complete && leaves != chosen.paths) {
        table.notes.push_back(fmt::format("WRONG: {} counts {} on {}", generator, to_string(leaves),
                                          record.id().value_or("")));
        session.note_difference();
      }
    }
    row.emplace_back(rates.back() / rates.front());
    table.add(std::move(row));
  }
  if (table.notes.empty())
    table.notes.emplace_back("every generator's count equals the published one");
  return table;
}

/// The sums of one search with one generator over a suite.
struct Sum {
  search::Counters stats;
  double seconds = 0;
  std::vector<search::Value> values;
  std::vector<std::uint64_t> nodes;
};

/// Table 2: every search with every generator on the same trees.
Table search_table(const std::vector<std::string>& generators, reports::Session& session) {
  Table table{"search",
              fmt::format("2. Searches to depth {}: the last iteration, summed over the 24 "
                          "Bratko-Kopec positions",
                          search_depth),
              {{"search"},
               {"generator"},
               {"nodes", "", "calls of the search function"},
               {"first_cut", "%", "share of the first move in all beta cutoffs", 1},
               {"researches"},
               {"seconds", "s", "all iterations", 2}},
              {},
              {}};
  const epd::Suite suite = epd::find_suite("bratko-kopec");
  search::Options options;
  options.generators = generators;
  options.algorithms = {"minimax", "alphabeta-soft", "pvs-soft", "negascout-1989"};
  const search::SearchableGame& chess = search::searchable_chess();
  options.check(chess);
  const auto jobs = options.jobs(chess, {.depth = search_depth, .stop = &session.stop()});
  reports::Progress progress("searches", "nodes");
  std::vector<Sum> sums;
  double visited = 0;
  for (const search::Job& job : jobs) {
    std::vector<search::Result<chess::Chess>> results(suite.records.size());
    // One position a thread: the searches themselves are single-threaded.
    in_parallel(
        results.size(), available_processors(), &session.stop(), [&](std::size_t i, std::size_t) {
          results[i] = search::run<chess::Chess>(chess::ValidSetup(suite.records[i].setup), job);
        });
    if (session.stop()) return table;
    Sum sum;
    for (const auto& result : results) {
      const auto& last = *result.last_complete();
      sum.stats += last.stats;
      sum.seconds += result.seconds;
      sum.values.push_back(last.value);
      sum.nodes.push_back(last.stats.nodes());
      visited += static_cast<double>(result.visited);
      progress.update(-1, visited);
    }
    table.add({job.algorithm, job.generator, sum.stats.nodes(),
               sum.stats.cutoffs == 0 ? Cell() : Cell(100 * sum.stats.first_move_cutoff_rate()),
               sum.stats[search::Event::research], sum.seconds});
    sums.push_back(std::move(sum));
  }
  const auto same_values = [&](const Sum& sum) { return sum.values == sums.front().values; };
  bool same_nodes = true;
  for (std::size_t i = 0; i < sums.size(); ++i)
    same_nodes &= sums[i].nodes == sums[i / generators.size() * generators.size()].nodes;
  const bool values_equal = std::all_of(sums.begin(), sums.end(), same_values);
  table.notes.emplace_back(values_equal ? "all searches return the same value in every position"
                                        : "WRONG: the root values differ");
  table.notes.emplace_back(same_nodes ? "each search visits equally many nodes with every generator"
                                      : "WRONG: the node counts differ between generators");
  if (!values_equal || !same_nodes) session.note_difference();
  return table;
}

/// Table 3: tactics and mates with the time to the solution.
Table solve_table(reports::Session& session) {
  Table table{"solve",
              "3. Tactics and mates by PVS with quiescence",
              {{"position"},
               {"goal"},
               {"move"},
               {"solved"},
               {"depth", "", "iteration in which it was first found"},
               {"found", "ms", "time until then", 1},
               {"visited", "", "nodes until then, quiescence included"}},
              {},
              {}};
  const epd::Suite suite = epd::find_suite("demo");
  search::Job job;
  job.algorithm = "pvs";
  job.ordering = "hash";
  job.switches.quiescence = 1;
  job.limits.depth = solve_depth;
  job.limits.seconds = 1;
  job.limits.until_mate = true;
  job.limits.stop = &session.stop();
  std::size_t solved = 0;
  for (const epd::Record& record : suite.records) {
    std::vector<std::string> problems;
    const solve::Goal goal = solve::goal_of(record, problems);
    const solve::Solution solution = solve::solve(record, goal, job);
    if (session.stop()) return table;
    solved += solution.assessment.at_end;
    const auto& found = solution.assessment.first;
    const auto& reply = solution.reply;
    table.add({solve::name_of(record), solve::to_string(record, goal),
               reply.move ? Cell(solve::played_san(record, reply)) : Cell(),
               solution.assessment.at_end, found ? Cell(found->depth) : Cell(),
               found ? Cell(1e3 * found->seconds) : Cell(), found ? Cell(found->nodes) : Cell()});
  }
  table.notes.push_back(fmt::format("{} of {} solved", solved, suite.records.size()));
  return table;
}

/// Table 4: commands that work at once.
Table next_table() {
  return {"next",
          "4. Try next",
          {{"command"}},
          {{"plylab perft --depth 5 --gen all --stats"},
           {"plylab mate --fen kbK5/pp6/1P6/8/8/8/8/R7 --stipulation \"#2\" --tree full"},
           {"plylab search --suite bratko-kopec --algo pvs,mtdf -f html -o page.html"}},
          {"plylab verify --engine ./yours finds the bug in your move generator",
           "plylab help lists commands and guides", "in the source tree ./lab stands for plylab"}};
}

}  // namespace

void add_demo_command(reports::Command app, reports::Session& session) {
  const reports::Command demo =
      app.add_subcommand("demo", "Show the lab on real input, in less than half a minute");
  session.add_options(demo);
  demo.example("plylab demo");
  demo.callback([&session] {
    session.check_options();
    const auto generators = generator_names<chess::Chess>();
    std::vector<Table> tables;
    tables.push_back(perft_table(generators, session));
    if (!session.stop()) tables.push_back(search_table(generators, session));
    if (!session.stop()) tables.push_back(solve_table(session));
    if (!session.stop()) tables.push_back(next_table());
    session.publish({.complete = !session.stop(), .tables = std::move(tables)}, 1);
  });
}

}  // namespace plylab::suites
