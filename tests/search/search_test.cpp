// Mates, limits, finished games: what the searches do at the edges.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/game/referee.h"
#include "search/run/run.h"
#include "search/run/run_on.h"
#include "tests/search/search_jobs.h"
#include "tests/support/input_error_of.h"
#include "tests/support/toy_games.h"

namespace plylab::search {
namespace {

TEST(Searches, FindMatesAndCountTheMoves) {
  for (const std::string& algorithm : names_in(algorithms)) {
    const auto one = run<chess::Chess>(chess::ValidSetup("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
                                       testing::search_job(algorithm, "hash", 2));
    EXPECT_EQ(one.iterations.back().value, mate_value - 1);
    EXPECT_EQ(mate_in(one.iterations.back().value), 1);
    const auto mated = run<chess::Chess>(chess::ValidSetup("k7/8/1K6/8/8/8/8/7R b - - 0 1"),
                                         testing::search_job(algorithm, "hash", 3));
    EXPECT_EQ(mated.iterations.back().value, -mate_value + 2);
    EXPECT_EQ(mate_in(mated.iterations.back().value), -1);
  }
}

TEST(Limits, OfNodesAreMetExactlyAndAlike) {
  for (const std::string& algorithm : names_in(algorithms))
    for (std::uint64_t nodes : {1u, 100u, 5000u, 12345u}) {
      Job limited = testing::search_job(algorithm, "hash", 20, "quiescence");
      if (algorithm == "sss") limited.switches["quiescence"] = 0;
      limited.limits.nodes = nodes;
      const auto a = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen), limited);
      limited.generator = "mailbox";
      const auto b = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen), limited);
      EXPECT_EQ(a.visited, nodes);
      ASSERT_TRUE(a.unfinished && b.unfinished);
      EXPECT_EQ(a.unfinished->counts, b.unfinished->counts);
      ASSERT_EQ(a.changes.size(), b.changes.size());
      for (std::size_t i = 0; i < a.changes.size(); ++i)
        EXPECT_EQ(a.changes[i].nodes, b.changes[i].nodes);
    }
}

// Whatever node a run is cut at, it claims only a part of what the whole run claims: its first
// iterations. Of the one that was cut there is no value.
TEST(Limits, OnlyWeakenWhatIsClaimed) {
  const chess::ValidSetup start("6k1/5ppp/8/8/8/8/r7/4K2R w K - 0 1");
  std::vector<std::string> searches = names_in(algorithms);
  searches.emplace_back("selective");
  for (const std::string& algorithm : searches) {
    Job job = testing::search_job(algorithm, "hash", 3, algorithm == "sss" ? "" : "table=1");
    const auto whole = run<chess::Chess>(start, job);
    ASSERT_FALSE(whole.unfinished);
    for (std::uint64_t nodes = 1; nodes < whole.visited; nodes += 1 + nodes / 8) {
      job.limits.nodes = nodes;
      const auto cut = run<chess::Chess>(start, job);
      const std::size_t done = cut.iterations.size();
      ASSERT_TRUE(cut.unfinished) << algorithm << ' ' << nodes;
      ASSERT_LT(done, whole.iterations.size());
      for (std::size_t i = 0; i < done; ++i) {
        EXPECT_EQ(cut.iterations[i].value, whole.iterations[i].value);
        EXPECT_EQ(cut.iterations[i].line, whole.iterations[i].line);
        EXPECT_EQ(cut.iterations[i].counts, whole.iterations[i].counts);
      }
      EXPECT_EQ(cut.unfinished->depth, whole.iterations[done].depth);
      EXPECT_LE(cut.unfinished->counts.nodes(), whole.iterations[done].counts.nodes());
      EXPECT_EQ(cut.counts().visited(), nodes);
    }
  }
}

TEST(Limits, EndASearchFromOutside) {
  std::atomic<bool> stop = true;
  Job stopped = testing::search_job("alphabeta", "captures", 30);
  stopped.limits.stop = &stop;
  const auto result = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen), stopped);
  EXPECT_TRUE(result.unfinished);
  EXPECT_LT(result.visited, 10'000U);
}

/// Values leaves, and raises a flag at one of them.
struct StopAtLeaf {
  std::uint64_t* leaves_left;
  std::atomic<bool>* stop;

  Value operator()(const toys::UniformTree& leaf) const {
    if ((*leaves_left)-- == 0) *stop = true;
    return leaf.value();
  }
};

