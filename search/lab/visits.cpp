#include "search/lab/visits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "gen/epd/shipped.h"
#include "gen/input_error.h"
#include "gen/tictactoe/tictactoe.h"
#include "gen/tree/explicit.h"
#include "gen/tree/tree.h"
#include "search/core/trace.h"
#include "search/lab/execute_run.h"
#include "search/lab/starts.h"
#include "search/run_on.h"

namespace plylab::search::lab {
namespace {

constexpr std::uint64_t most_visits = 5000;

template <Position P>
void add(reports::Table& table, const P& root, const Run& run, const Job& job,
         const Evaluation<P> auto& value) {
  const auto result = run_on<VisitTrace<typename P::Move>>(root, value, job);
  for (const auto& iteration : result.iterations) {
    std::size_t number = 0;
    for (const auto& visit : iteration.stats.visits)
      table.add({run.start.name, run[Factor::variant], iteration.depth, ++number,
                 visit.path.empty() ? "root" : line_text(root, visit.path), visit.alpha, visit.beta,
                 visit.value, visit.cutoff});
    if (!iteration.complete)
      table.notes.push_back(
          fmt::format("{}: cut off after {} visits", run[Factor::variant], most_visits));
  }
}

}  // namespace

reports::Table visits_table() {
  return {"visits",
          "Visits",
          {{"start", "", "the tree or game"},
           {"variant", "", "the search"},
           {"depth", "", "of the iteration"},
           {"visit", "", "its number in the iteration"},
           {"node", "", "the moves that lead there"},
           {"alpha", "", "the window's lower end, for the side to move at the node"},
           {"beta", "", "its upper end"},
           {"value", "", "what the visit returned, for the side to move at the node"},
           {"cutoff", "", "a move's value reached beta"}},
          {},
          {}};
}

void add_visits(reports::Table& table, const Run& run, const std::atomic<bool>& stop) {
  Job job = job_of(run, stop);
  job.limits.nodes = std::min(job.limits.nodes, most_visits);
  switch (game_of(run.start)) {
    case Game::tree:
      return add(table, tree::Tree(tree::parse_spec(run.start.text)), run, job,
                 tree::TreeEvaluation{});
    case Game::explicit_tree:
      return add(table, epd::find_tree(tree_file(run.start)), run, job, tree::TreeEvaluation{});
    case Game::tictactoe:
      return add(table, TicTacToe{}, run, job, [](const TicTacToe&) { return Value{0}; });
    case Game::chess:
      break;
  }
  throw InputError("--trace: with lists it shows trees and games other than chess only");
}

}  // namespace plylab::search::lab
