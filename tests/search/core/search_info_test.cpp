// What searches tell while they are going on, and searches that choose from some moves only.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "search/run.h"
#include "tests/search/search_jobs.h"

namespace plylab::search {
namespace {

using ChessFinding = Finding<chess::Move>;

constexpr const char* kiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Runs the job and notes what it tells.
Result observe(Job job, std::vector<ChessFinding>& findings) {
  std::optional<RootChange<chess::Move>> last;
  job.observer.found = [&](const ChessFinding& finding) {
    EXPECT_FALSE(last.has_value());
    findings.push_back(finding);
  };
  job.observer.ended = [&](const RootChange<chess::Move>* change) { last = *change; };
  const Result result = run(chess::Setup(kiwipete), job);
  EXPECT_EQ(last->move, *result.best_move());
  EXPECT_EQ(last->nodes, result.changes.back().nodes);
  return result;
}

/// Whether the finding is this root change.
bool is_change(const ChessFinding& finding, const RootChange<chess::Move>& change) {
  return finding.depth == change.depth && finding.line.front() == change.move &&
         finding.value == change.value && finding.nodes == change.nodes;
}

TEST(Findings, AreWhatTheResultSaysInTheEnd) {
  for (const std::string& algorithm : names_in(algorithms)) {
    std::vector<ChessFinding> findings;
    const Result result = observe(testing::search_job(algorithm, "hash", 3, "table=1"), findings);
    auto finding = findings.begin();
    for (const auto& iteration : result.iterations) {
      while (finding + 1 < findings.end() && (finding + 1)->depth == iteration.depth) {
        EXPECT_TRUE(std::any_of(result.changes.begin(), result.changes.end(),
                                [&](const auto& change) { return is_change(*finding, change); }))
            << algorithm;
        ++finding;
      }
      ASSERT_NE(finding, findings.end()) << algorithm;
      EXPECT_EQ(finding->depth, iteration.depth) << algorithm;
      EXPECT_EQ(finding->value, iteration.value) << algorithm;
      EXPECT_EQ(finding->line, iteration.line) << algorithm;
      ++finding;
    }
    EXPECT_EQ(finding, findings.end()) << algorithm;
    EXPECT_EQ(findings.back().line.front(), *result.best_move()) << algorithm;
  }
}

TEST(Findings, ComeBeforeAnIterationEnds) {
  Job job = testing::search_job("pvs", "captures", 6, "table=1,quiescence");
  std::vector<ChessFinding> whole;
  const Result result = observe(job, whole);
  int ended_early = 0;
  for (const auto& change : result.changes) {
    job.limits.nodes = change.nodes + 1;
    std::vector<ChessFinding> findings;
    const Result cut = observe(job, findings);
    if (findings.empty() || !is_change(findings.back(), change)) continue;
    EXPECT_EQ(*cut.best_move(), change.move);
    EXPECT_FALSE(cut.iterations.back().complete);
    ++ended_early;
  }
  EXPECT_GE(ended_early, 5);  // one an iteration at least: its first move's value
}

TEST(RootMoves, AreAllThatASearchChoosesFrom) {
  const chess::Setup position(kiwipete);
  const chess::Moves legal = chess::Mailbox(position).generate();
  for (const std::string& algorithm : names_in(algorithms)) {
    const auto value_of = [&](std::vector<chess::Move> moves) {
      Job job = testing::search_job(algorithm, "captures", 3);
      job.root_moves = moves;
      const Result result = run(position, job);
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