// The minimal tree is that of a whole search or none: one from half-known moves would be larger.
TEST(Limits, AtAnyMomentLeaveTheMinimalTreeTrueOrAway) {
  const auto run_to_leaf = [](int depth, std::uint64_t leaf) {
    Job job = testing::search_job("alphabeta", "generation", depth);
    job.minimal = true;
    std::uint64_t left = leaf;
    std::atomic<bool> stop = false;
    job.limits.stop = &stop;
    const auto result = run_on(toys::UniformTree(8, 2), StopAtLeaf{&left, &stop}, job);
    return std::pair(result, leaf - left);
  };
  constexpr int depth = 6;
  constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t leaves = run_to_leaf(depth, never).second;
  int whole = 0, missing = 0;
  // The smallest trees are whole before the budget is asked the first time.
  for (std::uint64_t leaf = 0; leaf < leaves; leaf += leaf < 100 ? 4 : leaves / 100) {
    const auto stopped = run_to_leaf(depth, leaf).first;
    ++(stopped.minimal ? whole : missing);
    if (!stopped.minimal) continue;
    const auto expected = run_to_leaf(stopped.last_finished()->depth, never).first.minimal;
    EXPECT_EQ(stopped.minimal->tree, expected->tree) << "stopped at leaf " << leaf;
    EXPECT_EQ(stopped.minimal->tree_leaves, expected->tree_leaves);
    EXPECT_EQ(stopped.minimal->value, expected->value);
  }
  EXPECT_GT(whole, 10);
  EXPECT_GT(missing, 10);
}

constexpr const char* mate_in_ten =  // by checks alone (J. B. Nielsen, "Dabbaba", 1998)
    "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1";

/// A mate that the search of checks proves ends the search before its first iteration.
TEST(MateSearch, EndsTheSearchByAMate) {
  Job job = testing::search_job("selective", "default", 20, "mate-search");
  job.limits.nodes = 100'000;
  const auto result = run<chess::Chess>(chess::ValidSetup(mate_in_ten), job);
  ASSERT_EQ(result.iterations.size(), 1U);
  EXPECT_EQ(result.iterations[0].depth, 0);
  EXPECT_EQ(result.iterations[0].line.size(), 19U);
  EXPECT_EQ(mate_in(result.iterations[0].value), 10);
  ASSERT_EQ(result.changes.size(), 1U);
  EXPECT_EQ(result.changes[0].nodes, result.visited);
  EXPECT_EQ(result.iterations[0].counts.nodes(), result.visited);
  EXPECT_LT(result.visited, 20'000U);
}

/// Otherwise the search is the same, and the visits of both count against the limit.
TEST(MateSearch, LeavesTheSearchAsItIsWithoutAMate) {
  const chess::ValidSetup start(testing::shipped_suite("bratko-kopec")[1].setup);
  const auto with = run<chess::Chess>(start, testing::search_job("pvs", "see", 4, "mate-search"));
  const auto without = run<chess::Chess>(start, testing::search_job("pvs", "see", 4));
  EXPECT_EQ(with.iterations.size(), 4U);
  EXPECT_EQ(with.iterations.back().counts, without.iterations.back().counts);
  EXPECT_GT(with.visited, without.visited);

  Job limited = testing::search_job("pvs", "see", 20, "mate-search");
  limited.limits.nodes = 5'000;
  EXPECT_EQ(run<chess::Chess>(start, limited).visited, 5'000U);
}

TEST(MateSearch, AnnouncesNoMateThatTheFiftyMoveRulePrevents) {
  std::string late = mate_in_ten;
  late.replace(late.rfind("0 1"), 3, "82 60");
  Job job = testing::search_job("selective", "default", 1, "mate-search");
  EXPECT_EQ(run<chess::Chess>(chess::ValidSetup(late), job).iterations.back().depth, 1);
}

TEST(Searches, OfAFinishedGameHaveAValueAndNoMove) {
  for (const std::string& algorithm : names_in(algorithms)) {
    const auto mated = run<chess::Chess>(chess::ValidSetup("R6k/8/6K1/8/8/8/8/8 b - - 0 1"),
                                         testing::search_job(algorithm, "hash", 2));
    EXPECT_EQ(mated.iterations.back().value, -mate_value);
    EXPECT_EQ(mated.best_move(), nullptr);
    EXPECT_TRUE(mated.iterations.back().line.empty());
  }
}

/// The searches of the root without those of single moves.
auto of_the_whole_root(const Result<chess::Chess>& result) {
  auto searches = result.root_searches;
  std::erase_if(searches, [](const auto& search) { return search.place > 0; });
  return searches;
}

TEST(Searches, KeepTheirRootSearchesForTheTrace) {
  const auto plain = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen),
                                       testing::search_job("alphabeta", "captures", 4));
  const auto whole = of_the_whole_root(plain);
  ASSERT_EQ(whole.size(), 4U);  // one an iteration
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(whole[i].value, plain.iterations[i].value);
    EXPECT_EQ(whole[i].line, plain.iterations[i].line);
  }
  // MTD(f) closes in: the least failing high and the greatest failing low meet at the value.
  const auto mtdf = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen),
                                      testing::search_job("mtdf", "captures", 4));
  std::optional<Value> lower, upper;
  for (const auto& search : mtdf.root_searches) {
    if (search.depth != 4) continue;
    EXPECT_EQ(search.beta, search.alpha + 1);
    if (search.value >= search.beta) lower = std::max(lower.value_or(-infinity), search.value);
    if (search.value <= search.alpha) upper = std::min(upper.value_or(infinity), search.value);
  }
  EXPECT_EQ(lower, mtdf.iterations.back().value);
  EXPECT_EQ(upper, mtdf.iterations.back().value);
  EXPECT_GT(mtdf.switches["table"], 0);
}

