// What the searches visit: counts known from theory, and counts pinned so that no change goes
// unnoticed.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "gen/chess/registry.h"
#include "gen/tictactoe/tictactoe.h"
#include "gen/tree/tree.h"
#include "search/run/run_on.h"
#include "search/run/searchable_game.h"
#include "tests/search/search_jobs.h"
#include "tests/support/cases.h"
#include "tests/support/random_trees.h"
#include "tests/support/toy_games.h"

namespace plylab::search {
namespace {

using testing::search_job;

auto search_tree(const tree::Tree& root, const std::string& algorithm,
                 const std::string& switches = "no-deepening", bool visits = false) {
  Job job = search_job(algorithm, "generation", static_cast<int>(root.spec().depth), switches);
  job.visits = visits;
  return run_on(root, tree::TreeEvaluation{}, job);
}

/// Knuth and Moore 1975, theorem 1.
std::uint64_t minimal_leaves(unsigned width, unsigned depth) {
  return static_cast<std::uint64_t>(std::pow(width, depth / 2) + std::pow(width, (depth + 1) / 2) -
                                    1);
}

TEST(Counts, OfTicTacToe) {
  const auto result = run_on(tictactoe::Board(), toys::NoValue{},
                             search_job("minimax", "generation", 9, "no-deepening"));
  EXPECT_EQ(result.iterations.back().value, 0);
  EXPECT_EQ(result.iterations.back().counts.nodes(), 549946U);
}

TEST(Counts, OfThePerfectlyOrderedTree) {
  tree::Spec spec;
  spec.order = spec.quarter = 1;
  for (const unsigned width : {2U, 3U, 5U})
    for (unsigned depth = 1; depth <= 6; ++depth) {
      spec.min_width = spec.max_width = width;
      spec.depth = depth;
      for (const char* algorithm : {"alphabeta-hard", "alphabeta-soft", "pvs-hard", "pvs-soft",
                                    "negascout-1983", "negascout-1989", "negascout-soft"}) {
        const auto stats = search_tree(tree::Tree(spec), algorithm).iterations.back().counts;
        EXPECT_EQ(stats.leaves, minimal_leaves(width, depth)) << algorithm;
        EXPECT_EQ(stats.cutoffs, stats.cut_index[0]) << algorithm;
        EXPECT_EQ(stats[Event::research], 0U) << algorithm;
      }
    }
}

// The minimal tree of any uniform tree without transpositions is Knuth and Moore's: the known moves
// make every order perfect where it counts.
TEST(Counts, OfTheMinimalTree) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    tree::Spec spec;
    spec.seed = seed;
    spec.min_width = spec.max_width = 4;
    spec.depth = 4;
    spec.order = 0.3;
    Job job = search_job("alphabeta", "generation", 4, "table=1");
    job.minimal = true;
    const auto result = run_on(tree::Tree(spec), tree::TreeEvaluation{}, job);
    ASSERT_TRUE(result.minimal);
    EXPECT_EQ(result.minimal->value, result.iterations.back().value);
    std::uint64_t nodes = 0;
    for (unsigned depth = 0; depth <= 4; ++depth) nodes += minimal_leaves(4, depth);
    EXPECT_LE(result.minimal->tree, result.iterations.back().counts.nodes());
    EXPECT_GE(result.minimal->tree, nodes);
    EXPECT_LE(result.minimal->graph, result.minimal->tree);
  }
}

constexpr std::string_view kiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// What the counters' definitions imply of each other.
TEST(Counts, ArePartsAndSumsOfEachOther) {
  const auto check = [](const auto& result, const std::string& what) {
    const Counters counts = result.counts();
    const auto of = [&](Event event) { return counts[event]; };
    EXPECT_EQ(counts.nodes(), counts.interiors + counts.leaves);
    EXPECT_EQ(counts.visited(), result.visited) << what;
    EXPECT_EQ(counts.cutoffs,
              std::accumulate(counts.cut_index.begin(), counts.cut_index.end(), std::uint64_t{0}));
    EXPECT_LE(counts.cutoffs + of(Event::null_cutoff), counts.interiors) << what;
    EXPECT_LE(of(Event::hit), of(Event::probe)) << what;
    EXPECT_LE(of(Event::table_cutoff) + of(Event::tightening), of(Event::hit)) << what;
    EXPECT_LE(of(Event::etc_cutoff), of(Event::table_cutoff)) << what;
    EXPECT_LE(of(Event::null_cutoff), of(Event::null_try)) << what;
    EXPECT_LE(of(Event::picked), of(Event::generated)) << what;
    EXPECT_LE(of(Event::reduction) + of(Event::futile), of(Event::picked)) << what;
    EXPECT_LE(of(Event::research), counts.research_nodes) << what;
    EXPECT_LE(counts.research_nodes, counts.nodes()) << what;
    EXPECT_EQ(of(Event::research) == 0, counts.research_nodes == 0) << what;
    // Every node but an iteration's root is entered by a move, a second search or a null move.
    EXPECT_EQ(counts.nodes(), result.iterations.size() + of(Event::picked) - of(Event::futile) +
                                  of(Event::research) + of(Event::null_try))
        << what;
  };
  std::size_t place = 0;
  for (const std::string_view fen :
       {chess::startpos_fen, kiwipete, std::string_view("7k/5K2/6Q1/8/8/8/8/8 w - - 0 1")})
    for (const std::string& algorithm : names_in(algorithms))
      for (const char* with : {"", "table=1", "table=1,quiescence", "table=1,etc", "lmr-simple",
                               "lmr,killers,history,quiescence", "null=2,futility,lmp",
                               "checks,one-reply,recaptures"}) {
        const Switches wishes = parse_switches("", with);
        if (!misfit(algorithm, wishes).empty() || place++ % testing::stride() != 0) continue;
        Job job = search_job(algorithm, "captures", 3, with);
        check(run<chess::Chess>(chess::ValidSetup(fen), job), algorithm + " with " + with);
      }
}

