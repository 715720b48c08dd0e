// The types of a search's nodes, against Knuth and Moore's definition and formulas.
#include "search/core/type_counter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/chess/registry.h"
#include "gen/tictactoe/tictactoe.h"
#include "gen/tree/games.h"
#include "search/run/run.h"
#include "tests/search/search_jobs.h"
#include "tests/support/cases.h"
#include "tests/support/random_trees.h"

namespace plylab::search {
namespace {

using testing::search_job;

constexpr std::array types{NodeType::pv, NodeType::cut, NodeType::all};

auto search_tree(const tree::Spec& spec, const std::string& algorithm, bool visits = false) {
  Job job = search_job(algorithm, "generation", static_cast<int>(spec.depth), "no-deepening");
  job.types = true;
  job.visits = visits;
  return run<tree::SyntheticTree>(spec, job).iterations.back();
}

tree::Spec perfect(unsigned width, unsigned depth) {
  tree::Spec spec;
  spec.order = spec.quarter = 1;
  spec.min_width = spec.max_width = width;
  spec.depth = depth;
  return spec;
}

std::uint64_t power(unsigned width, std::size_t exponent) {
  std::uint64_t result = 1;
  for (std::size_t i = 0; i < exponent; ++i) result *= width;
  return result;
}

const std::vector<std::string> drivers = {"mtdf", "mt-sss", "mt-dual", "mtd-step", "mtd-bi"};

bool is_driver(const std::string& algorithm) {
  return std::ranges::find(drivers, algorithm) != drivers.end();
}

template <class Test>
void for_each_perfect_tree(Test&& test) {
  for (const unsigned width : {1U, 2U, 3U, 5U})
    for (unsigned depth = 1; depth <= 6; ++depth) test(width, perfect(width, depth));
}

// Knuth and Moore 1975, theorem 1 and its proof: of width b, ply l of the critical tree has 1 node
// of type 1, b^⌈l/2⌉ − 1 of type 2 and b^⌊l/2⌋ − 1 of type 3.
TEST(NodeTypes, OfThePerfectlyOrderedTreeAreKnuthAndMoores) {
  for_each_perfect_tree([](unsigned width, const tree::Spec& spec) {
    for (const std::string& algorithm : names_in(algorithms)) {
      if (is_driver(algorithm) || algorithm == "minimax") continue;
      const auto found = search_tree(spec, algorithm);
      ASSERT_EQ(found.types.plies.size(), spec.depth + 1) << algorithm;
      std::uint64_t leaves = 0;
      for (std::size_t ply = 0; ply <= spec.depth; ++ply) {
        const TypeTallies& tallies = found.types.plies[ply];
        EXPECT_EQ(tallies[NodeType::pv].nodes, 1U) << algorithm;
        EXPECT_EQ(tallies[NodeType::cut].nodes, power(width, (ply + 1) / 2) - 1) << algorithm;
        EXPECT_EQ(tallies[NodeType::all].nodes, power(width, ply / 2) - 1) << algorithm;
        const bool has_values = algorithm != "sss";  // its nodes have no windows
        for (const NodeType type : types) {
          EXPECT_EQ(tallies[type].outside, 0U) << algorithm;
          if (has_values) {
            EXPECT_EQ(tallies[type].turned_out(type), tallies[type].nodes) << algorithm;
          }
          if (ply == spec.depth) leaves += tallies[type].nodes;
        }
      }
      EXPECT_EQ(leaves, power(width, (spec.depth + 1) / 2) + power(width, spec.depth / 2) - 1);
      EXPECT_EQ(leaves, found.counts.leaves) << algorithm;
    }
  });
}

// A test driver that visits such a tree has two passes, one that fails high and one that fails low.
// Both visit a part of the critical tree with the principal variation, which is of neither type 2
// nor 3 there.
TEST(NodeTypes, OfATestDriverAreThoseOfTwoSolutionTrees) {
  for_each_perfect_tree([](unsigned width, const tree::Spec& spec) {
    for (const std::string& algorithm : drivers) {
      const auto found = search_tree(spec, algorithm);
      for (std::size_t ply = 0; ply <= spec.depth; ++ply) {
        const TypeTallies& tallies = found.types.plies[ply];
        EXPECT_EQ(tallies[NodeType::pv].nodes, 0U) << algorithm;
        EXPECT_EQ(tallies[NodeType::cut].nodes, power(width, (ply + 1) / 2)) << algorithm;
        EXPECT_EQ(tallies[NodeType::all].nodes, power(width, ply / 2)) << algorithm;
        for (const NodeType type : types) {
          EXPECT_EQ(tallies[type].outside, 0U) << algorithm;
          EXPECT_EQ(tallies[type].turned_out(type), tallies[type].nodes) << algorithm;
        }
      }
    }
  });
}

TEST(NodeTypes, OfMinimaxAreOutsideTheCriticalTreeButForIt) {
  for_each_perfect_tree([](unsigned width, const tree::Spec& spec) {
    const auto found = search_tree(spec, "minimax");
    for (std::size_t ply = 0; ply <= spec.depth; ++ply) {
      std::uint64_t nodes = 0, outside = 0;
      for (const NodeType type : types) {
        nodes += found.types.plies[ply][type].nodes;
        outside += found.types.plies[ply][type].outside;
      }
      EXPECT_EQ(nodes, power(width, ply));
      EXPECT_EQ(nodes - outside, power(width, (ply + 1) / 2) + power(width, ply / 2) - 1);
    }
  });
}

/// The moves to a visit by their places, 0 for the first: Dewey's decimal.
using Decimal = std::vector<std::size_t>;

template <class Visits>
std::vector<Decimal> decimals_of(const Visits& visits) {
  std::vector<Decimal> all;
  for (const auto& visit : visits) {
    if (!visit.parent) {  // in the order of generation
      all.emplace_back(visit.path.begin(), visit.path.end());
      continue;
    }
    std::vector<tree::Tree::Move> tried;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (visits[i].parent == visit.parent &&
          std::ranges::find(tried, visits[i].path.back()) == tried.end())
        tried.push_back(visits[i].path.back());
    const auto place = std::ranges::find(tried, visit.path.back()) - tried.begin();
    all.push_back(all[*visit.parent]);
    all.back().push_back(static_cast<std::size_t>(place));
  }
  return all;
}

/// Knuth and Moore's definition: the numbers at all odd or at all even places are the first.
bool is_critical(const Decimal& path, bool odd, bool even) {
  bool odd_are_first = odd, even_are_first = even;
  for (std::size_t i = 0; i < path.size(); ++i)
    if (path[i] != 0) (i % 2 == 0 ? odd_are_first : even_are_first) = false;
  return odd_are_first || even_are_first;
}

/// Type 1: the first move everywhere. Otherwise it depends on the plies below the first other move.
NodeType type_of(const Decimal& path) {
  const auto first_other = std::ranges::find_if(path, [](auto place) { return place != 0; });
  if (first_other == path.end()) return NodeType::pv;
  return (path.end() - first_other) % 2 == 1 ? NodeType::cut : NodeType::all;
}

TEST(NodeTypes, FollowTheDefinition) {
  for (std::uint64_t seed = 1; seed <= testing::cases<std::uint64_t>(200); ++seed) {
    const tree::Spec spec = testing::random_spec(seed);
    for (const std::string& algorithm : names_in(algorithms)) {
      const auto found = search_tree(spec, algorithm, true);
      const auto decimals = decimals_of(found.visits);
      std::vector<std::array<std::uint64_t, types.size()>> nodes(found.types.plies.size());
      std::vector<std::uint64_t> outside(found.types.plies.size());
      const VisitFacts* root = nullptr;
      for (std::size_t i = 0; i < decimals.size(); ++i) {
        const VisitFacts& visit = found.visits[i];
        if (visit.ply == 0) root = &visit;
        const bool null_window = root->given_beta - root->given_alpha <= 1;
        const bool is_cut = root->value >= root->given_beta;  // of a null window
        const auto ply = static_cast<std::size_t>(visit.ply);
        outside[ply] += !is_critical(decimals[i], !null_window || is_cut, !null_window || !is_cut);
        const NodeType type = !null_window                     ? type_of(decimals[i])
                              : (visit.ply % 2 == 0) == is_cut ? NodeType::cut
                                                               : NodeType::all;
        ++nodes[ply][static_cast<std::size_t>(type)];
      }
      // A move that is searched again begins a new principal variation, which no decimal tells.
      const bool has_new_variations = found.counts[Event::research] > 0 && !is_driver(algorithm);
      for (std::size_t ply = 0; ply < nodes.size(); ++ply) {
        std::uint64_t out = 0;
        for (const NodeType type : types) {
          const TypeTally& tally = found.types.plies[ply][type];
          out += tally.outside;
          if (!has_new_variations) {
            EXPECT_EQ(tally.nodes, nodes[ply][static_cast<std::size_t>(type)])
                << algorithm << ' ' << tree::to_string(spec) << " ply " << ply;
          }
        }
        EXPECT_EQ(out, outside[ply]) << algorithm << ' ' << tree::to_string(spec);
      }
    }
  }
}

/// What the sums of the types have in common with the counters of the iteration.
template <class Iteration>
void expect_parts_of(const Iteration& found, bool has_values, const std::string& what) {
  TypeTally sum;
  for (const TypeTally& tally : found.types.sum().by_type) {
    sum += tally;
    EXPECT_LE(tally.outside, tally.nodes) << what;
    // A window that the table narrowed may have its cutoff within the one that was given.
    const std::uint64_t narrowed = found.counts[Event::tightening];
    EXPECT_LE(std::accumulate(tally.cut_index.begin(), tally.cut_index.end(), std::uint64_t{0}),
              tally.turned_out(NodeType::cut) + narrowed)
        << what;
  }
  EXPECT_EQ(sum.nodes, found.counts.nodes()) << what;
  EXPECT_EQ(sum.cut_index, found.counts.cut_index) << what;
  if (has_values) {
    EXPECT_EQ(sum.with_value(), sum.nodes) << what;
  }
}

TEST(NodeTypes, HaveTheSumsOfTheCounters) {
  for (const std::string& algorithm : names_in(every_algorithm)) {
    const bool has_values = algorithm != "sss";
    for (std::uint64_t seed = 1; seed <= testing::cases<std::uint64_t>(100); ++seed)
      expect_parts_of(search_tree(testing::random_spec(seed), algorithm), has_values, algorithm);
    Job job = search_job(algorithm, "canonical", 4);
    job.types = true;
    for (const auto& iteration : run<tictactoe::TicTacToe>({}, job).iterations)
      expect_parts_of(iteration, has_values, algorithm);
  }
  const auto suite = testing::shipped_suite("bratko-kopec");
  std::size_t turn = 0;
  for (const char* with :
       {"", "table=1,killers,history,quiescence,checks", "table=1,null=2,adaptive-null,quiescence",
        "table=1,deeper,null,singular,checks,lmr,iir,see-pruning,lmp,quiescence"})
    for (const std::string& algorithm : names_in(every_algorithm)) {
      if (!misfit(algorithm, parse_switches("", with)).empty()) continue;
      const bool wide = algorithm == "minimax" || algorithm == "sss";
      const bool prunes = std::string_view(with).find("lmr") != std::string_view::npos;
      Job job = search_job(algorithm, "captures", wide ? 2 : prunes ? 8 : 4, with);
      job.generator = "mailbox";
      job.types = true;
      const auto found =
          run<chess::Chess>(chess::ValidSetup(suite[turn++ % suite.size()].setup), job);
      for (const auto& iteration : found.iterations)
        expect_parts_of(iteration, algorithm != "sss", algorithm + " with " + with);
    }
}

/// The places of the best moves at nodes whose value was inside the window, from the visits.
std::array<std::uint64_t, Counters::last_bin + 1> best_places(const auto& visits) {
  std::vector<std::vector<std::size_t>> children(visits.size());
  for (std::size_t i = 0; i < visits.size(); ++i)
    if (visits[i].parent && !visits[i].aside) children[*visits[i].parent].push_back(i);
  std::array<std::uint64_t, Counters::last_bin + 1> places{};
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const auto& node = visits[i];
    if (actual_type(node.value, node.given_alpha, node.given_beta) != NodeType::pv) continue;
    Value best = -infinity;
    std::size_t place = 0, best_place = 0;
    const auto* last = node.path.data();  // of no child
    for (const std::size_t child : children[i]) {
      const auto& move = visits[child].path.back();
      if (best != -infinity && *last != move) ++place;
      last = &move;
      if (-visits[child].value <= best) continue;
      best = -visits[child].value;
      best_place = place;
    }
    if (!children[i].empty()) ++places[best_place];
  }
  return places;
}

TEST(NodeTypes, KnowThePlaceOfTheBestMove) {
  for (const std::string& algorithm : names_in(every_algorithm)) {
    if (algorithm == "sss") continue;  // by a list: inner nodes have no value
    for (std::uint64_t seed = 1; seed <= testing::cases<std::uint64_t>(100); ++seed) {
      const auto found = search_tree(testing::random_spec(seed), algorithm, true);
      TypeTally sum;
      for (const TypeTally& tally : found.types.sum().by_type) sum += tally;
      EXPECT_EQ(sum.best_index, best_places(found.visits)) << algorithm << ' ' << seed;
    }
  }
  // In order, the first move is always the best: of all nodes above depth 0 in minimax.
  TypeTally sum;
  for (const TypeTally& tally : search_tree(perfect(3, 4), "minimax").types.sum().by_type)
    sum += tally;
  EXPECT_EQ(sum.best_index.front(), 1U + 3 + 9 + 27);
  EXPECT_EQ(std::accumulate(sum.best_index.begin(), sum.best_index.end(), std::uint64_t{0}),
            sum.best_index.front());
}

TEST(NodeTypes, AreCountedOnOneBoardOfChessAndByOneThread) {
  Job job = search_job("pvs", "captures", 2, "table=1,threads=2");
  job.types = true;
  const chess::ValidSetup start{chess::startpos_fen};
  EXPECT_THROW(run<chess::Chess>(start, job), InputError);
  job.switches = {};
  job.generator = "bitboard";
  EXPECT_THROW(run<chess::Chess>(start, job), InputError);
  job.generator = "mailbox";
  EXPECT_FALSE(run<chess::Chess>(start, job).iterations.back().types.plies.empty());
}

// N2, the root's second move, is searched again, and in it the leaf N12:
// N0 N1 N3 N7 N8 N4 N9 N2 N5 N11 N6 N13, N2 N5 N11 N12, N12 N6 N13.
TEST(NodeTypes, OfASecondSearchAreThoseOfANewVariation) {
  Job job = search_job("pvs-soft", "generation", 3, "no-deepening");
  job.types = true;
  const auto tree = tree::WrittenTree::parse(PLYLAB_SUITES_DIR "/pvs-report-research.tree");
  const auto& sum = run<tree::WrittenTree>(tree, job).iterations.back().types.sum();
  EXPECT_EQ(sum[NodeType::pv].nodes, 8U);   // N0 N1 N3 N7, N2 N5 N11 N12
  EXPECT_EQ(sum[NodeType::cut].nodes, 7U);  // N8 N4 N2 N11 N13, N12, N6
  EXPECT_EQ(sum[NodeType::all].nodes, 4U);  // N9 N5 N6, N13
  // N2 and N12, which are searched again, and N11 and N13, with which N5 and N6 fail high.
  EXPECT_EQ(sum[NodeType::cut].turned_out(NodeType::all), 4U);
}

// A search may call itself twice after making a move once.
TEST(NodeTypes, OfASecondSearchAreTheSameIfTheMoveIsMadeOnce) {
  const auto count = [](bool anew) {
    const auto key = [](std::uint64_t number) { return Key{number, 0}; };
    const Counters none;
    TypeCounter<int> counter;
    counter.at_root();
    counter.visit(0, -infinity, infinity, 2, key(1), none);
    for (const int move : {1, 2}) {
      counter.down(move);
      counter.visit(1, -1, 0, 1, key(10 + static_cast<std::uint64_t>(move)), none);
      counter.leave(1, -5, key(10), none);
    }
    if (anew) counter.down(2);
    counter.visit(1, -9, -5, 1, key(12), none);
    counter.leave(1, -7, key(12), none);
    counter.visit(1, -9, -8, 0, key(99), none);  // after a null move
    counter.leave(1, -9, key(99), none);
    counter.leave(0, 7, key(1), none);
    return counter.take().sum();
  };
  for (const NodeType type : types) {
    EXPECT_EQ(count(true)[type].nodes, count(false)[type].nodes);
    EXPECT_EQ(count(true)[type].outside, count(false)[type].outside);
  }
  EXPECT_EQ(count(false)[NodeType::pv].nodes, 3U);  // the root, its first move, the second search
  EXPECT_EQ(count(false)[NodeType::cut].nodes, 2U);
}

/// The leaves in the order of their first visits.
std::vector<std::vector<tree::Tree::Move>> leaves_in_order(const tree::Spec& spec,
                                                           const std::string& algorithm) {
  std::vector<std::vector<tree::Tree::Move>> paths;
  for (const auto& visit : search_tree(spec, algorithm, true).visits)
    if (visit.path.size() == spec.depth && std::ranges::find(paths, visit.path) == paths.end())
      paths.push_back(visit.path);
  return paths;
}

// The equivalence of Plaat, Schaeffer, Pijls and de Bruin ("Best-first fixed-depth minimax
// algorithms", Artificial Intelligence 87, 1996): MT-SSS* first visits the leaves of SSS*, and in
// its order.
TEST(NodeTypes, OfSssAreInTheOrderOfItsDriver) {
  for (std::uint64_t seed = 1; seed <= testing::cases<std::uint64_t>(400); ++seed) {
    tree::Spec spec = testing::random_spec(seed);
    spec.merge = 0;
    EXPECT_EQ(leaves_in_order(spec, "mt-sss"), leaves_in_order(spec, "sss"))
        << tree::to_string(spec);
  }
}

}  // namespace
}  // namespace plylab::search