// Each improvement is noted with the move's place in the order, and the last one with the line that
// the iteration ends with.
TEST(Searches, KeepTheRootsBestMovesForTheTrace) {
  for (const char* algorithm : {"alphabeta", "pvs", "selective"}) {
    const auto result = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen),
                                          testing::search_job(algorithm, "captures", 5));
    for (const auto& iteration : result.iterations) {
      const RootSearch<chess::Move>* last = nullptr;
      std::size_t place = 0;
      for (const auto& search : result.root_searches) {
        if (search.depth != iteration.depth || search.place == 0) continue;
        EXPECT_GE(search.place, place);
        place = search.place;
        if (search.value < search.beta) last = &search;
      }
      ASSERT_NE(last, nullptr) << algorithm << iteration.depth;
      EXPECT_EQ(last->value, iteration.value);
      EXPECT_EQ(last->line.front(), iteration.line.front());
    }
  }
}

TEST(Searches, ShowTheWindowThatTheySearched) {
  int null_windows = 0;
  for (const std::string& algorithm : names_in(algorithms)) {
    const auto result = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen),
                                          testing::search_job(algorithm, "generation", 4));
    for (const auto& search : result.root_searches) {
      EXPECT_LT(search.alpha, search.beta) << algorithm;
      null_windows += search.beta == search.alpha + 1;
    }
  }
  EXPECT_GT(null_windows, 10);
}

TEST(Searches, OfAspirationFailBeforeTheyOpenTheWindow) {
  // The queen is lost in the second ply: the value falls out of the window around the first one.
  const auto result = run<chess::Chess>(chess::ValidSetup("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1"),
                                        testing::search_job("aspiration", "captures", 2));
  const auto whole = of_the_whole_root(result);
  ASSERT_EQ(whole.size(), 3U);
  EXPECT_LE(whole[1].value, whole[1].alpha);
  EXPECT_EQ(whole[2].value, result.iterations[1].value);
  EXPECT_EQ(result.iterations[1].counts[Event::research], 1U);
  EXPECT_GT(result.iterations[1].counts.research_nodes, 0U);
}

TEST(Jobs, OfUnknownNamesAreRefused) {
  const auto error_of = [](const Job& job) {
    return testing::input_error_of(
        [&] { run<chess::Chess>(chess::ValidSetup(chess::startpos_fen), job); });
  };
  Job job = testing::search_job("alphabeta", "captures", 1);
  EXPECT_EQ(error_of(job), "no error");
  job.algorithm = "gammadelta";
  EXPECT_THAT(error_of(job), ::testing::StartsWith("search: no 'gammadelta'; there are minimax, "));
  job = testing::search_job("alphabeta", "best", 1);
  EXPECT_EQ(error_of(job),
            "ordering: no 'best'; there are generation, canonical, captures, see, gain, classes, "
            "direction, ranked, hash");
  job = testing::search_job("alphabeta", "captures", 1);
  job.evaluation = "nn";
  EXPECT_THAT(error_of(job), ::testing::HasSubstr("no 'nn'; there are material, "));
}

TEST(Sss, EndsWithWhatItHasWhereTheTreeIsTooLarge) {
  const auto result = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen),
                                        testing::search_job("sss", "captures", 12));
  ASSERT_TRUE(result.unfinished);
  const auto& end = *result.unfinished;
  EXPECT_EQ(end.obstacle, "more than 4000000 nodes would have to be kept");
  ASSERT_NE(result.last_finished(), nullptr);
  EXPECT_EQ(result.last_finished()->depth, end.depth - 1);
  EXPECT_GE(end.depth, 5);
  const auto other = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen),
                                       testing::search_job("alphabeta", "captures", end.depth - 1));
  EXPECT_EQ(result.last_finished()->value, other.iterations.back().value);
  EXPECT_FALSE(other.unfinished);
}

TEST(GameHistory, KnowsRepetition) {
  GameHistory game{chess::Mailbox(chess::ValidSetup(chess::startpos_fen))};
  for (int round = 0; round < 2; ++round)
    for (const char* text : {"Nf3", "Nf6", "Ng1", "Ng8"}) {
      EXPECT_EQ(game.outcome(), Outcome::ongoing);
      game.play(parse_move(game.position(), text));
    }
  EXPECT_EQ(game.occurrences(), 3U);
  EXPECT_EQ(game.outcome(), Outcome::draw);
  game.take_back();
  EXPECT_EQ(game.outcome(), Outcome::ongoing);
  EXPECT_EQ(game.plies(), 7U);
}

}  // namespace
}  // namespace plylab::search
