// Several threads on one position: the values are minimax's, the limits hold, and what cannot be
// shared is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gen/chess/bitboard/bitboard.h"
#include "gen/tree/tree.h"
#include "search/core/lockstep.h"
#include "search/core/transposition_table.h"
#include "search/run/run_on.h"
#include "tests/search/search_jobs.h"
#include "tests/support/input_error_of.h"
#include "tests/support/random_trees.h"
#include "tests/support/toy_games.h"

namespace plylab::search {
namespace {

using ::testing::HasSubstr;

const chess::ValidSetup start(chess::startpos_fen);

class Threads : public ::testing::TestWithParam<const char*> {};

TEST_P(Threads, FindMinimaxsValuesInChess) {
  const auto positions = testing::search_positions(1);
  for (std::size_t i = 0; i < positions.size(); i += 9)
    for (const std::string& name : names_in(algorithms)) {
      if (find_search(name).single_thread || name == "minimax") continue;
      const auto one =
          run<chess::Chess>(positions[i], testing::search_job("alphabeta", "captures", 4));
      const auto several = run<chess::Chess>(
          positions[i],
          testing::search_job(name, "captures", 4, fmt::format("table=1,killers,{}", GetParam())));
      ASSERT_EQ(several.iterations.size(), one.iterations.size());
      for (std::size_t k = 0; k < one.iterations.size(); ++k) {
        EXPECT_EQ(several.iterations[k].value, one.iterations[k].value)
            << name << ' ' << to_string(positions[i].setup());
        testing::expect_line_to_value(positions[i], several.iterations[k], name);
      }
    }
}

TEST_P(Threads, FindMinimaxsValuesInTrees) {
  std::uint64_t by_helpers = 0;
  for (const std::string& name : names_in(algorithms)) {
    if (find_search(name).single_thread) continue;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const tree::Tree root(testing::random_spec(seed));
      const int depth = static_cast<int>(root.spec().depth);
      const auto several =
          run_on(root, tree::TreeEvaluation{},
                 testing::search_job(name, "generation", depth,
                                     fmt::format("table=1,no-deepening,{}", GetParam())));
      EXPECT_EQ(several.iterations.back().value, root.true_value())
          << name << ' ' << tree::to_string(root.spec());
      by_helpers += several.iterations.back().counts.by_helpers;
    }
  }
  EXPECT_GT(by_helpers, 0U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Threads,
                         ::testing::Values("threads=2", "threads=3", "threads=2,lazy",
                                           "threads=2,ybw", "threads=4,ybw",
                                           "threads=3,lockstep=16", "threads=3,ybw,lockstep=16"));

TEST(SeveralThreads, CountWhatAllOfThemVisit) {
  const auto one = run<chess::Chess>(start, testing::search_job("pvs", "captures", 6, "table=4"));
  const auto two =
      run<chess::Chess>(start, testing::search_job("pvs", "captures", 6, "table=4,threads=2"));
  EXPECT_GT(two.visited, one.visited / 2);
  std::uint64_t nodes = 0, deferrals = 0;
  for (const auto& iteration : two.iterations) {
    nodes += iteration.counts.nodes();
    deferrals += iteration.counts[Event::deferral];
  }
  EXPECT_GT(deferrals, 0U);
  EXPECT_EQ(two.visited, nodes);  // without quiescence both count the same
}

TEST(SeveralThreads, JoinSplitPointsWithYbwAlone) {
  const auto joins = [](const std::string& switches) {
    const auto result =
        run<chess::Chess>(start, testing::search_job("pvs", "captures", 6, switches));
    std::uint64_t sum = 0;
    for (const auto& iteration : result.iterations) sum += iteration.counts[Event::join];
    return sum;
  };
  EXPECT_GT(joins("table=4,threads=2,ybw"), 0U);
  EXPECT_EQ(joins("table=4,threads=2"), 0U);
  EXPECT_EQ(joins("table=4,threads=2,lazy"), 0U);
}

// With lockstep the threads do the same in every run, and the two helpers visit at most twice as
// much as the first one, and a turn each.
TEST(SeveralThreads, TakeTurnsInLockstep) {
  const auto search = [](const std::string& name, int depth, const std::string& switches) {
    return run<chess::Chess>(start, testing::search_job(name, "captures", depth, switches));
  };
  for (const auto& [name, depth] : {std::pair{"pvs", 5}, {"mtdf", 5}, {"selective", 8}}) {
    const Value value = search(name, depth, "table=4").iterations.back().value;
    for (const char* const way : {"", "=7", ",ybw", ",lazy"}) {
      const std::string with = fmt::format("table=4,threads=3,lockstep{}", way);
      const auto first = search(name, depth, with), second = search(name, depth, with);
      ASSERT_EQ(first.iterations.size(), second.iterations.size());
      Counters sum;
      for (std::size_t i = 0; i < first.iterations.size(); ++i) {
        const Counters& counts = first.iterations[i].counts;
        EXPECT_EQ(counts, second.iterations[i].counts) << name << ' ' << with;
        EXPECT_EQ(first.iterations[i].line, second.iterations[i].line);
        EXPECT_LE(counts.by_helpers, 2 * (counts.steps() + 7)) << name << ' ' << with;
        sum += counts;
      }
      EXPECT_GT(sum.by_helpers, 0U) << name << ' ' << with;
      EXPECT_EQ(sum.waiting, 0U);
      if (name != std::string("selective")) {
        EXPECT_EQ(first.iterations.back().value, value);
      }
    }
  }
}

// Who joins a node tests its moves against the best value there, in Scout, too.
TEST(SeveralThreads, JoinNodesWithTheBestValueThatIsKnown) {
  const chess::ValidSetup kiwipete(
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  for (const std::string name : {"scout", "pvs", "negascout", "alphabeta"}) {
    const auto visited = [&](const std::string& switches) {
      return run<chess::Chess>(kiwipete, testing::search_job(name, "captures", 4, switches))
          .visited;
    };
    EXPECT_LT(visited("table=4,threads=4,ybw,lockstep=16"), 2 * visited("table=4")) << name;
  }
}

TEST(Lockstep, GivesTurnsInOrderToThoseWhoTakePart) {
  std::string turns;
  Lockstep lockstep(3);
  for (std::size_t i = 0; i < 3; ++i) lockstep.enter(i);
  const auto take = [&](std::size_t thread, int times) {
    lockstep.wait(thread);
    for (int i = 0; i < times; ++i) {
      turns += static_cast<char>('0' + thread);
      lockstep.pass(thread);
    }
    turns += '.';
    lockstep.leave(thread);
  };
  {
    const std::jthread second([&] { take(1, 1); });
    const std::jthread third([&] { take(2, 3); });
    take(0, 2);
  }
  EXPECT_EQ(turns,
            "012"
            "0.2"
            ".2.");
  lockstep.wait(0);  // the first thread has the turn again
}

TEST(SeveralThreads, ListMovesInStagesAsOneDoes) {
  const auto listed_by_a_node = [](const std::string& switches) {
    const auto result =
        run<chess::Chess>(start, testing::search_job("pvs", "captures", 6, switches));
    Counters sum;
    for (const auto& iteration : result.iterations) sum += iteration.counts;
    return static_cast<double>(sum[Event::generated]) / static_cast<double>(sum.interiors);
  };
  const double by_one = listed_by_a_node("table=4");
  EXPECT_LT(listed_by_a_node("table=4,threads=2"), 1.1 * by_one);
}

TEST(SeveralThreads, StopAtLimits) {
  Job job = testing::search_job("selective", "see", 60, "threads=2");
  job.limits.nodes = 20'000;
  const auto by_nodes = run<chess::Chess>(start, job);
  EXPECT_GE(by_nodes.visited, job.limits.nodes);
  EXPECT_LT(by_nodes.visited, job.limits.nodes + 2 * 1024 + 1024);
  EXPECT_NE(by_nodes.best_move(), nullptr);

  job.limits.nodes = std::numeric_limits<std::uint64_t>::max();
  std::atomic<bool> stop = false;
  job.limits.stop = &stop;
  Observer<chess::Move> observer{[&](const auto& info) { stop = info.depth >= 6; }, {}};
  const auto stopped = run<chess::Chess>(start, job, {.observer = observer});
  EXPECT_TRUE(stopped.unfinished);
}

TEST(SeveralThreads, RefuseWhatTheyCannotShare) {
  const auto refusal = [](std::string name, const std::string& with, bool distinct = false) {
    Job job = testing::search_job(std::move(name), "generation", 2, with);
    job.distinct = distinct;
    return testing::input_error_of([&] { run<chess::Chess>(start, job); });
  };
  EXPECT_EQ(refusal("sss", "threads=2"),
            "sss: runs on one thread; name other searches (plylab list searches)");
  EXPECT_EQ(refusal("pvs", "threads=2"),
            "pvs: threads=2 needs a shared table: add --with table=64");
  EXPECT_THAT(refusal("pvs", "table=1,exact,threads=2"), HasSubstr("not with exact"));
  EXPECT_THAT(refusal("pvs", "table=1,lazy,ybw,threads=2"), HasSubstr("choose one"));
  EXPECT_THAT(refusal("pvs", "table=1,threads=2", true), HasSubstr("not with --distinct"));
}

// Each thread writes entries of which every part tells the position; what is found must be whole.
TEST(SharedTable, GivesOnlyWholeEntries) {
  using Tree = toys::UniformTree;
  using Entry = TTEntry<Tree::Move>;
  TranspositionTable<Tree> table(0, false, true);  // one bucket: all positions meet
  std::atomic<int> found = 0;
  const auto work = [&](unsigned seed) {
    for (unsigned i = 0; i < 20'000; ++i) {
      const unsigned number = (seed + i) % 7;
      Tree position(9, 0);
      position.make(static_cast<Tree::Move>(number));
      const auto bound = static_cast<std::int16_t>(100 * number);
      if (const auto known = table.find(position)) {
        ++found;
        ASSERT_EQ(known->lower, bound);
        ASSERT_EQ(known->depth, number + 1);
      }
      table.store(position, Entry{bound, infinity, static_cast<std::uint8_t>(number + 1), true,
                                  static_cast<Tree::Move>(number)});
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < 3; ++seed) threads.emplace_back(work, seed);
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace plylab::search
