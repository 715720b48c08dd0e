// What searches tell while they are going on, and searches that choose from some moves only.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "search/run/run.h"
#include "tests/search/search_jobs.h"

namespace plylab::search {
namespace {

using ChessInfo = SearchInfo<chess::Move>;

constexpr const char* kiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Runs the job and notes what it tells.
Result<chess::Chess> observe(const Job& job, std::vector<ChessInfo>& infos) {
  std::optional<RootChange<chess::Move>> last;
  RootContext<chess::Move> context;
  context.observer.info = [&](const ChessInfo& info) {
    EXPECT_FALSE(last.has_value());
    infos.push_back(info);
  };
  context.observer.ended = [&](const RootChange<chess::Move>* change) { last = *change; };
  auto result = run<chess::Chess>(chess::ValidSetup(kiwipete), job, context);
  EXPECT_EQ(last->move, *result.best_move());
  EXPECT_EQ(last->nodes, result.changes.back().nodes);
  return result;
}

/// Whether the info is this root change.
bool is_change(const ChessInfo& info, const RootChange<chess::Move>& change) {
  return info.depth == change.depth && info.line.front() == change.move &&
         info.value == change.value && info.nodes == change.nodes;
}

TEST(SearchInfos, AreWhatTheResultSaysInTheEnd) {
  for (const std::string& algorithm : names_in(algorithms)) {
    std::vector<ChessInfo> infos;
    const auto result = observe(testing::search_job(algorithm, "hash", 3, "table=1"), infos);
    auto info = infos.begin();
    for (const auto& iteration : result.iterations) {
      while (info + 1 < infos.end() && (info + 1)->depth == iteration.depth) {
        EXPECT_TRUE(std::any_of(result.changes.begin(), result.changes.end(),
                                [&](const auto& change) { return is_change(*info, change); }))
            << algorithm;
        ++info;
      }
      ASSERT_NE(info, infos.end()) << algorithm;
      EXPECT_EQ(info->depth, iteration.depth) << algorithm;
      EXPECT_EQ(info->value, iteration.value) << algorithm;
      EXPECT_EQ(info->line, iteration.line) << algorithm;
      ++info;
    }
    EXPECT_EQ(info, infos.end()) << algorithm;
    EXPECT_EQ(infos.back().line.front(), *result.best_move()) << algorithm;
  }
}

TEST(SearchInfos, ComeBeforeAnIterationEnds) {
  Job job = testing::search_job("pvs", "captures", 6, "table=1,quiescence");
  std::vector<ChessInfo> whole;
  const auto result = observe(job, whole);
  int ended_early = 0;
  for (const auto& change : result.changes) {
    job.limits.nodes = change.nodes + 1;
    std::vector<ChessInfo> infos;
    const auto cut = observe(job, infos);
    if (infos.empty() || !is_change(infos.back(), change)) continue;
    EXPECT_EQ(*cut.best_move(), change.move);
    EXPECT_TRUE(cut.unfinished);
    ++ended_early;
  }
  EXPECT_GE(ended_early, 5);  // one an iteration at least: its first move's value
}

TEST(RootMoves, AreAllThatASearchChoosesFrom) {
  const chess::ValidSetup position(kiwipete);
  const chess::Moves legal = chess::Mailbox(position).generate();
  for (const std::string& algorithm : names_in(algorithms)) {
    const auto value_of = [&](std::vector<chess::Move> moves) {
      const Job job = testing::search_job(algorithm, "captures", 3);
      const auto result = run<chess::Chess>(position, job, {.root_moves = moves});
      EXPECT_NE(std::find(moves.begin(), moves.end(), *result.best_move()), moves.end());
      EXPECT_EQ(*result.best_move(), result.iterations.back().line.front());
      return result.iterations.back().value;
    };
    for (std::size_t i = 0; i + 20 < legal.size(); i += 9)
      EXPECT_EQ(value_of({legal[i], legal[i + 20]}),
                std::max(value_of({legal[i]}), value_of({legal[i + 20]})))
          << algorithm;
  }
}

}  // namespace
}  // namespace plylab::search
