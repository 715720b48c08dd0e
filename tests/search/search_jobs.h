// What the tests of the searches share: positions, jobs, and the check of a principal variation.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/base/names.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/registry.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/run/registry.h"
#include "search/run/run.h"
#include "tests/support/random_games.h"

namespace plylab::testing {

/// Small positions of all kinds: the suites' and random games'.
inline std::vector<chess::ValidSetup> search_positions(int from_games) {
  std::vector<chess::ValidSetup> all;
  for (const char* suite : {"perft", "bratko-kopec", "seeds", "demo"})
    for (const auto& record : shipped_suite(suite)) all.emplace_back(record.setup);
  random_positions(from_games * 40, 120, [&](const auto& setup, const auto&, auto) {
    if (setup.fullmove % 20 == 0) all.emplace_back(setup);
  });
  return all;
}

inline search::Job search_job(std::string algorithm, std::string ordering, int depth,
                              const std::string& switches = "") {
  search::Job job;
  job.algorithm = std::move(algorithm);
  job.ordering = std::move(ordering);
  job.switches = search::parse_switches("switches", switches);
  job.limits.depth = depth;
  return job;
}

/// Calls test(entry) for every algorithm in the registry.
template <class F>
void for_each_search(F&& test) {
  std::apply([&](const auto&... entry) { (test(entry), ...); }, search::algorithms);
}

template <class Entry>
using SearchOf = typename std::decay_t<Entry>::Search;

/// The line must be legal, end at the horizon or with the game, and at a static value that is the
/// root's. For pst without quiescence and extensions.
template <class Iteration>
void expect_line_to_value(const chess::ValidSetup& position, const Iteration& iteration,
                          const std::string& who) {
  const std::string where = who + ' ' + to_string(position.setup());
  chess::Mailbox board(position);
  if (outcome(board) != Outcome::ongoing) return;
  for (const chess::Move move : iteration.line) {
    const auto legal = board.generate();
    ASSERT_NE(std::find(legal.begin(), legal.end(), move), legal.end()) << where;
    board.make(move);
  }
  const auto ply = static_cast<int>(iteration.line.size());
  const Outcome end = outcome(board);
  if (ply < iteration.depth) {
    EXPECT_NE(end, Outcome::ongoing) << where;
  }
  const search::Value value =
      end != Outcome::ongoing ? search::value_of(end, ply) : search::ChessEvaluation("pst")(board);
  EXPECT_EQ(ply % 2 == 0 ? value : -value, iteration.value) << where;
}

}  // namespace plylab::testing