// A limit may end a search between picking a move and entering its node.
TEST(Counts, AreAlsoSumsWhereALimitEndsASearch) {
  for (const std::string& algorithm : names_in(algorithms))
    for (const std::uint64_t nodes : {1, 2, 3, 10, 100, 1000, 1001, 1002, 20'000}) {
      const Switches wishes = parse_switches("", "table=1");
      if (!misfit(algorithm, wishes).empty()) continue;
      Job job = search_job(algorithm, "captures", 20, "table=1");
      job.limits.nodes = nodes;
      const auto result = run<chess::Chess>(chess::ValidSetup(kiwipete), job);
      ASSERT_TRUE(result.unfinished) << algorithm;
      const Counters counts = result.counts();
      const std::uint64_t entered = result.iterations.size() + 1 + counts[Event::picked] -
                                    counts[Event::futile] + counts[Event::research] +
                                    counts[Event::null_try];
      EXPECT_GE(entered, counts.nodes()) << algorithm << ' ' << nodes;
      EXPECT_LE(entered, counts.nodes() + 1) << algorithm << ' ' << nodes;
    }
}

// A mated root is the deepest node itself.
TEST(Counts, OfTheDeepestNode) {
  const auto deepest = [](std::string_view fen, int depth, const char* with = "") {
    const Job job = search_job("alphabeta", "captures", depth, with);
    return run<chess::Chess>(chess::ValidSetup(fen), job).iterations.back().counts.deepest;
  };
  EXPECT_EQ(deepest("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", 3), 0);
  EXPECT_EQ(deepest("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 1), 1);
  EXPECT_EQ(deepest(chess::startpos_fen, 3), 3);
  EXPECT_GT(deepest(kiwipete, 2, "quiescence"), 2);
}

/// The leaves of a search, by path.
std::set<std::vector<int>> leaves(const tree::Tree& root, const char* algorithm) {
  std::set<std::vector<int>> paths;
  const auto result = search_tree(root, algorithm, "no-deepening", true);
  for (const auto& visit : result.iterations.back().visits)
    if (visit.path.size() == root.spec().depth)
      paths.insert({visit.path.begin(), visit.path.end()});
  return paths;
}

// Stockman 1979; Roizen and Pearl 1983: SSS* dominates alpha-beta.
TEST(Counts, SssVisitsNoLeafThatAlphaBetaDoesNot) {
  std::size_t fewer = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    tree::Spec spec = testing::random_spec(seed);
    spec.merge = 0;
    const tree::Tree root(spec);
    const auto by_alpha_beta = leaves(root, "alphabeta-hard");
    const auto by_sss = leaves(root, "sss");
    EXPECT_TRUE(
        std::includes(by_alpha_beta.begin(), by_alpha_beta.end(), by_sss.begin(), by_sss.end()))
        << tree::to_string(spec);
    fewer += by_sss.size() < by_alpha_beta.size();
    // The test driver visits the leaves of SSS* (Plaat et al. 1996).
    EXPECT_EQ(leaves(root, "mt-sss"), by_sss) << tree::to_string(spec);
  }
  EXPECT_GT(fewer, 50U);
}

TEST(Counts, FailHardAndFailSoftVisitTheSameTree) {
  for (const auto& record : testing::shipped_suite("bratko-kopec")) {
    const chess::ValidSetup position(record.setup);
    const auto hard = run<chess::Chess>(position, search_job("alphabeta-hard", "captures", 4));
    const auto soft = run<chess::Chess>(position, search_job("alphabeta-soft", "captures", 4));
    EXPECT_EQ(hard.iterations.back().counts, soft.iterations.back().counts);
  }
}

// The three NegaScouts differ in what they search again, and PVS searches leaves again too.
TEST(Counts, OfSecondSearchesDifferWhereTheListingsDo) {
  std::map<std::string, std::uint64_t> again;
  for (const auto& record : testing::shipped_suite("bratko-kopec"))
    for (const char* algorithm : {"pvs-soft", "negascout-1983", "negascout-1989", "negascout-soft"})
      again[algorithm] +=
          run<chess::Chess>(chess::ValidSetup(record.setup), search_job(algorithm, "canonical", 3))
              .iterations.back()
              .counts[Event::research];
  EXPECT_GT(again["negascout-1983"], again["negascout-1989"]);
  EXPECT_GT(again["negascout-1989"], again["negascout-soft"]);
  EXPECT_GT(again["pvs-soft"], again["negascout-1989"]);
  EXPECT_GT(again["negascout-soft"], 0U);
}

TEST(Counts, AreEqualWithEveryGenerator) {
  const auto suite = testing::shipped_suite("bratko-kopec");
  for (const char* with :
       {"", "table=1,killers,history,quiescence,checks", "table=1,etc,checks,killers",
        "table=1,exact,null,razoring,extended-futility,futility,lmr-simple,quiescence"})
    for (const std::string& algorithm : names_in(algorithms)) {
      if (!misfit(algorithm, parse_switches("", with)).empty()) continue;
      for (std::size_t i = 0; i < suite.size(); i += *with == '\0' ? 1 : 8) {
        // The orderings take turns; that of the generator is the one that may differ.
        const auto& all = searchable_chess().orderings;
        const auto& ordering = all[1 + (i + i / 8) % (all.size() - 1)];
        const bool wide = algorithm == "minimax" || algorithm == "sss";
        Job job = search_job(algorithm, std::string(ordering.name), wide ? 2 : 3, with);
        const auto first = run<chess::Chess>(chess::ValidSetup(suite[i].setup), job);
        for (const std::string& generator : searchable_chess().info.generator_names()) {
          job.generator = generator;
          const auto other = run<chess::Chess>(chess::ValidSetup(suite[i].setup), job);
          ASSERT_EQ(other.iterations.back().counts, first.iterations.back().counts)
              << algorithm << ' ' << ordering.name << ' ' << generator << " with " << with;
          ASSERT_EQ(other.iterations.back().line, first.iterations.back().line);
        }
      }
    }
}

// Nodes of the last iteration over the Bratko-Kopec positions at depth 4, by captures. Whoever
// changes a search on purpose writes the new numbers here.
TEST(Counts, AreTheSignature) {
  const std::map<std::string, std::uint64_t> signature = {
      {"alphabeta-hard", 419084}, {"alphabeta-soft", 419084},
      {"aspiration", 481034},     {"mt-dual", 239456},
      {"mt-sss", 201618},         {"mtdf", 195728},
      {"negascout-1983", 447365}, {"negascout-1989", 446952},
      {"negascout-soft", 395862}, {"pvs-hard", 452726},
      {"pvs-max", 415459},        {"pvs-soft", 398548},
      {"mtd-step", 192900},       {"mtd-bi", 203188},
      {"scout", 465542},          {"sss", 190251}};
  std::map<std::string, std::uint64_t> nodes;
  for (const std::string& algorithm : names_in(algorithms)) {
    if (algorithm == "minimax") continue;  // perft's sums, which other tests know
    for (const auto& record : testing::shipped_suite("bratko-kopec"))
      nodes[algorithm] +=
          run<chess::Chess>(chess::ValidSetup(record.setup), search_job(algorithm, "captures", 4))
              .iterations.back()
              .counts.nodes();
  }
  EXPECT_EQ(nodes, signature);
}

TEST(Counts, OfDistinctPositions) {
  std::set<std::string> positions;
  chess::Mailbox board{chess::ValidSetup(chess::startpos_fen)};
  testing::for_each_path(board, 3,
                         [&](const auto& at) { positions.insert(epd_fields(at.setup())); });
  Job job = search_job("minimax", "captures", 3);
  job.distinct = true;
  const auto result = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen), job);
  EXPECT_EQ(result.iterations.back().distinct, positions.size());
  EXPECT_EQ(result.iterations.back().counts.nodes(), 1U + 20 + 400 + 8902);
}

TEST(Counts, GiveBothBranchingFactors) {
  const auto result = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen),
                                        search_job("minimax", "captures", 3));
  EXPECT_DOUBLE_EQ(result.branching_factor(0), 0);
  EXPECT_DOUBLE_EQ(result.branching_factor(1), 421.0 / 21);
  EXPECT_DOUBLE_EQ(result.branching_factor_over_two(1), 0);
  EXPECT_DOUBLE_EQ(result.branching_factor_over_two(2), std::sqrt(9323.0 / 21));
}

}  // namespace
}  // namespace plylab::search
