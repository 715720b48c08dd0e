// Which positions two searches share.
#include "search/lab/overlap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "gen/tree/spec.h"
#include "search/run/registry.h"
#include "tests/search/lab/traced_run.h"
#include "tests/support/cases.h"
#include "tests/support/input_error_of.h"
#include "tests/support/random_trees.h"

namespace plylab::search::lab {
namespace {

using testing::traced_run;
using Visits = std::vector<Visit<std::string>>;

/// The visits of the last iteration, and how many different positions the search itself counts.
struct Searched {
  Visits visits;
  std::uint64_t distinct;
};
Searched searched(lab::Run run) {
  run.job.visits = run.job.distinct = true;
  const TextResult result = run.game->run(run.start.position, {}, run.job, MoveStyle::words);
  return {result.iterations.back().visits, result.iterations.back().distinct};
}

std::uint64_t sum(const VisitedAlone& alone) {
  return std::accumulate(alone.begin(), alone.end(), std::uint64_t{0});
}
std::uint64_t of(const VisitedAlone& alone, Unvisited reason) {
  return alone[static_cast<std::size_t>(reason)];
}

/// The same numbers by sets: the slow, obvious way.
Shared by_sets(const Visits& first, const Visits& second, auto&& holds) {
  std::set<Key> a, b, both;
  for (const auto& visit : first)
    if (holds(visit)) a.insert(visit.key);
  for (const auto& visit : second)
    if (holds(visit)) b.insert(visit.key);
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  return {a.size(), b.size(), both.size()};
}

void expect_consistent(const Searched& a, const Searched& b, const std::string& what) {
  const Overlap overlap = overlap_of(a.visits, b.visits);
  EXPECT_EQ(overlap.positions.first, a.distinct) << what;
  EXPECT_EQ(overlap.positions.second, b.distinct) << what;
  EXPECT_EQ(overlap.positions, by_sets(a.visits, b.visits, [](const VisitFacts&) { return true; }))
      << what;
  EXPECT_EQ(overlap.leaves,
            by_sets(a.visits, b.visits, [](const VisitFacts& visit) { return visit.depth == 0; }))
      << what;
  for (std::size_t ply = 0; ply < overlap.plies.size(); ++ply)
    EXPECT_EQ(overlap.plies[ply],
              by_sets(a.visits, b.visits,
                      [&](const VisitFacts& visit) { return visit.ply == static_cast<int>(ply); }))
        << what;
  EXPECT_EQ(sum(overlap.by_first), overlap.positions.first - overlap.positions.both) << what;
  EXPECT_EQ(sum(overlap.by_second), overlap.positions.second - overlap.positions.both) << what;
  const Overlap turned = overlap_of(b.visits, a.visits);
  EXPECT_EQ(turned.by_first, overlap.by_second) << what;
  EXPECT_EQ(turned.by_second, overlap.by_first) << what;
  const Overlap same = overlap_of(a.visits, a.visits);
  EXPECT_EQ(same.positions, (Shared{a.distinct, a.distinct, a.distinct})) << what;
  EXPECT_EQ(sum(same.by_first) + sum(same.by_second), 0) << what;
}

TEST(Overlap, CountsWhatSetsCount) {
  for (std::uint64_t seed = 1; seed <= testing::cases<std::uint64_t>(20); ++seed) {
    const tree::Spec spec = testing::random_spec(seed);
    const auto search = [&](const std::string& algorithm) {
      return searched(traced_run("synthetic-tree", tree::to_string(spec), algorithm,
                                 static_cast<int>(spec.depth)));
    };
    const Searched first = search("pvs-soft");
    for (const std::string& algorithm : names_in(every_algorithm))
      expect_consistent(first, search(algorithm), algorithm + ' ' + tree::to_string(spec));
  }
  for (const char* with : {"plain", "table=1", "table=1,null=2,lmr,checks,quiescence"})
    expect_consistent(searched(traced_run("chess", "kiwipete", "alphabeta", 3)),
                      searched(traced_run("chess", "kiwipete", "pvs", 3, with)), with);
}

// Knuth and Moore 1975: alpha-beta visits a part of minimax's tree, and leaves out nothing but what
// it cuts off.
TEST(Overlap, AlphaBetaVisitsAPartOfMinimax) {
  for (const auto& [game, position, depth] :
       {std::tuple("synthetic-tree", "tree(width=4,depth=5,order=0.5)", 5),
        std::tuple("explicit-tree", "pvs-report", 3), std::tuple("chess", "kiwipete", 2)}) {
    const Overlap overlap =
        overlap_of(searched(traced_run(game, position, "minimax", depth)).visits,
                   searched(traced_run(game, position, "alphabeta", depth)).visits);
    EXPECT_EQ(overlap.positions.second, overlap.positions.both) << game;
    EXPECT_GT(overlap.positions.first, overlap.positions.both) << game;
    EXPECT_EQ(sum(overlap.by_second), 0) << game;
    // Minimax's window is open everywhere.
    EXPECT_EQ(sum(overlap.by_first), of(overlap.by_first, Unvisited::window)) << game;
  }
}

// Reinefeld 1983: where no position occurs twice, NegaScout visits nothing that alpha-beta prunes,
// and PVS neither. Scout does.
TEST(Overlap, NegaScoutVisitsAPartOfAlphaBeta) {
  std::size_t beyond = 0;  // trees in which Scout visits more
  const auto trees = testing::cases<std::uint64_t>(40);
  for (std::uint64_t seed = 1; seed <= trees; ++seed) {
    tree::Spec spec = testing::random_spec(seed);
    spec.min_width += 1;
    spec.max_width += 1;
    spec.depth = 4;
    spec.merge = 0;
    const auto visits = [&](const std::string& algorithm) {
      return searched(traced_run("synthetic-tree", tree::to_string(spec), algorithm, 4)).visits;
    };
    const Visits alphabeta = visits("alphabeta");
    for (const char* algorithm : {"negascout-1983", "negascout-1989", "negascout-soft", "pvs-hard",
                                  "pvs-soft", "pvs-max"}) {
      const Shared positions = overlap_of(alphabeta, visits(algorithm)).positions;
      EXPECT_EQ(positions.second, positions.both) << algorithm << ' ' << tree::to_string(spec);
    }
    const Shared positions = overlap_of(alphabeta, visits("scout")).positions;
    beyond += positions.second > positions.both;
  }
  EXPECT_GT(5 * beyond, trees);
}

// Knuth and Moore 1975: with the best moves first alpha-beta visits the minimal tree, and all that
// it visits besides follows from its order.
TEST(Overlap, AlphaBetaVisitsTheMinimalTree) {
  const auto beside_minimal = [](const std::string& game, const std::string& position,
                                 const std::string& algorithm, int depth, const std::string& with) {
    lab::Run run = traced_run(game, position, algorithm, depth, with);
    run.job.minimal = run.job.visits = true;
    const TextResult result = run.game->run(run.start.position, {}, run.job, MoveStyle::words);
    EXPECT_EQ(result.minimal_visits.size(),
              result.switches["table"] > 0 ? result.minimal->graph : result.minimal->tree);
    const std::atomic<bool> stop = false;
    const std::vector<Overlap> all = overlaps({run}, "auto", stop);
    EXPECT_EQ(all.size(), 1U);
    EXPECT_EQ(all.front().positions,
              overlap_of(result.iterations.back().visits, result.minimal_visits).positions);
    return all.front();
  };
  const Overlap best = beside_minimal("synthetic-tree", "tree(width=4,depth=5,order=1)",
                                      "alphabeta", 5, "no-deepening");
  EXPECT_EQ(best.second, "minimal tree");
  EXPECT_EQ(best.positions.first, best.positions.both);
  EXPECT_EQ(best.positions.second, best.positions.both);
  EXPECT_EQ(best.leaves.both, 4 * 4 * 4 + 4 * 4 - 1);
  const Overlap other = beside_minimal("synthetic-tree", "tree(width=4,depth=5,order=0.3)",
                                       "alphabeta", 5, "no-deepening");
  EXPECT_EQ(other.positions.second, other.positions.both);
  EXPECT_GT(sum(other.by_first), 0);
  EXPECT_EQ(sum(other.by_first),
            of(other.by_first, Unvisited::order) + of(other.by_first, Unvisited::window));
  EXPECT_EQ(beside_minimal("chess", "kiwipete", "pvs", 3, "table=1").second, "minimal graph");
}

// Plaat et al. 1996: MT-SSS* visits the leaves of SSS*, and so its positions.
TEST(Overlap, MtSssVisitsTheLeavesOfSss) {
  for (std::uint64_t seed = 1; seed <= testing::cases<std::uint64_t>(20); ++seed) {
    const tree::Spec spec = testing::random_spec(seed);
    const auto search = [&](const std::string& algorithm, const char* with) {
      return searched(traced_run("synthetic-tree", tree::to_string(spec), algorithm,
                                 static_cast<int>(spec.depth), with));
    };
    const Overlap overlap = overlap_of(search("mt-sss", "no-deepening,table=1").visits,
                                       search("sss", "no-deepening").visits);
    EXPECT_EQ(overlap.leaves.first, overlap.leaves.both) << tree::to_string(spec);
    EXPECT_EQ(overlap.leaves.second, overlap.leaves.both) << tree::to_string(spec);
    EXPECT_EQ(sum(overlap.by_first), of(overlap.by_first, Unvisited::list));
  }
}

TEST(Overlap, TellsTheReason) {
  const auto alone = [](const std::string& one, const char* with, const std::string& other,
                        const char* other_with, int depth = 3) {
    return overlap_of(searched(traced_run("chess", "kiwipete", one, depth, with)).visits,
                      searched(traced_run("chess", "kiwipete", other, depth, other_with)).visits);
  };
  // A table leaves out nodes, but the positions below were visited elsewhere.
  const Overlap by_table = alone("pvs", "no-deepening", "pvs", "no-deepening,table=16", 4);
  EXPECT_EQ(sum(by_table.by_first) + sum(by_table.by_second), 0U);
  // A null move leaves out all moves of a node, and lmr looks less deep.
  EXPECT_GT(
      of(alone("pvs", "no-deepening", "pvs", "no-deepening,null=2", 4).by_first, Unvisited::pruned),
      0);
  EXPECT_GT(
      of(alone("pvs", "no-deepening", "pvs", "no-deepening,lmr", 4).by_first, Unvisited::depth), 0);
  // Another order cuts off by other moves. Not by a table, which there is not.
  lab::Run sorted = traced_run("chess", "kiwipete", "alphabeta", 3);
  sorted.job.ordering = "see";
  const Overlap by_order = overlap_of(
      searched(traced_run("chess", "kiwipete", "alphabeta", 3)).visits, searched(sorted).visits);
  EXPECT_GT(of(by_order.by_first, Unvisited::order), 0);
  EXPECT_EQ(of(by_order.by_first, Unvisited::table) + of(by_order.by_first, Unvisited::depth) +
                of(by_order.by_first, Unvisited::pruned),
            0);
}

/// A finished visit with the window (-10, 10).
VisitFacts facts(int ply, int depth, Key key) {
  return {.alpha = -10,
          .beta = 10,
          .given_alpha = -10,
          .given_beta = 10,
          .ply = ply,
          .depth = depth,
          .key = key,
          .finished = true};
}

// The visits of a root and of one child, "a", "b" or both, by keys of their own.
Visits two_plies(const VisitFacts& above, const std::string& children) {
  Visits visits{{above, {}}};
  for (const char child : children) {
    const std::string move(1, child);
    VisitFacts below = facts(1, above.depth - 1, {2, static_cast<std::uint64_t>(child)});
    below.parent = 0;
    visits.push_back({below, {move}});
  }
  return visits;
}

TEST(Overlap, ReadsTheReasonOffTheNodeAbove) {
  const VisitFacts whole = facts(0, 3, {1, 1});
  const auto reason = [&](const VisitFacts& other) {
    const Overlap overlap = overlap_of(two_plies(whole, "ab"), two_plies(other, "a"));
    EXPECT_EQ(sum(overlap.by_first), 1U);
    EXPECT_EQ(sum(overlap.by_second), 0U);
    const auto one = std::ranges::find(overlap.by_first, 1U);
    return static_cast<Unvisited>(one - overlap.by_first.begin());
  };
  EXPECT_EQ(reason(whole), Unvisited::pruned);
  VisitFacts other = whole;
  other.cutoff = true;
  EXPECT_EQ(reason(other), Unvisited::order);
  other.given_beta = 11;
  EXPECT_EQ(reason(other), Unvisited::order);
  other.given_beta = 9;
  EXPECT_EQ(reason(other), Unvisited::window);
  other.by_table = true;
  EXPECT_EQ(reason(other), Unvisited::table);
  other.depth = 2;
  EXPECT_EQ(reason(other), Unvisited::depth);
}

TEST(Overlap, SumsOverTheStartsForEachTwoSearches) {
  std::vector<lab::Run> runs;
  for (const char* position : {"kiwipete", "startpos"})
    for (const char* algorithm : {"minimax", "alphabeta", "pvs"})
      runs.push_back(traced_run("chess", position, algorithm, 2));
  const std::atomic<bool> stop = false;
  const std::vector<Overlap> all = overlaps(runs, "", stop);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].first, "minimax");
  EXPECT_EQ(all[1].second, "pvs");
  Overlap sum;
  for (const char* position : {"kiwipete", "startpos"})
    sum += overlap_of(searched(traced_run("chess", position, "minimax", 2)).visits,
                      searched(traced_run("chess", position, "pvs", 2)).visits);
  EXPECT_EQ(all[1].starts, 2U);
  EXPECT_EQ(all[1].positions, sum.positions);
  EXPECT_EQ(all[1].plies, sum.plies);
  EXPECT_EQ(all[1].by_first, sum.by_first);
}

TEST(Overlap, IsOfTheDeepestIterationThatBothFinish) {
  lab::Run limited = traced_run("chess", "kiwipete", "pvs", 5, "");
  limited.job.limits.nodes = 3000;
  const lab::Run whole = traced_run("chess", "kiwipete", "alphabeta", 2, "");
  const std::atomic<bool> stop = false;
  const std::vector<Overlap> all = overlaps({limited, whole}, "", stop);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].plies.size(), 3U);
}

TEST(Overlap, RefusesASingleSearchAndTooLargeOnes) {
  const std::atomic<bool> stop = false;
  const lab::Run one = traced_run("chess", "kiwipete", "pvs", 2);
  EXPECT_EQ(testing::input_error_of([&] { check_overlap({one}); }),
            "--overlap: needs two searches, such as --algo pvs,mtdf, or --minimal");
  check_overlap({one, one});
  const lab::Run large = traced_run("chess", "kiwipete", "minimax", 5);
  EXPECT_EQ(
      testing::input_error_of([&] {
        overlaps({large, large}, "", stop);
      }),
      "--overlap: minimax visits more than 500000 positions of kiwipete: use a smaller --depth");
}

}  // namespace
}  // namespace plylab::search::lab
